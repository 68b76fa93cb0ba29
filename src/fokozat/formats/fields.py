"""Takes the known keys out of one object of a document, each as the type it must have; what is left is unknown.

A key that is missing or null gives the default. A value of the wrong kind is noted as a fault at its place and
gives the default too, so that reading goes on and finds the other faults. Nothing is refused here.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from fokozat.formats.faults import Faults, Path, shown
from fokozat.formats.strict_json import Numeral
from fokozat.kernel.exact import exact_text, read_exact

W = TypeVar("W", bound=str)

ID, LINE, PROSE = 100, 1000, 10_000  # characters
LARGEST = 10**9

_CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_BORN = re.compile(r"(\d{4})(?:-(\d{2}))?", re.ASCII)


class Fields:
    """An object of the document while it is being read."""

    __slots__ = ("_faults", "_left", "path")

    def __init__(self, found: Mapping[str, object], path: Path, faults: Faults) -> None:
        self._left = dict(found)
        self._faults = faults
        self.path = path

    def fault(self, key: str, *below: str | int, **fields: object) -> None:
        """Note a fault at a key of this object, or further below."""
        self._faults.add(key, (*self.path, *below), **fields)

    def rest(self) -> Mapping[str, object]:
        """What nobody asked for: kept, and written back."""
        return self._left

    def text(self, name: str, *, required: bool = False) -> str:
        """One line of text."""
        return self._text(name, required=required, limit=LINE)

    def id(self, name: str, *, required: bool = False) -> str:
        """A name by which the document refers to something."""
        return self._text(name, required=required, limit=ID)

    def prose(self, name: str) -> str:
        """Text of any number of lines."""
        return self._text(name, limit=PROSE)

    def word(self, name: str, known: tuple[W, ...]) -> W | None:
        """A word of a closed list."""
        value = self._take(name)
        return None if value is None else self._word(value, known, (*self.path, name))

    def words(self, name: str, known: tuple[W, ...]) -> tuple[W, ...]:
        """Several words of a closed list."""
        found = (self._word(each, known, path) for each, path in self._items(name))
        return tuple(each for each in found if each is not None)

    def texts(self, name: str, limit: int = LINE) -> tuple[str, ...]:
        return tuple(self._line(each, path, limit) for each, path in self._items(name))

    def lists_of_ids(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Groups of ids; a group that is none is left empty, so that the others keep their places."""
        return tuple(self._ids(each, path) for each, path in self._items(name))

    def named_texts(self, name: str) -> Mapping[str, str]:
        path = (*self.path, name)
        return {key: self._line(each, (*path, key), LINE) for key, each in self._object(name).items()}

    def named_figures(self, name: str) -> Mapping[str, object]:
        """An object of any shape; its numbers become exact ones to compute with."""
        return {key: _figure(each) for key, each in self._object(name).items()}

    def figures(self, name: str) -> tuple[object, ...]:
        """A list of any shape; its numbers become exact ones to compute with."""
        return tuple(_figure(each) for each, _ in self._items(name))

    def yes_or_no(self, name: str) -> bool | None:
        value = self._take(name)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(value, "flag", (*self.path, name))
        return None

    def whole(self, name: str, low: int, high: int, *, required: bool = False) -> int | None:
        """A whole number within bounds."""
        value, path = self._take(name, required=required), (*self.path, name)
        if value is None:
            return None
        number = _as_whole(value)
        if number is None:
            self._wrong(value, "whole", path)
            return None
        return int(self._within(number, low, high, path))

    def exact(self, name: str, low: int = -LARGEST, high: int = LARGEST) -> Fraction | None:
        """An exact number within bounds, written as a number or, as results are, as text ("3.5", "167/3")."""
        value = self._take(name)
        return None if value is None else self._exact(value, low, high, (*self.path, name))

    def exacts(self, name: str, low: int, high: int) -> tuple[Fraction, ...]:
        found = (self._exact(each, low, high, path) for each, path in self._items(name))
        return tuple(each for each in found if each is not None)

    def day(self, name: str, *, required: bool = False) -> date | None:
        value, path = self._take(name, required=required), (*self.path, name)
        if value is None:
            return None
        if not isinstance(value, str):
            self._wrong(value, "day", path)
            return None
        day = _as_day(value)
        if day is None:
            self._faults.add("no-day", path, found=shown(value))
        return day

    def born(self, name: str) -> str:
        """A day of birth, or only its month or year where no more is known."""
        text = self.text(name)
        known = _BORN.fullmatch(text)
        if text and not (_as_day(text) or (known and 0 < int(known[2] or 1) <= 12)):
            self.fault("no-birth", name, found=shown(text))
        return text

    def nested(self, name: str) -> "Fields | None":
        value, path = self._take(name), (*self.path, name)
        if value is None:
            return None
        if isinstance(value, dict):
            return Fields(value, path, self._faults)
        self._wrong(value, "object", path)
        return None

    def objects(self, name: str, *, required: bool = False) -> Iterator["Fields"]:
        """The objects of a list."""
        for value, path in self._items(name, required=required):
            if isinstance(value, dict):
                yield Fields(value, path, self._faults)
            else:
                self._wrong(value, "object", path)

    def _take(self, name: str, *, required: bool = False) -> object:
        value = self._left.pop(name, None)
        if value is None and required:
            self.fault("required", name)
        return value

    def _wrong(self, value: object, wanted: str, path: Path) -> None:
        self._faults.add("wrong-kind", path, wanted=wanted, found=_kind(value))

    def _text(self, name: str, *, required: bool = False, limit: int = LINE) -> str:
        value = self._take(name, required=required)
        if value is None:
            return ""
        if value == "" and required:
            self.fault("empty", name)
        return self._line(value, (*self.path, name), limit)

    def _line(self, value: object, path: Path, limit: int) -> str:
        if not isinstance(value, str):
            self._wrong(value, "text", path)
            return ""
        if len(value) > limit:
            self._faults.add("too-long", path, limit=limit, length=len(value))
        elif limit != PROSE and _CONTROL.search(value):
            self._faults.add("control-character", path)
        return value

    def _ids(self, value: object, path: Path) -> tuple[str, ...]:
        if not isinstance(value, tuple):
            self._wrong(value, "list", path)
            return ()
        return tuple(self._line(each, (*path, at), ID) for at, each in enumerate(value))

    def _word(self, value: object, known: tuple[W, ...], path: Path) -> W | None:
        if not isinstance(value, str):
            self._wrong(value, "text", path)
            return None
        for each in known:
            if each == value:
                return each
        self._faults.add("unknown-word", path, found=shown(value), known=known)
        return None

    def _exact(self, value: object, low: int, high: int, path: Path) -> Fraction | None:
        number = _as_exact(value)
        if number is not None:
            return self._within(number, low, high, path)
        if isinstance(value, str | Numeral):
            self._faults.add("not-exact", path, found=shown(str(value)))
            return None
        self._wrong(value, "number", path)
        return None

    def _within(self, number: Fraction, low: int, high: int, path: Path) -> Fraction:
        if not low <= number <= high:
            self._faults.add("out-of-range", path, low=low, high=high, found=number)
            return Fraction(low)
        return number

    def _object(self, name: str) -> Mapping[str, object]:
        value = self._take(name)
        if isinstance(value, dict):
            return value
        if value is not None:
            self._wrong(value, "object", (*self.path, name))
        return {}

    def _items(self, name: str, *, required: bool = False) -> Iterator[tuple[object, Path]]:
        value, path = self._take(name, required=required), (*self.path, name)
        if isinstance(value, tuple):
            for at, each in enumerate(value):
                yield each, (*path, at)
        elif value is not None:
            self._wrong(value, "list", path)


def _as_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _as_whole(value: object) -> Fraction | None:
    """A whole number; 5.0 is one, true is none."""
    number = None if isinstance(value, str) else _as_exact(value)
    return number if number is not None and number.denominator == 1 else None


def _as_exact(value: object) -> Fraction | None:
    """An exact number that can be written and read again; None for anything else, also for true."""
    match value:
        case bool():
            return None
        case int():
            return Fraction(value)
        case Decimal():
            number = Fraction(value)
        case str():
            try:
                number = read_exact(value)
            except ValueError:
                return None
        case _:
            return None
    try:
        return read_exact(exact_text(number))
    except ValueError:
        return None


def _figure(value: object) -> object:
    """Numbers as integers or fractions, at any depth."""
    match value:
        case Decimal():
            number = Fraction(value)
            return int(number) if number.denominator == 1 else number
        case dict():
            return {key: _figure(each) for key, each in value.items()}
        case tuple():
            return tuple(_figure(each) for each in value)
    return value


def _kind(value: object) -> str:
    """What a value is, as [word.*] names it."""
    match value:
        case None:
            return "null"
        case bool():
            return "flag"
        case int() | Decimal():
            return "number"
        case str():
            return "text"
        case tuple() | list():
            return "list"
    return "object"
