"""Figures as a language writes them: numbers, changes, shares, places, days and times. For every door the same.

Marks: the decimal mark of the language, U+2212 for minus, and from five digits on a space between groups of three
that does not break (narrow in English); four digits stay together, as years and ratings do. A change always has a
sign, none is ±0. The words (months, the order of a day) stand in the kernel's words.toml. Nothing is rounded here but
a share, half away from zero. The clock and the locale of the machine are never asked.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from fractions import Fraction
from functools import cache
from pathlib import Path

from fokozat.kernel.errors import BrokenInvariant
from fokozat.kernel.exact import Exact, exact_text, read_exact
from fokozat.kernel.rounding import half_away

_MINUS, _DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
_MARKS: Mapping[str, tuple[str, str]] = {  # of decimals, between groups
    "en": (".", "\N{NARROW NO-BREAK SPACE}"),
    "hu": (",", "\N{NO-BREAK SPACE}"),
    "et": (",", "\N{NO-BREAK SPACE}"),
}
_WHOLE = re.compile(r"(?<![.\d])\d{5,}")  # a whole part that is long enough to be grouped
_FIELD = re.compile(r"\{(\w+)(:two)?\}")


def plain(value: object, language: str) -> str:
    """A value as the language writes it: `0,67`, `−4`, `2012. március 10.`, `yes`; a text stays what it is."""
    if isinstance(value, bool):
        return _words("word", "yes" if value else "no", language)
    if isinstance(value, int | Fraction):
        return number(value, language)
    if isinstance(value, date):
        return day(value, language)
    if isinstance(value, str):
        return value
    if value is None:
        return _words("word", "nothing", language)
    return ", ".join(plain(each, language) for each in several(value))


def number(value: Exact | str, language: str) -> str:
    """An exact number or its text ("21.5", "-0.52", "167/3") as the language writes it."""
    return _marked(exact_text(_exact(value)), language)


def typed(value: Exact | str, _language: str) -> str:
    """A number as somebody has to type it, into a command or a document: nothing stands between its digits."""
    return exact_text(_exact(value))


def fixed(value: Exact | str, places: int, language: str) -> str:
    """A number with so many decimals, for a column that stands under its marks; none that it has may be lost."""
    text = exact_text(_exact(value))
    whole, _, decimals = text.partition(".")
    if "/" in text or len(decimals) > places:
        raise BrokenInvariant(f"{text} has more than {places} decimals; round it where a paragraph says how")
    return _marked(f"{whole}.{decimals.ljust(places, '0')}" if places else whole, language)


def signed(value: object, language: str) -> str:
    """A change, always with its sign: `+16`, `−4`, `±0`."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise BrokenInvariant(f"only a number has a sign, not {value!r}")
    change = _exact(value)
    return ("+" if change > 0 else "" if change else "\N{PLUS-MINUS SIGN}") + number(change, language)


def percent(share: Exact | str, language: str, places: int = 0) -> str:
    """A share of one in hundredths, rounded half away from zero: `50%`, `12,5%`."""
    return fixed(half_away(_exact(share) * 100, places), places, language) + "%"


def ordinal(place: int, language: str) -> str:
    """The number of a place in a row: `1st`, `1.`."""
    last = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return number(place, language) + (last if language == "en" else ".")


def places(first: int, last: int) -> str:
    """A place, or the places that several share: `3`, `3–5`."""
    return str(first) if first == last else f"{first}{_DASH}{last}"


def span(numbers: object) -> str:
    """Consecutive numbers by their ends (`1–5`), others one by one."""
    found = [int(str(each)) for each in several(numbers)]
    if len(found) > 2 and found == list(range(found[0], found[-1] + 1)):
        return places(found[0], found[-1])
    return "+".join(str(each) for each in found)


def day(value: date, language: str) -> str:
    """A day in the order of the language: `10 March 2012`, `2012. március 10.`, `10. märts 2012`."""
    return _dated("day", value, language)


def short_day(value: date, language: str) -> str:
    """A day for a column: `10 Mar 2012`, `2012. 03. 10.`, `10.03.2012`."""
    return _dated("day-short", value, language)


def month(value: date, language: str) -> str:
    """A month: `March 2012`, `2012. március`, `märts 2012`."""
    return _dated("month", value, language)


def days(first: date, last: date, language: str) -> str:
    """From a day to a day, and nothing said twice: `10–11 March 2012`, `2012. március 30. – április 1.`."""
    if first == last:
        return day(first, language)
    shared = "days-of-a-month" if _month_of(first) == _month_of(last) else "days-of-a-year"
    if first.year != last.year:
        return f"{day(first, language)} {_DASH} {day(last, language)}"
    ends = {"first": str(first.day), "first_month": _months("months", language)[first.month - 1]}
    return _filled(_words("say", shared, language), {**ends, **_fields("months", last, language)})


def clock(value: time | datetime) -> str:
    """A time of the day, by twenty-four hours."""
    return f"{value.hour:02}:{value.minute:02}"


def moment(value: datetime, language: str) -> str:
    """A day and a time of it, with the zone in which they are told."""
    if value.tzinfo is None:
        raise BrokenInvariant("a moment without its zone")
    fields = {"day": day(value.date(), language), "time": clock(value), "zone": value.tzname() or ""}
    return _filled(_words("say", "moment", language), fields)


def several(value: object) -> Iterable[object]:
    """What stands in a list, or the one thing."""
    return value if isinstance(value, list | tuple | frozenset) else (value,)


def _exact(value: Exact | str) -> Exact:
    if not isinstance(value, str):
        return value
    try:
        return read_exact(value)
    except ValueError:
        raise BrokenInvariant(f"no exact number: {value!r}") from None


def _marked(text: str, language: str) -> str:
    """An exact text with the marks of the language."""
    decimal, group = _MARKS[language]
    grouped = _WHOLE.sub(lambda found: re.sub(r"(?<=\d)(?=(\d{3})+$)", " ", found[0]), text)
    return grouped.replace("-", _MINUS).replace(".", decimal).replace(" ", group)


def _dated(name: str, value: date, language: str) -> str:
    months = "months-short" if name == "day-short" else "months"
    return _filled(_words("say", name, language), _fields(months, value, language))


def _fields(months: str, value: date, language: str) -> dict[str, str]:
    return {"year": str(value.year), "month": _months(months, language)[value.month - 1], "day": str(value.day)}


def _filled(template: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda found: fields[found[1]].rjust(2, "0") if found[2] else fields[found[1]], template)


def _months(name: str, language: str) -> list[str]:
    return _words("word", name, language).split()


def _month_of(value: date) -> tuple[int, int]:
    return value.year, value.month


def _words(kind: str, name: str, language: str) -> str:
    return _sentences()[kind][name][language]


@cache
def _sentences() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The kernel's own words; words.py, which fills the sentences of rooms, stands on this module."""
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
