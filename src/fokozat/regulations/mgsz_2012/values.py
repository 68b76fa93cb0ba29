"""What the rules of MGSZ 2012 speak of: values, and look-ups that no paragraph of the document computes."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.event import Event, Overtime, Ruling, TimeControl
from fokozat.kernel.paragraph import flag
from fokozat.kernel.sides import Met
from fokozat.regulations.law import Law


@dataclass(frozen=True)
class Weight:
    """What the first step of processing finds: the multiplier and the parts, as round numbers."""

    multiplier: int
    parts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Indicators:
    """4.§(1): the points, the grade held, and the limits above it that were reached once."""

    points: int
    grade: str | None
    reached: tuple[str, ...] = ()


@dataclass(frozen=True)
class Newcomer:
    """Who does not stand in the register: what the entry says, and the counted games of the whole event."""

    player: str
    registered: bool
    entry_grade: str
    points: int | None
    score: Fraction
    games: tuple[Met, ...]


@dataclass(frozen=True)
class Case:
    """A player of an event with the starting indicators, or what they follow from, and the lines of every part."""

    player: str
    newcomer: Newcomer | None
    start: Indicators | None
    parts: tuple[tuple[Met, ...], ...]

    unrecorded = True  # the rules take from it what they use

    @property
    def updated(self) -> bool:
        """Whether the event changes the player's points."""
        return self.newcomer is None or self.newcomer.registered


@dataclass(frozen=True)
class Worth:
    """8.§: what a game is worth to a player, by the corrected points (own, then the opponent's)."""

    points: Fraction
    difference: int
    corrected: tuple[int, int]


@dataclass(frozen=True)
class Expected:
    """The score that table 4 expects with so many points."""

    points: int
    score: Fraction


@dataclass(frozen=True)
class Request:
    """9.§: somebody wants to enter; `asks_european`: the announcement or EGF/IGF rules ask for that list's grade."""

    wanted: str
    points: int
    board: str
    by_member: bool = True
    asks_european: bool = False
    european: str | None = None


@dataclass(frozen=True)
class Admission:
    """9.§: the grade to enter with; whether the organiser may refuse who insists on another."""

    grade: str
    refusable: bool


def kyu(number: int) -> str:
    return f"{number}k"


def is_grade(law: Law, grade: str) -> bool:
    return any(row["grade"] == grade for table in ("grades", "grades_without_limit") for row in law.rows(table))


def has_limit(law: Law, grade: str | None) -> bool:
    return all(row["grade"] != grade for row in law.rows("grades_without_limit"))


def limit_of(law: Law, grade: str | None) -> int:
    """Who has no grade stands below them all."""
    return int(law.row("grades", grade=grade)["limit"]) if grade else 0


def span_around(law: Law, grade: str, span: int) -> tuple[int, int]:
    """The limits of the grades so many below and above, within the table."""
    rows = law.rows("grades")
    at = next((at for at, row in enumerate(rows) if row["grade"] == grade), 0)
    return rows[min(at + span, len(rows) - 1)]["limit"], rows[max(at - span, 0)]["limit"]


def rulings_under(number: str, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    wanted = number.replace(" ", "")
    return tuple(ruling for ruling in rulings if ruling.paragraph.replace(" ", "") == wanted)


def ruled_for(player: str, rulings: tuple[Ruling, ...]) -> Ruling | None:
    """The one ruling that names the player."""
    found = [ruling for ruling in rulings if ruling.sets.get("player") == player]
    if len(found) > 1:
        raise InvalidInput("mgsz_2012.ruled-twice", "rulings", player=player)
    return found[0] if found else None


def whole_points(points: object, player: str) -> int:
    if isinstance(points, bool) or not isinstance(points, int) or points < 0:
        raise InvalidInput("mgsz_2012.ruling-sets-no-points", "rulings", player=player)
    return points


def counts(game: Met) -> bool:
    """Whether it can be worth something: played by two people, of whom the opponent has points."""
    return game.was_played and game.rated and game.against is not None


def multiplier_set_by(ruling: Ruling) -> int:
    ruled = ruling.sets.get("multiplier")
    if isinstance(ruled, bool) or not isinstance(ruled, int) or ruled < 0:
        raise InvalidInput("mgsz_2012.ruling-sets-no-multiplier", "rulings")
    return ruled


def equal_parts(rounds: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """As equal as possible, the longer ones first."""
    shorter, longer = divmod(len(rounds), count)
    starts = [shorter * part + min(part, longer) for part in range(count + 1)]
    return tuple(rounds[start:end] for start, end in pairwise(starts))


def thinking_times(event: Event) -> Iterable[tuple[Fraction, Overtime]]:
    """The different thinking times of the event: its own, and those of rounds that have one of their own."""
    controls = {each.time or event.time: None for each in event.rounds} or {event.time: None}
    return {base_and_overtime(control): None for control in controls}


def base_and_overtime(control: TimeControl | None) -> tuple[Fraction, Overtime]:
    if control is None or control.base is None:
        raise InvalidInput("mgsz_2012.no-time", "time.base")
    return control.base, control.overtime


def has_trait_of(law: Law, row: str, traits: tuple[str, ...]) -> bool:
    return any(each["row"] == row and each["trait"] in traits for each in law.rows("traits"))


def addition(law: Law, row: str) -> int:
    return int(law.row("importance", row=row)["addition"])


def is_even(event: Event) -> bool:
    """As the document says; where it is silent, an event without a handicap stone is even."""
    for each, game in event.games():
        if game.stones and event.even:
            raise InvalidInput("mgsz_2012.even-with-stones", f"rounds {each.number}", first=game.first)
    if event.even is not None:
        return event.even
    flag("even-assumed")
    return not any(game.stones for _, game in event.games())
