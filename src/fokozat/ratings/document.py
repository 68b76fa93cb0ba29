"""The result of a rating as the contract writes it; a field that the edition does not know is left out."""

from fokozat.ratings.rating import RatedEvent


def rated_document(rated: RatedEvent) -> dict[str, object]:
    """The JSON of `fokozat rate --json` and of `/api/v1/rate`."""
    document: dict[str, object] = {
        "edition": rated.edition,
        "multiplier": rated.multiplier,
        "parts": [list(part) for part in rated.parts],
        "flags": list(rated.flags),
        "players": [{"id": player.id, "flags": list(player.flags)} for player in rated.players],
    }
    if rated.missing:
        document["partial"] = list(rated.missing)
    return document
