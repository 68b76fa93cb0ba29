"""A chart as `parts/chart.html` shows it: a table made here, which `frontend/src/chart.ts` draws."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from fokozat.kernel import figures
from fokozat.kernel.exact import Exact, exact_text
from fokozat.kernel.rounding import half_away

_PLACES = 4  # finer than any screen


@dataclass(frozen=True)
class Point:
    """A figure of a day: for the drawing, and as the language writes both."""

    x: int
    y: str
    day: str
    text: str


@dataclass(frozen=True)
class Chart:
    """What is drawn: `about` says it in a sentence, `over` and `up` are the heads of the table."""

    key: str
    title: str
    about: str
    over: str
    up: str
    points: tuple[Point, ...]


def points_of(values: Iterable[tuple[date, Exact]], language: str) -> tuple[Point, ...]:
    """Figures in the order of their days."""
    return tuple(_point(day, value, language) for day, value in sorted(values))


def _point(day: date, value: Exact, language: str) -> Point:
    at = int(datetime.combine(day, time(), UTC).timestamp())
    drawn = exact_text(half_away(value, _PLACES))
    return Point(at, drawn, figures.short_day(day, language), figures.number(value, language))
