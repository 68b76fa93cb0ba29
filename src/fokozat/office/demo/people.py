"""Invents the people of the demo from a seeded generator: names, numbers, years, points and titles that fit them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

SEED = 20120310
OF_A_CLUB = 20
MINORS_OF_A_CLUB = 4  # their ages stand below the age of consent of every land
_YOUNGEST, _MINORS = 8, 5  # years, and how many ages there are from there on
_ADULT, _AGES = 19, 55
_TWICE_FROM = "3k"  # from here on a limit must be reached twice before the title is held
_WEAKEST = 1010
_SPREAD, _SPREAD_OF_MINORS = 710, 300


@dataclass(frozen=True)
class Invented:
    """A person who does not exist; `club` is the place of the club in the list, `points` those of the opening."""

    number: str
    club: int
    family: str
    given: str
    sex: str
    born: date
    licensed: bool
    points: int
    title: str
    reached: tuple[str, ...]
    games: int

    @property
    def shown_name(self) -> str:
        """The name in the order of the club's language."""
        first = federation()["club"][self.club]["order"] == "family-first"
        return f"{self.family} {self.given}" if first else f"{self.given} {self.family}"


def dice_of(seed: int, what: str) -> Random:
    """The generator for one part of the demo, so that more of one part changes nothing in another."""
    return Random(f"{what} {seed}")


def invent_people(dice: Random, year: int) -> tuple[Invented, ...]:
    """The people of all clubs; the same dice and year give the same people."""
    found: list[Invented] = []
    for club, facts in enumerate(federation()["club"]):
        names = _names(dice, facts)
        for at, (family, given, sex) in enumerate(names):
            found.append(_invent(dice, year, (club, family, given, sex), f"DEMO-{len(found) + 1:03}", at))
    return tuple(found)


def is_minor(person: Invented, year: int) -> bool:
    """Whether a parent consents for the person."""
    return person.born.year > year - _ADULT + 1


@cache
def federation() -> Mapping[str, Any]:
    """The federation, its clubs and the roots of the names, as data."""
    return tomllib.loads((Path(__file__).parent / "people.toml").read_text(encoding="utf-8"))


@cache
def grades() -> tuple[tuple[str, int], ...]:
    """Grades with their lower limits, upwards."""
    return tuple(federation()["grades"].items())


def grade_index(points: int) -> int:
    """The place of the grade of so many points."""
    return max(at for at, (_, limit) in enumerate(grades()) if limit <= points or at == 0)


def _names(dice: Random, club: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """So many names, each once; every family name comes before one comes twice."""
    given = [(name, "f") for name in club["women"]] + [(name, "m") for name in club["men"]]
    families, again = list(club["families"]), list(product(club["families"], given))
    dice.shuffle(families)
    dice.shuffle(again)
    names = [(family, *dice.choice(given)) for family in families]
    names += [(family, name, sex) for family, (name, sex) in again if (family, name, sex) not in names]
    return names[:OF_A_CLUB]


def _invent(dice: Random, year: int, who: tuple[int, str, str, str], number: str, at: int) -> Invented:
    club, family, given, sex = who
    minor = at >= OF_A_CLUB - MINORS_OF_A_CLUB
    age = _YOUNGEST + dice.randrange(_MINORS) if minor else _ADULT + dice.randrange(_AGES)
    spread = _SPREAD_OF_MINORS if minor else _SPREAD
    points = _WEAKEST + dice.randrange(spread) + dice.randrange(spread)
    title, reached = _title(dice, points)
    return Invented(
        number=number,
        club=club,
        family=family,
        given=given,
        sex=sex,
        born=date(year - age, 1 + dice.randrange(12), 1 + dice.randrange(28)),
        licensed=dice.randrange(3) > 0,
        points=points,
        title=title,
        reached=reached,
        games=10 + dice.randrange(60 if minor else 400),
    )


def _title(dice: Random, points: int) -> tuple[str, tuple[str, ...]]:
    """Titles only rise: some stand above the present points; a strong limit that was reached once is no title yet."""
    names = [grade for grade, _ in grades()]
    at, luck = grade_index(points), dice.randrange(4)
    if luck == 0 and at >= names.index(_TWICE_FROM):
        return names[at - 1], (names[at],)
    higher = min(at + (1 if luck == 1 else 0), len(names) - 1)
    return names[higher], ()
