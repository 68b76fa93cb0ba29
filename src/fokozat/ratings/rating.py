"""Runs an edition over one event: the figures, and the derivation of each. The law itself stands in `regulations`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.kernel.event import Event
from fokozat.kernel.paragraph import Step, collect_flags, explain
from fokozat.regulations import Law, Room, edition_room
from fokozat.regulations.rated import RatedPlayer


@dataclass(frozen=True)
class RatedEvent:
    """What an edition says of an event. No multiplier: the event is not rated."""

    edition: str
    multiplier: int | None
    parts: tuple[tuple[int, ...], ...]
    flags: tuple[str, ...]
    players: tuple[RatedPlayer, ...]
    missing: tuple[str, ...] = ()


def weigh(event: Event, edition: str, switches: Mapping[str, str] | None = None) -> RatedEvent:
    """The figures of the event as a whole, without those of its players."""
    room, law = _room_and_law(event, edition, switches)
    return _weighed(event, room, law)[0]


def rate(event: Event, edition: str, switches: Mapping[str, str] | None = None) -> RatedEvent:
    """The figures of an event and of its players under an edition, in the order of the document."""
    room, law = _room_and_law(event, edition, switches)
    rated, weight = _weighed(event, room, law)
    if weight is None:
        return replace(rated, players=tuple(RatedPlayer(entry.id, flags=rated.flags) for entry in event.players))
    with collect_flags():  # what a player's rules raise is the player's, and raised again below
        cases = room.players.cases(law, event, weight)
    found = [room.players.rate_player(law, event, weight, case) for case in cases]
    players = (replace(each, flags=tuple(dict.fromkeys((*rated.flags, *each.flags)))) for each in found)
    return replace(rated, players=tuple(players))


def derive(event: Event, edition: str, switches: Mapping[str, str] | None = None, player: str | None = None) -> Step:
    """How the figures of the event came about, or those of one of its players."""
    room, law = _room_and_law(event, edition, switches)
    if player is None:
        return explain(room.entry, law, event).step
    if event.entry(player) is None:
        raise NotFound("ratings.unknown-player", "players", player=player)
    with collect_flags():
        case = room.players.case_of(law, event, room.entry(law, event), player)
    return explain(room.player_entry, law, event, case).step


def _weighed(event: Event, room: Room, law: Law) -> tuple[RatedEvent, object]:
    with collect_flags() as raised:
        weight = room.entry(law, event)
    return RatedEvent(
        edition=room.edition,
        multiplier=weight.multiplier if weight else None,
        parts=weight.parts if weight else (),
        flags=tuple(raised),
        players=(),
        missing=room.missing,
    ), weight


def _room_and_law(event: Event, edition: str, switches: Mapping[str, str] | None) -> tuple[Room, Law]:
    """The readings of the document hold where a switch does not say otherwise and the edition knows them."""
    room = edition_room(edition)
    if event.game != room.tables["edition"]["game"]:
        game = room.tables["edition"]["game"]
        raise InvalidInput("ratings.other-game", "game", edition=edition, game=game, found=event.game)
    known = {each["name"] for each in room.tables.get("reading", ())}
    own = {name: choice for name, choice in event.readings.items() if name in known}
    return room, room.law(event.start, {**own, **(switches or {})})
