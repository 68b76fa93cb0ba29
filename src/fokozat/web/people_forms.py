"""Forms of the office: what is asked, what was typed, faults at their fields, and two who changed one thing.

A form of a record carries its version and what was in it. Who sends an older version sees both side by side; what
only one of the two changed is chosen already, and nothing that was typed is lost.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from fokozat.kernel.errors import Conflict, Fault, FokozatError, Forbidden, InvalidInput, NotFound
from fokozat.kernel.words import word_fault
from fokozat.web.frame import page
from fokozat.web.outbox import do_once, told_in_page
from fokozat.web.people_desk import label, say, shown
from fokozat.web.templatetags.words import language

NOT_ACCEPTED = 422
TAKEN = 409
_LONGEST_VERSION = 9

Act = Callable[[Mapping[str, Any]], str]  # does it, and says where to go on


@dataclass(frozen=True)
class Field:
    """One thing that is asked. `kind`: text, day, choice, switch, several. `hint` is a key of words.toml."""

    name: str
    kind: str = "text"
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    optional: bool = True
    inputmode: str = ""

    @property
    def label(self) -> str:
        return label(self.name)

    def text(self, value: object) -> str:
        """A kept or typed value as the form carries it."""
        if self.kind == "switch":
            return "on" if value in (True, "on") else "off"
        if isinstance(value, list | tuple):
            return ",".join(str(each) for each in value)
        return "" if value is None else str(value)

    def shown(self, text: str) -> str:
        """For a reader."""
        known = dict(self.choices)
        if self.kind in ("choice", "several"):
            return (
                ", ".join(known.get(each, each) for each in text.split(",")) if text else known.get("", "\N{EN DASH}")
            )
        return shown(self.name, text)


@dataclass(frozen=True)
class Form:
    """A page that asks. `told` is said before the button: what will happen; it is said anew to who was outrun."""

    title: str
    button: str
    back: str
    fields: tuple[Field, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    version: int | None = None
    told: tuple[str, ...] = ()
    above: str = ""
    waits: bool = False  # may be kept in the page while the network is away (web/outbox.py)


@dataclass(frozen=True)
class Worded:
    """A fault in the reader's words; `card` leads to the card that it speaks of."""

    field: str
    text: str
    beside: str
    card: str = ""


def ask(request: HttpRequest, form: Form, act: Act) -> HttpResponse:
    """As `asked`; a form that waited for the network learns in its page where to go on."""
    return told_in_page(request, asked(request, form, act))


def asked(request: HttpRequest, form: Form, act: Act) -> HttpResponse:
    """Show the form; when it was sent, do what it asks for and go on, or say what to mend."""
    if request.method != "POST":
        return _shown(request, form, {each.name: each.text(form.values.get(each.name)) for each in form.fields})
    typed = _typed(form, request.POST)
    if undecided := _undecided(form, request.POST):
        mine = {**typed, **{name: request.POST.get(f"mine.{name}", "") for name in undecided}}
        return _both(request, form, mine, form.version or 0, undecided)
    try:
        return HttpResponseRedirect(do_once(request, lambda: act(_given(form, typed))), status=303)
    except Conflict as error:
        if "theirs" in error.fields and not form.told:
            return _meanwhile(request, form, typed, error)
        return _shown(request, form, typed, error, TAKEN)
    except (InvalidInput, NotFound) as error:
        if isinstance(error, NotFound) and not error.place:
            raise
        return _shown(request, form, typed, error, NOT_ACCEPTED)
    except Forbidden as error:
        if error.place not in {each.name for each in form.fields}:
            raise
        return _shown(request, form, typed, error, NOT_ACCEPTED)


