"""One section of an event as frozen values: entries, rounds, games, thinking time, rulings.

The shape is that of the event document `event/1`; reading and writing the text is the duty of `formats`.
Nothing here computes points, ratings or places. Keys that we do not know travel along in `extra`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Literal, get_args

Extra = Mapping[str, object]

Result = Literal["first", "second", "draw", "both-lose"]
Unplayed = Literal["forfeit", "bye", "full-bye", "half-bye", "zero-bye", "ruling"]
OvertimeKind = Literal["none", "japanese", "canadian", "fischer"]
Format = Literal["swiss", "round-robin", "mcmahon", "knockout", "tokens", "team", "other"]
Trait = Literal[
    "international-invitational", "national-championship", "continental-championship", "world-championship", "series"
]

RESULTS: tuple[Result, ...] = get_args(Result)
UNPLAYED: tuple[Unplayed, ...] = get_args(Unplayed)
OVERTIME_KINDS: tuple[OvertimeKind, ...] = get_args(OvertimeKind)
FORMATS: tuple[Format, ...] = get_args(Format)
TRAITS: tuple[Trait, ...] = get_args(Trait)
SECONDS_A_MINUTE = 60


@dataclass(frozen=True)
class Overtime:
    """What follows the basic time.

    `seconds` are given for every move (japanese), for `moves` moves (canadian) or added with every move (fischer).
    """

    kind: OvertimeKind = "none"
    periods: int = 0
    moves: int = 0
    seconds: int = 0
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class TimeControl:
    """The thinking time of one player: the basic time in minutes and what follows it."""

    base: Fraction | None = None
    overtime: Overtime = Overtime()
    text: str = ""
    stages: tuple[object, ...] = field(default=(), hash=False)
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Ruling:
    """What a regulation leaves to persons: which paragraph, what it sets, who, when, why."""

    paragraph: str
    sets: Mapping[str, object] = field(default_factory=dict, hash=False)
    by: str = ""
    on: date | None = None
    reason: str = ""
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Official:
    """A person with a duty at the event."""

    role: str
    name: str
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class McMahon:
    """The settings of a McMahon event."""

    bar: str = ""
    floor: str = ""
    reduce: int = 0
    max: int | None = None
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Team:
    """A team with its players in the order of its boards."""

    id: str
    name: str = ""
    captain: str = ""
    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Entry:
    """A player of the section as entered: who, and what was known when the event began."""

    id: str
    name: str = ""
    family: str = ""
    given: str = ""
    sex: str = ""
    title: str = ""
    federation: str = ""
    ids: Mapping[str, str] = field(default_factory=dict, hash=False)
    rating: Fraction | None = None
    grade: str = ""
    entry_grade: str = ""
    registered: bool = True
    reached: tuple[str, ...] = ()
    born: str = ""
    games_before: int | None = None
    peak_published: Fraction | None = None
    k: Fraction | None = None
    club: str = ""
    withdrawn_after: int | None = None
    points_claimed: Fraction | None = None
    rank_claimed: int | None = None
    extra: Extra = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Game:
    """A line of a round. `first` has the first move; no result yet is None; `unplayed` says why none was played."""

    first: str
    second: str | None = None
    result: Result | None = None
    unplayed: Unplayed | None = None
    stones: int = 0
    to: str | None = None
    board: int | None = None
    game: str = ""
    duel: int | None = None
    match: str = ""
    margin: Fraction | None = None
    stakes: tuple[Fraction, ...] = ()
    rated: bool = True
    extra: Extra = field(default_factory=dict, hash=False)

    def has(self, player: str) -> bool:
        return player in (self.first, self.second)

    def opponent_of(self, player: str) -> str | None:
        return self.second if player == self.first else self.first

    @property
    def receiver(self) -> str | None:
        """Who receives the handicap stones: as the document says, otherwise who has the first move (Black)."""
        return (self.to or self.first) if self.stones else None


@dataclass(frozen=True)
class Round:
    """A round: its number, its games, and its own thinking time where it differs from the event's."""

    number: int
    games: tuple[Game, ...] = ()
    time: TimeControl | None = None
    extra: Extra = field(default_factory=dict, hash=False)

    def game_of(self, player: str) -> Game | None:
        return next((game for game in self.games if game.has(player)), None)


@dataclass(frozen=True)
class Event:
    """One section of an event, complete enough to be rated, paired and ranked."""

    name: str
    game: str
    start: date | None = None
    end: date | None = None
    id: str = ""
    revision: int | None = None
    section: str = ""
    board: str = ""
    place: str = ""
    officials: tuple[Official, ...] = ()
    format: Format | None = None
    rounds_planned: int | None = None
    participants_announced: int | None = None
    time: TimeControl | None = None
    traits: tuple[Trait, ...] = ()
    even: bool | None = None
    tie_breaks: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)
    mcmahon: McMahon | None = None
    avoid: tuple[tuple[str, ...], ...] = ()
    rulings: tuple[Ruling, ...] = ()
    teams: tuple[Team, ...] = ()
    players: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    extra: Extra = field(default_factory=dict, hash=False)

    unrecorded = True  # too large for a derivation; the rules say themselves which of its facts they use

    @property
    def participants(self) -> int:
        """How many took part: what was announced, otherwise the number of entries."""
        return len(self.players) if self.participants_announced is None else self.participants_announced

    @property
    def round_numbers(self) -> tuple[int, ...]:
        """The rounds of the document; of an event without any, the rounds that are planned."""
        if self.rounds:
            return tuple(each.number for each in self.rounds)
        return tuple(range(1, (self.rounds_planned or 0) + 1))

    def games(self) -> Iterator[tuple[Round, Game]]:
        """Every line of every round, with its round."""
        return ((each, game) for each in self.rounds for game in each.games)

    def entry(self, player: str) -> Entry | None:
        return next((entry for entry in self.players if entry.id == player), None)

    def rulings_under(self, paragraph: str) -> tuple[Ruling, ...]:
        """The recorded rulings under a paragraph, in the order of the document."""
        wanted = paragraph.replace(" ", "")
        return tuple(ruling for ruling in self.rulings if ruling.paragraph.replace(" ", "") == wanted)
