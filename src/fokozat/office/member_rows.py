"""Reads the rows of a sheet of members: cells -> facts of a person, every fault with its line and column."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.office.actions.register_person import fill_person
from fokozat.office.columns import SCHEMES, Column, has_values, read_value, value_words
from fokozat.office.models import Person
from fokozat.office.sheets import Cell, Row, letter_of
from fokozat.office.wishes import Wish, shown

LIST_SIGN = "|"  # between several numbers of one scheme
_BETWEEN_YEARS = re.compile(r"[\s,;|]+")
# The year stands first or last and has four digits, so these can be read one way only.
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[.-] ?(?P<month>\d{1,2})[.-] ?(?P<day>\d{1,2})\.?", re.ASCII)
_YEAR_LAST = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})\.?", re.ASCII)
_LONGEST_NUMBER = 40


@dataclass(frozen=True)
class PersonRow:
    """Who a row speaks of: a card that is not kept yet, a birth date, numbers; `facts` is all that the row says."""

    line: int
    draft: Person
    born: date | None
    numbers: tuple[tuple[str, str], ...]
    facts: Mapping[str, Any]
    faults: tuple[Fault, ...] = ()

    @property
    def uid(self) -> str:
        return str(self.facts.get("uid", ""))


def read_member(row: Row, columns: tuple[Column, ...], today: date) -> PersonRow:
    """One row of a sheet of members."""
    given, wish = cells_of(row, columns)
    read = read_person(row.line, wish, today)
    contact = {"email": wish.email("email"), "phone": wish.text("phone", 40), "address": wish.text("address", 300)}
    years = {key: _years(given.get(key), wish, key) for key in ("member_years", "licence_years")}
    facts = {**read.facts, **contact, **years}
    return replace(read, facts=facts, faults=placed((*read.faults, *wish.faults), row.line, columns))


def read_person(line: int, wish: Wish, today: date) -> PersonRow:
    """What every sheet says of a person: names, birth date, numbers. Faults stand by the column's key."""
    draft = Person()
    faults: list[Fault] = []
    try:
        fill_person(draft, wish.given)
    except InvalidInput as error:
        faults += error.faults
    born = wish.day("born")
    if born and born > today:
        wish.fault("born", "not-born-yet")
    numbers = tuple((scheme, value) for scheme in SCHEMES for value in _numbers(scheme, wish))
    facts = {
        "uid": wish.text("uid", 40),
        **{name: getattr(draft, name) for name in ("family", "given", "order", "sex", "country", "hidden_from_search")},
        "born": born,
        **{scheme: tuple(value for each, value in numbers if each == scheme) for scheme in SCHEMES},
    }
    return PersonRow(line, draft, born, numbers, facts, tuple(faults))


def cells_of(row: Row, columns: tuple[Column, ...]) -> tuple[dict[str, Any], Wish]:
    """The cells of a row by the keys of their columns, as a wish; words for codes are read already."""
    given: dict[str, Any] = {}
    wish = Wish(given)
    for column in columns:
        cell = row.cells[column.at] if column.at < len(row.cells) else ""
        given[column.key] = _read(cell, column, wish)
    return given, wish


def placed(faults: tuple[Fault, ...], line: int, columns: tuple[Column, ...]) -> tuple[Fault, ...]:
    """Faults with the line and the head of the column, in the order of the columns."""
    by_key = {column.key: column for column in columns}

    def at_place() -> Iterator[tuple[int, Fault]]:
        for fault in faults:
            column = by_key.get(fault.place)
            yield column.at if column else -1, place(fault.key, line, column, **fault.fields)

    return tuple(fault for _, fault in sorted(at_place(), key=lambda pair: pair[0]))


def place(key: str, line: int, column: Column | None, **fields: object) -> Fault:
    """A fault of a cell, or of a whole row."""
    where = {"line": line, "column": letter_of(column.at) if column else "", "head": column.head if column else ""}
    return Fault(key, f"{line}:{column.head}" if column else str(line), {**fields, **where})


def _read(cell: Cell, column: Column, wish: Wish) -> Any:
    if column.key == "born":
        return _day_text(cell) if isinstance(cell, str) else cell
    text = cell if isinstance(cell, str) else cell.isoformat()
    if not text or not has_values(column.key):
        return text
    code = read_value(column.key, text, column.languages)
    if code is None:
        known = value_words(column.key, (*column.languages, "en")[0])
        wish.fault(column.key, "unknown-choice", value=shown(text), known=known)
    return code or ""


def _day_text(text: str) -> str:
    """A day as our lands write it, in the one form that a wish reads."""
    match = _YEAR_FIRST.fullmatch(text) or _YEAR_LAST.fullmatch(text)
    return f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}" if match else text


def _numbers(scheme: str, wish: Wish) -> list[str]:
    several = str(wish.given.get(scheme) or "").split(LIST_SIGN)
    values = [Wish({scheme: each}, faults=wish.faults).text(scheme, _LONGEST_NUMBER) for each in several]
    once: dict[str, str] = {}
    for value in filter(None, values):
        once.setdefault(plain_number(value), value)
    if "" in once:
        wish.fault(scheme, "no-digit", value=shown(once.pop("")))
    return list(once.values())


def _years(text: Any, wish: Wish, key: str) -> tuple[int, ...]:
    each_year = [each for each in _BETWEEN_YEARS.split(str(text or "")) if each]
    years = [Wish({key: each}, faults=wish.faults).year(key) for each in each_year]
    return tuple(sorted({year for year in years if year}))
