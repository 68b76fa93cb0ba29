"""Reads the rows of a signed list of opening balances: points, title, reaches and games, as the edition counts them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from fokozat.kernel.errors import NotFound
from fokozat.kernel.exact import exact_text, read_exact
from fokozat.office.columns import Column
from fokozat.office.member_rows import PersonRow, cells_of, placed, read_person
from fokozat.office.models.systems import System
from fokozat.office.sheets import Row
from fokozat.office.wishes import Wish, shown
from fokozat.regulations import edition_room

_BETWEEN = re.compile(r"[\s,;|+]+")
_NUMBER_AND_STEP = re.compile(r"(\d{1,2})\s*\.?\s*-?\s*(dan|kyu|kju|d|k)(?!\w)\.?", re.IGNORECASE)
_GRADE = re.compile(r"[1-9]\d?[dk]", re.ASCII)
_MOST_GAMES = 1_000_000
_LONGEST_TITLE = 30
_LEAST_POINTS, _MOST_POINTS = -100_000, 100_000


@dataclass(frozen=True)
class Scale:
    """What an edition says of its figures: whether points are whole, and its grades, where the room knows them."""

    whole: bool = True
    grades: tuple[str, ...] = ()
    graded: bool = True  # titles are grades such as 2d and 5k, not free text


def edition_on(system: System, day: date) -> str:
    """The edition that holds on a day: the latest begun; the first before that, for a system that begins with it."""
    begun = [each for each in system.editions if each["from"] <= day.isoformat()]
    return str((begun or system.editions)[-1 if begun else 0]["edition"])


def scale_of(system: System, day: date) -> Scale:
    """The scale of the edition in force; without a room in the library points are exact and titles free text."""
    try:
        room = edition_room(edition_on(system, day))
    except NotFound:
        return Scale(whole=False, graded=system.game == "go")
    rows = room.law(day).tables.get("grades", ())
    whole = room.tables["edition"].get("points", "whole") == "whole"
    return Scale(whole, tuple(str(row["grade"]) for row in rows), room.tables["edition"]["game"] == "go")


def read_balance(row: Row, columns: tuple[Column, ...], today: date, scale: Scale) -> PersonRow:
    """One row of the list."""
    given, wish = cells_of(row, columns)
    named = wish if given.get("family") else Wish({**given, "family": "-"}, faults=wish.faults)
    read = read_person(row.line, named, today)
    figures = {
        "points": _points(wish, scale),
        "title": _title(wish, given.get("title"), "title", scale),
        "reached": tuple(_title(wish, each, "reached", scale) for each in _several(given.get("reached"), scale)),
        "games": _games(wish),
    }
    family = {"family": given.get("family") or ""}
    facts: Mapping[str, Any] = {**read.facts, **family, **figures}
    if not (facts["uid"] or read.numbers or family["family"]):
        wish.fault("family", "who-is-it")
    read.draft.name_key = read.draft.name_key if family["family"] else ""
    return replace(read, facts=facts, faults=placed((*read.faults, *wish.faults), row.line, columns))


def _points(wish: Wish, scale: Scale) -> str:
    text = wish.text("points", 60, required=True).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    if not text:
        return ""
    try:
        points = read_exact(text)
    except ValueError:
        wish.fault("points", "no-number", value=shown(text))
        return ""
    if not Fraction(_LEAST_POINTS) <= points <= Fraction(_MOST_POINTS):
        wish.fault("points", "no-number", value=shown(text))
    elif scale.whole and points.denominator != 1:
        wish.fault("points", "not-whole", value=shown(text))
    return exact_text(points)


def _games(wish: Wish) -> int | None:
    text = wish.text("games", 12)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST_GAMES):
        wish.fault("games", "no-count", value=shown(text))
        return None
    return int(text)


def _title(wish: Wish, text: Any, key: str, scale: Scale) -> str:
    title = Wish({key: text}, faults=wish.faults).text(key, _LONGEST_TITLE)
    if not title or not (scale.graded or scale.grades):
        return title
    grade = _as_grade(title)
    if scale.grades and grade not in scale.grades:
        wish.fault(key, "unknown-choice", value=shown(title), known=scale.grades)
    elif not scale.grades and not _GRADE.fullmatch(grade):
        wish.fault(key, "no-grade", value=shown(title))
    return grade


def _as_grade(title: str) -> str:
    """`2 dan`, `2. dan` and `2D` are 2d; `5 kyu` and `5 kju` are 5k."""
    match = _NUMBER_AND_STEP.fullmatch(title)
    return f"{int(match[1])}{match[2][0].lower()}" if match else title


def _several(text: Any, scale: Scale) -> list[str]:
    """The limits one by one; a grade may be written in two words."""
    joined = (
        _NUMBER_AND_STEP.sub(lambda match: _as_grade(match[0]), str(text or "")) if scale.graded else str(text or "")
    )
    return [each for each in _BETWEEN.split(joined) if each]
