"""What an edition says of a player of an event. A field that an edition does not know stays empty and is not shown."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class RatedGame:
    """A counted game from the player's side: what it brought and by which points (own, then the opponent's)."""

    round: int
    opponent: str
    points: Fraction
    difference: int
    corrected: tuple[int, int]


@dataclass(frozen=True)
class RatedPlayer:
    """The figures of one player. `initial`: the starting points of who does not stand in the register."""

    id: str
    before: int | None = None
    after: int | None = None
    grade_before: str | None = None
    grade_after: str | None = None
    reached: tuple[str, ...] = ()
    initial: int | None = None
    updated: bool = True
    games: tuple[RatedGame, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else self.after - self.before
