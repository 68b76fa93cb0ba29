"""Reads what a person typed or a program sent: every fault is collected with its field before anything is refused.

A wish is a plain mapping of names to values, the same from a form, the API, the command line or a spreadsheet.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fokozat.kernel.errors import Fault, InvalidInput

_COUNTRY = re.compile(r"[A-Z]{3}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"[0-9]{4}")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_EARLIEST = date(1850, 1, 1)
_LATEST = date(2200, 1, 1)
_UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_SWITCHED = {True: True, "on": True, "true": True, "1": True, False: False, "off": False, "false": False, "0": False}
_SHOWN = 40


@dataclass
class Wish:
    """A wish being read; `refuse_faults` ends the reading."""

    given: Mapping[str, Any]
    place: str = ""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, name: str, key: str, **fields: object) -> None:
        """Note one fault for a field."""
        self.faults.append(Fault(f"office.{key}", f"{self.place}{name}", fields))

    def text(self, name: str, longest: int, required: bool = False) -> str:
        """A line of text, trimmed, in one spelling, without control characters."""
        value = self.given.get(name)
        if value is None or value == "":
            if required:
                self.fault(name, "missing")
            return ""
        if not isinstance(value, str):
            self.fault(name, "not-text")
            return ""
        line = " ".join(unicodedata.normalize("NFC", value).split())
        if not all(_is_printable(line, at) for at in range(len(line))):
            self.fault(name, "unprintable")
        elif len(line) > longest:
            self.fault(name, "too-long", longest=longest)
        elif required and not line:
            self.fault(name, "missing")
        return line[:longest]

    def choice(self, name: str, choices: Iterable[str], otherwise: str = "") -> str:
        """One of a closed list."""
        value = self.given.get(name)
        if value is None or value == "":
            return otherwise
        if value not in (known := tuple(choices)):
            self.fault(name, "unknown-choice", value=shown(value), known=tuple(each for each in known if each))
            return otherwise
        return str(value)

    def several(self, name: str, choices: Iterable[str], *otherwise: str) -> list[str]:
        """Some of a closed list, each once; without any the usual ones."""
        value = self.given.get(name)
        if value is None or value == "" or value == []:
            return [*otherwise]
        known = tuple(choices)
        if not isinstance(value, list | tuple) or any(each not in known for each in value):
            self.fault(name, "unknown-choice", value=shown(value), known=known)
            return [*otherwise]
        return list(dict.fromkeys(value))

    def switched(self, name: str) -> bool:
        """A tick in a box, `true` or `false`; nothing is no tick."""
        value = self.given.get(name)
        if value is None or value == "":
            return False
        if not isinstance(value, bool | str) or value not in _SWITCHED:
            self.fault(name, "no-switch", value=shown(value))
            return False
        return _SWITCHED[value]

    def country(self, name: str = "country") -> str:
        """Three capital letters, as chess and Go federations write countries."""
        value = self.text(name, 3).upper()
        if value and not _COUNTRY.fullmatch(value):
            self.fault(name, "no-country")
        return value

    def day(self, name: str) -> date | None:
        """A day as year-month-day."""
        value = self.given.get(name)
        if value is None or value == "":
            return None
        day = _read_day(value)
        if day is None or not _EARLIEST <= day < _LATEST:
            self.fault(name, "no-day", value=shown(value))
            return None
        return day

    def required_day(self, name: str) -> date:
        """A day that must be given; where it is not, any day stands in until the faults are refused."""
        if self.given.get(name) in (None, ""):
            self.fault(name, "missing")
        return self.day(name) or _EARLIEST

    def period(self, begins: str = "begins", ends: str = "ends") -> tuple[date | None, date | None]:
        """From a day to a day; the second is not before the first."""
        days = self.day(begins), self.day(ends)
        if days[0] and days[1] and days[1] < days[0]:
            self.fault(ends, "ends-before")
        return days

    def year(self, name: str, required: bool = True) -> int | None:
        """A year of four digits."""
        value = self.given.get(name)
        if value is None or value == "":
            if required:
                self.fault(name, "missing")
            return None
        if isinstance(value, bool) or not _YEAR.fullmatch(str(value)):
            self.fault(name, "no-year", value=shown(value))
            return None
        year = int(value)
        if not _EARLIEST.year <= year < _LATEST.year:
            self.fault(name, "no-year", value=shown(value))
            return None
        return year

    def email(self, name: str) -> str:
        """An address that mail can be sent to."""
        value = self.text(name, 254)
        if value and not _EMAIL.fullmatch(value):
            self.fault(name, "no-email", value=shown(value))
        return value

    def refuse_faults(self) -> None:
        """Refuse the wish if anything in it is wrong."""
        if self.faults:
            raise InvalidInput.of(tuple(self.faults))


def _read_day(value: object) -> date | None:
    """A spreadsheet gives days with a time; a text has one form only."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value) if isinstance(value, str) and _DAY.fullmatch(value) else None
    except ValueError:
        return None


def shown(value: object) -> str:
    """What was given, as far as a message may repeat it."""
    return printable(str(value)[:_SHOWN])


def printable(text: str) -> str:
    """The text with a sign in the place of everything that cannot be printed."""
    return "".join(each if _is_printable(text, at) else "\N{REPLACEMENT CHARACTER}" for at, each in enumerate(text))


def _is_printable(text: str, at: int) -> bool:
    """Whether a letter shows itself; a joiner does by the letters beside it, in names of Persian or Sinhala, say."""
    if text[at] in _JOINERS:
        return 0 < at < len(text) - 1 and all(map(_may_join, (text[at - 1], text[at + 1])))
    return unicodedata.category(text[at]) not in _UNPRINTABLE


def _may_join(letter: str) -> bool:
    """Letters and marks of scripts without capitals; between others a joiner would only make two names look alike."""
    return unicodedata.category(letter)[0] in "LM" and letter.lower() == letter.upper()
