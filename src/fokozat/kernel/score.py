"""What a result is worth in the plain count: 1 for a win, 1/2 for a draw, 0 for a loss.

Editions and tie-breaks that count otherwise (three points a win, an unplayed round as a draw) say so themselves.
"""

from collections.abc import Mapping
from fractions import Fraction

from fokozat.kernel.errors import BrokenInvariant
from fokozat.kernel.event import Game, Result, Unplayed

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)

_BYES: Mapping[Unplayed, Fraction] = {"bye": WIN, "full-bye": WIN, "half-bye": DRAW, "zero-bye": LOSS}
_OF_FIRST: Mapping[Result, Fraction] = {"first": WIN, "second": LOSS, "draw": DRAW, "both-lose": LOSS}
_OF_SECOND: Mapping[Result, Fraction] = {"first": LOSS, "second": WIN, "draw": DRAW, "both-lose": LOSS}


def score_of(game: Game, player: str) -> Fraction | None:
    """The player's score of a game; None while it is not known. A bye is worth what its kind says."""
    if not game.has(player):
        raise BrokenInvariant(f"{player!r} does not play {game.first!r} - {game.second!r}")
    if game.unplayed is not None and game.unplayed in _BYES:
        return _BYES[game.unplayed]
    if game.result is None:
        return None
    return (_OF_FIRST if player == game.first else _OF_SECOND)[game.result]
