"""`{% field ... %}`: the one way in which a form asks, whatever door the form came in by; shown by `parts/field.html`.

It takes a row of the office's forms (`people_forms.field_row`), a field of a Django form, or names its own:
`{% field name="email" key="account.field-email" type="email" value=values.email fault=fault_of.email %}`.
Of a page's own: `key`, `hint`, `unit` are names of sentences, `hint_text` is a sentence; `rows` makes a text area,
`options` ((value, label) pairs) a choice, `type="file"` a file.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.forms import BaseForm, BoundField

from fokozat.web.templatetags.words import say

register = template.Library()

_HINTED = {"password1": "account.password-hint"}
_NUMERIC = ("code",)


@register.inclusion_tag("parts/field.html")
def field(source: Any = None, /, **given: Any) -> dict[str, Any]:
    """What the template shows; every key is there."""
    if isinstance(source, BoundField):
        given = {**_of_django(source), **given}
    elif isinstance(source, Mapping):
        given = {**_of_office(source), **given}
    shown = {"kind": _kind(given), "fault": "", "optional": False, "css": given.get("class", ""), **given}
    shown.setdefault("label", _say(given.get("key", "")))
    shown["hint"] = given.get("hint_text") or _say(given.get("hint", ""))
    shown["unit"] = _say(given.get("unit", ""))
    shown["value"] = "" if given.get("value") is None else given["value"]
    if shown["kind"] == "choice":
        shown["options"] = _options(given["options"], given.get("value"))
    shown["described"] = " ".join(
        f"{given['name']}-{part}" for part, text in
        (("unit", shown["unit"]), ("hint", shown["hint"]), ("wrong", shown["fault"])) if text
    )  # fmt: skip
    return shown


@register.simple_tag
def faults_of(form: Any) -> list[dict[str, str]]:
    """The faults of a Django form as `parts/fault_summary.html` shows them, those of no field first."""
    if not isinstance(form, BaseForm):
        return []  # not every entrance has one
    told = [("", text) for text in form.non_field_errors()]
    told += [(each.name, text) for each in form for text in each.errors]
    return [{"field": name, "text": str(text)} for name, text in told]


def _kind(given: Mapping[str, Any]) -> str:
    if "options" in given:
        return "choice"
    if given.get("type") == "file":
        return "file"
    return "area" if given.get("rows") else "text"


def _of_django(bound: BoundField) -> dict[str, Any]:
    """What is typed of a secret is never shown again."""
    widget = bound.field.widget
    kind = getattr(widget, "input_type", "text")
    return {
        "name": bound.name, "key": f"account.field-{bound.name}", "type": kind,
        "value": "" if kind == "password" else bound.value(), "fault": " ".join(str(each) for each in bound.errors),
        "hint": _HINTED.get(bound.name, ""), "inputmode": "numeric" if bound.name in _NUMERIC else "",
        "autocomplete": widget.attrs.get("autocomplete", ""),
    }  # fmt: skip


def _of_office(row: Mapping[str, Any]) -> dict[str, Any]:
    asked = row["field"]
    given = {
        "name": asked.name, "label": asked.label, "value": row["value"], "fault": row["fault"], "hint": asked.hint,
        "optional": asked.optional and asked.kind not in ("choice", "switch", "several"),
    }  # fmt: skip
    match asked.kind:
        case "switch":
            return {**given, "kind": "switch", "ticked": row["ticked"]}
        case "several":
            return {**given, "kind": "several", "options": row["options"]}
        case "choice":
            return {**given, "options": [(each["value"], each["label"]) for each in row["options"]]}
        case "day":
            return {**given, "type": "date", "class": "short"}
    return {**given, "inputmode": asked.inputmode}


def _options(options: Iterable[tuple[object, str]], value: object) -> list[dict[str, Any]]:
    """Before anything was chosen (None) the browser takes the first; an empty value is a choice like another."""
    chosen = None if value is None else str(value)
    return [{"value": each, "label": label, "chosen": str(each) == chosen} for each, label in options]


def _say(name: str) -> str:
    return say(name) if name else ""
