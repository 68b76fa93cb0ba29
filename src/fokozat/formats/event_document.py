"""An Event to the event document `event/1`: the keys in the order of the contract, those at their default left out."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import date
from fractions import Fraction
from typing import get_args

from fokozat.formats.strict_json import Numeral, write
from fokozat.kernel.errors import BrokenInvariant, InvalidInput
from fokozat.kernel.event import Entry, Event, Game, McMahon, Official, Overtime, Round, Ruling, Team, TimeControl
from fokozat.kernel.exact import exact_text

VERSION = "event/1"
REQUIRED = ("name", "game", "start")
KEYS = (
    "fokozat", "id", "revision", "name", "section", "game", "board", "start", "end", "place", "officials", "format",
    "rounds_planned", "participants", "time", "traits", "even", "tie_breaks", "readings", "mcmahon", "avoid",
    "rulings", "teams", "players", "rounds",
)  # fmt: skip

Values = Event | Entry | Round | Game | TimeControl | Overtime | Ruling | Official | McMahon | Team

_ALWAYS: Mapping[type, tuple[str, ...]] = {
    Event: ("name", "game", "start", "players", "rounds"),
    Entry: ("id",),
    Round: ("number", "games"),
    Game: ("first", "second", "result"),
    Ruling: ("paragraph",),
    Official: ("role", "name"),
    Team: ("id",),
}
_OVERTIME: Mapping[str, tuple[str, ...]] = {
    "none": ("kind",),
    "japanese": ("kind", "seconds"),
    "canadian": ("kind", "moves", "seconds"),
    "fischer": ("kind", "seconds"),
}
_KEY = {"participants_announced": "participants"}
_AS_TEXT = frozenset({"points_claimed"})  # points are text, also whole ones
_OF_ANY_SHAPE = frozenset({"sets", "stages"})


def write_event(event: Event) -> str:
    """The document as a text that a person can read and edit; ends with a new line."""
    return write(document_of(event), width=0) + "\n"


def document_of(event: Event) -> dict[str, object]:
    """The document; an event that lacks what every document has is refused before a file is written."""
    missing = tuple(name for name in REQUIRED if not getattr(event, name))
    if missing:
        raise InvalidInput("formats.required", missing[0])
    found = _object(event)
    known = {"fokozat": VERSION, **{key: found[key] for key in KEYS if found.get(key) is not None}}
    return {**known, **{key: value for key, value in found.items() if key not in KEYS}}


# the fields of every value in their order, each with the default at which it is left out
_DEFAULTS: Mapping[type, tuple[tuple[str, object], ...]] = {
    kind: tuple(
        (each.name, each.default if each.default_factory is MISSING else each.default_factory())
        for each in fields(kind)
        if each.name != "extra"
    )
    for kind in get_args(Values)
}


def _object(value: Values) -> dict[str, object]:
    always = _OVERTIME[value.kind] if isinstance(value, Overtime) else _ALWAYS.get(type(value), ())
    written: dict[str, object] = {}
    for name, default in _DEFAULTS[type(value)]:
        own = getattr(value, name)
        if name in always or own != default:
            written[_KEY.get(name, name)] = _written(name, own)
    written.update((key, _plain(each)) for key, each in value.extra.items() if key not in written)
    return written


def _written(name: str, own: object) -> object:
    if name in _AS_TEXT and isinstance(own, Fraction):
        return exact_text(own)
    return _plain(_with_numerals(own) if name in _OF_ANY_SHAPE else own)


def _plain(value: object) -> object:
    """A value as JSON has it: an integer as a number, any other exact number as text."""
    match value:
        case None | bool() | int() | str() | Numeral():
            return value
        case Fraction():
            return int(value) if value.denominator == 1 else exact_text(value)
        case date():
            return value.isoformat()
        case tuple() | list():
            return [_plain(each) for each in value]
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case Event() | Entry() | Round() | Game() | TimeControl() | Overtime():
            return _object(value)
        case Ruling() | Official() | McMahon() | Team():
            return _object(value)
    raise BrokenInvariant(f"{value!r} cannot stand in an event")


def _with_numerals(value: object) -> object:
    """Where the shape is free a fraction is written as a number, so that it is none of the texts when read again."""
    match value:
        case Fraction() if "/" not in exact_text(value):
            return Numeral(exact_text(value))
        case tuple() | list():
            return [_with_numerals(each) for each in value]
        case Mapping():
            return {key: _with_numerals(each) for key, each in value.items()}
    return value
