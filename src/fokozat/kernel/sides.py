"""An event from the side of one player: whom they met in which round, with how many stones, and how it ended.

Who was absent in a round has no line in it. What a game is worth is for an edition to say.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fokozat.kernel.event import Event, Game, Unplayed

Outcome = Literal["won", "lost", "drawn", "both-lost"]

_OF_FIRST: Mapping[str, Outcome] = {"first": "won", "second": "lost", "draw": "drawn", "both-lose": "both-lost"}
_OF_SECOND: Mapping[str, Outcome] = {**_OF_FIRST, "first": "lost", "second": "won"}


@dataclass(frozen=True)
class Met:
    """A line of a round as one of its players sees it; `against` are the opponent's points, where they are known."""

    round: int
    opponent: str | None
    outcome: Outcome | None
    against: int | None = None
    received: int = 0
    given: int = 0
    unplayed: Unplayed | None = None
    rated: bool = True

    @property
    def was_played(self) -> bool:
        """Two people sat at the board, and one of them won or neither did."""
        return self.opponent is not None and self.unplayed is None and self.outcome in ("won", "lost", "drawn")


def lines_of(event: Event, rounds: Collection[int] | None = None) -> dict[str, list[Met]]:
    """By player the lines of the rounds (of all, where none are named), in their order."""
    lines: dict[str, list[Met]] = {entry.id: [] for entry in event.players}
    for each, game in event.games():
        if rounds is not None and each.number not in rounds:
            continue
        for player in (game.first, game.second):
            if player is not None:
                lines.setdefault(player, []).append(_seen_by(player, each.number, game))
    return lines


def with_points(lines: Collection[Met], points: Mapping[str, int]) -> tuple[Met, ...]:
    """The same lines with the opponents' points put in, as far as they are known."""
    return tuple(replace(line, against=points.get(line.opponent)) if line.opponent else line for line in lines)


def _seen_by(player: str, number: int, game: Game) -> Met:
    outcomes = _OF_FIRST if player == game.first else _OF_SECOND
    receives = game.receiver == player
    return Met(
        round=number,
        opponent=game.opponent_of(player),
        outcome=outcomes[game.result] if game.result else None,
        received=game.stones if receives else 0,
        given=game.stones if game.stones and not receives else 0,
        unplayed=game.unplayed,
        rated=game.rated,
    )
