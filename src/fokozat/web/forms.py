"""The short form as an event document, and the places of a document as fields of the form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from fokozat.kernel.errors import Fault
from fokozat.kernel.event import TRAITS
from fokozat.regulations.mgsz_2012.rules import COMMITTEE, LARGE_BOARD

FIELDS = (
    "name", "start", "rounds", "participants", "board", "base", "overtime", "periods", "moves", "seconds",
    "ruling_multiplier", "ruling_reason",
)  # fmt: skip
OVERTIME_FIELDS = {"japanese": ("periods", "seconds"), "canadian": ("moves", "seconds"), "fischer": ("seconds",)}

# A document may leave them out; a form that did would be taken for an event without rounds.
COUNTS = {"rounds": "rounds_planned", "participants": "participants"}

# Where a fault of the document stands in the form; the first place that fits.
PLACES = (
    ("name", "name"),
    ("start", "start"),
    ("rounds_planned", "rounds"),
    ("participants", "participants"),
    ("board", "board"),
    ("even", "even"),
    ("time.overtime.periods", "periods"),
    ("time.overtime.moves", "moves"),
    ("time.overtime.seconds", "seconds"),
    ("time.overtime", "overtime"),
    ("time", "base"),
    ("traits", "traits"),
    ("rulings", "ruling_multiplier"),
)
# Who fills in a form knows nothing of quotation marks.
IN_WORDS_OF_A_FORM = {"formats.wrong-kind": "web.number", "formats.not-exact": "web.number"}
_WHOLE = re.compile(r"[+-]?\d{1,30}", re.ASCII)


@dataclass(frozen=True)
class Typed:
    """The short form as it was filled in."""

    texts: Mapping[str, str] = field(default_factory=dict)
    traits: tuple[str, ...] = ()
    even: bool = False

    def __getitem__(self, name: str) -> str:
        return self.texts.get(name, "").strip()

    def values(self) -> dict[str, object]:
        """What the fields of the page show."""
        shown = {"board": LARGE_BOARD, "overtime": "none", **{name: text for name, text in self.texts.items() if text}}
        return {**shown, "even": self.even}

    def ticks(self) -> list[dict[str, object]]:
        """The tick boxes of importance."""
        return [_tick(trait, trait in self.traits) for trait in TRAITS if trait in _WORDED]


_WORDED = ("international-invitational", "national-championship", "continental-championship", "world-championship")
_HINTED = _WORDED[:1]


def typed(given: QueryDict) -> Typed:
    """The form as the browser sent it."""
    texts = {name: str(given[name]) for name in FIELDS if name in given}
    return Typed(texts, tuple(str(trait) for trait in given.getlist("traits")), bool(given.get("even")))


def is_filled(given: QueryDict) -> bool:
    """Whether an address carries a calculation."""
    return any(name in given for name in (*FIELDS, "traits", "even"))


def document_of(form: Typed, title: str) -> dict[str, object]:
    """The event document that the form stands for; what cannot be a number stays as it was typed."""
    return {
        "fokozat": "event/1",
        "name": form["name"] or title,
        "game": "go",
        "board": form["board"] or LARGE_BOARD,
        "start": form["start"] or None,
        **{key: _number(form[name]) for name, key in COUNTS.items() if form[name]},
        "even": form.even,
        "traits": list(form.traits),
        **_time(form),
        **_rulings(form),
        "players": [],
        "rounds": [],
    }


def left_out(form: Typed) -> tuple[Fault, ...]:
    """What the form asks for beyond the document."""
    counts = tuple(Fault("formats.required", key) for name, key in COUNTS.items() if not form[name])
    ruled = form["ruling_multiplier"]
    if form["ruling_reason"] and not ruled:
        return (*counts, Fault("formats.required", "rulings"))
    if ruled and not _WHOLE.fullmatch(ruled):
        return (*counts, Fault("formats.wrong-kind", "rulings", {"wanted": "whole", "found": "text"}))
    return counts


def in_order(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """As the fields stand on the page."""
    order = [*FIELDS, "even", "traits", ""]
    return tuple(sorted(faults, key=lambda fault: order.index(field_of(fault.place))))


def field_of(place: str) -> str:
    """The field of the form that a place of the document was made of."""
    return next((name for start, name in PLACES if place.startswith(start)), "")


def label_of(field: str, form: Typed) -> str:
    """Under which name the page's words know a field."""
    if field == "seconds" and form["overtime"] in OVERTIME_FIELDS:
        return f"multiplier.seconds-{form['overtime']}"
    return f"multiplier.{field.replace('_', '-')}" if field else ""


def _time(form: Typed) -> dict[str, object]:
    kind = form["overtime"] or "none"
    overtime = {name: _number(form[name]) for name in OVERTIME_FIELDS.get(kind, ()) if form[name]}
    time: dict[str, object] = {} if kind == "none" else {"overtime": {"kind": kind, **overtime}}
    if form["base"]:
        time = {"base": _number(form["base"]), **time}
    return {"time": time} if time else {}


def _rulings(form: Typed) -> dict[str, object]:
    multiplier, reason = form["ruling_multiplier"], form["ruling_reason"]
    if not multiplier and not reason:
        return {}
    ruling = {"paragraph": COMMITTEE, "sets": {"multiplier": _number(multiplier)}}
    return {"rulings": [{**ruling, "reason": reason} if reason else ruling]}


def _number(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) else text.replace(",", ".")


def _tick(trait: str, ticked: bool) -> dict[str, object]:
    key = f"multiplier.trait-{trait}"
    return {"value": trait, "key": key, "hint": f"{key}-hint" if trait in _HINTED else "", "ticked": ticked}
