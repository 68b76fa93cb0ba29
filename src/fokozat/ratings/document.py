"""The result of a rating as the contract writes it; a field that the edition does not know is left out."""

from fokozat.kernel.exact import exact_text
from fokozat.ratings.rating import RatedEvent
from fokozat.regulations.rated import RatedGame, RatedPlayer


def rated_document(rated: RatedEvent) -> dict[str, object]:
    """The JSON of `fokozat rate --json` and of `/api/v1/rate`."""
    document: dict[str, object] = {
        "edition": rated.edition,
        "multiplier": rated.multiplier,
        "parts": [list(part) for part in rated.parts],
        "flags": list(rated.flags),
        "players": [_player(each) for each in rated.players],
    }
    if rated.missing:
        document["partial"] = list(rated.missing)
    return document


def _player(player: RatedPlayer) -> dict[str, object]:
    """The figures of a player; of one whom the event does not touch, the flags alone."""
    document: dict[str, object] = {"id": player.id}
    if player.before is not None:
        document |= {"before": player.before, "after": player.after, "change": player.change}
        document |= {"grade_before": player.grade_before, "grade_after": player.grade_after}
        document |= {"reached": list(player.reached)}
        if player.initial is not None:
            document["initial"] = player.initial
    document["flags"] = list(player.flags)
    if player.before is not None:
        document["games"] = [_game(each) for each in player.games]
    return document


def _game(game: RatedGame) -> dict[str, object]:
    return {
        "round": game.round,
        "opponent": game.opponent,
        "points": exact_text(game.points),
        "difference": game.difference,
        "corrected": list(game.corrected),
    }