def sent_version(request: HttpRequest) -> int:
    """The version that the sender saw; nonsense is older than any."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_VERSION else 0


def _seen_version(request: HttpRequest, form: Form, error: FokozatError | None) -> int | None:
    """The version of what the reader sees now: the one that was sent, unless the page tells of a newer one."""
    if form.version is None or request.method != "POST":
        return form.version
    newer = error.fields.get("version") if error else None
    return newer if isinstance(newer, int) else sent_version(request)


def words_of(error: FokozatError, fields: Mapping[str, str]) -> tuple[Worded, ...]:
    """The faults, those of a field with its label before it."""
    return tuple(_worded(fault, fields) for fault in error.faults)


def _worded(fault: Fault, fields: Mapping[str, str]) -> Worded:
    name = fault.place if fault.place in fields else ""
    text = word_fault(replace(fault, place=""), language())
    holder = str(fault.fields.get("holder", ""))
    return Worded(name, f"{fields[name]}: {text}" if name else text, text, holder)


def _typed(form: Form, sent: QueryDict) -> dict[str, str]:
    typed = {}
    for each in form.fields:
        values = sent.getlist(each.name)
        typed[each.name] = each.text(",".join(values) if each.kind == "several" else (values[-1] if values else ""))
    return typed


def _given(form: Form, typed: Mapping[str, str]) -> dict[str, Any]:
    """As an action reads a wish."""
    several = {each.name for each in form.fields if each.kind == "several"}
    return {
        name: [part for part in text.split(",") if part] if name in several else text for name, text in typed.items()
    }


def _shown(
    request: HttpRequest, form: Form, typed: Mapping[str, str], error: FokozatError | None = None, status: int = 200
) -> HttpResponse:
    faults = words_of(error, {each.name: each.label for each in form.fields}) if error else ()
    beside = {each.field: each.beside for each in reversed(faults)}
    cards = [reverse("person", args=[each.card]) for each in faults if each.card]
    context = {
        "form": form,
        "rows": [field_row(each, typed[each.name], beside.get(each.name, "")) for each in form.fields],
        "was": _was(form, request.POST),
        "version": _seen_version(request, form, error),
        "faults": faults,
        "cards": cards,
    }
    return page(request, "office/form.html", context, status)


def field_row(asked: Field, text: str, fault: str) -> dict[str, object]:
    """As `{% field %}` takes it."""
    ticked = text.split(",") if asked.kind == "several" else [text]
    options = [{"value": value, "label": word, "chosen": value in ticked} for value, word in asked.choices]
    return {"field": asked, "value": text, "ticked": text == "on", "options": options, "fault": fault}


def _was(form: Form, sent: QueryDict) -> list[tuple[str, str]]:
    """What the record said when the form was first shown."""
    if form.version is None:
        return []
    known = [each for each in form.fields if each.name in form.values]
    return [(each.name, sent.get(f"was.{each.name}", each.text(form.values[each.name]))) for each in known]


def _undecided(form: Form, sent: QueryDict) -> list[str]:
    names = {each.name for each in form.fields}
    return [name for name in sent.get("deciding", "").split(",") if name in names and name not in sent]


def _meanwhile(request: HttpRequest, form: Form, mine: Mapping[str, str], error: Conflict) -> HttpResponse:
    """Somebody was faster: take the record as it is now, and ask about what differs."""
    theirs = error.fields["theirs"]
    assert isinstance(theirs, Mapping)
    form = replace(form, values={**form.values, **theirs})
    differing = [each.name for each in form.fields if each.name in theirs and mine[each.name] != _kept(form, each)]
    if not differing:
        return HttpResponseRedirect(form.back, status=303)
    version = error.fields["version"]
    assert isinstance(version, int)
    return _both(request, form, mine, version, differing)


def _both(
    request: HttpRequest, form: Form, mine: Mapping[str, str], version: int, differing: list[str]
) -> HttpResponse:
    rows = []
    for each in form.fields:
        if each.name in differing:
            theirs = _kept(form, each)
            was = request.POST.get(f"was.{each.name}")
            chosen = "theirs" if mine[each.name] == was else "mine" if theirs == was else ""
            rows.append(
                {"field": each, "chosen": chosen, "mine": mine[each.name], "theirs": theirs,
                 "mine_text": each.shown(mine[each.name]), "theirs_text": each.shown(theirs)}
            )  # fmt: skip
    context = {
        "form": form,
        "rows": rows,
        "rest": [(each.name, mine[each.name]) for each in form.fields if each.name not in differing],
        "was": [(each.name, _kept(form, each)) for each in form.fields if each.name in form.values],
        "deciding": ",".join(differing),
        "repeated": "deciding" in request.POST,
        "version": version,
        "title": say("conflict.title"),
    }
    return page(request, "office/conflict.html", context, TAKEN)


def _kept(form: Form, asked: Field) -> str:
    return asked.text(form.values.get(asked.name))
