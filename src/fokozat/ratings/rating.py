"""Runs an edition over one event: the figures, and the derivation of each. The law itself stands in `regulations`."""

from collections.abc import Mapping
from dataclasses import dataclass

from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.kernel.event import Event
from fokozat.kernel.paragraph import Step, collect_flags, explain
from fokozat.regulations import Law, Room, edition_room


@dataclass(frozen=True)
class RatedPlayer:
    """What an edition says of one player of the event."""

    id: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class RatedEvent:
    """What an edition says of an event. No multiplier: the event is not rated."""

    edition: str
    multiplier: int | None
    parts: tuple[tuple[int, ...], ...]
    flags: tuple[str, ...]
    players: tuple[RatedPlayer, ...]
    missing: tuple[str, ...] = ()


def rate(event: Event, edition: str, switches: Mapping[str, str] | None = None) -> RatedEvent:
    """The figures of an event under an edition, in the order of the document."""
    room, law = _room_and_law(event, edition, switches)
    with collect_flags() as raised:
        weight = room.entry(law, event)
    flags = tuple(raised)
    return RatedEvent(
        edition=room.edition,
        multiplier=weight.multiplier if weight else None,
        parts=weight.parts if weight else (),
        flags=flags,
        players=tuple(RatedPlayer(entry.id, flags) for entry in event.players),
        missing=room.missing,
    )


def derive(event: Event, edition: str, switches: Mapping[str, str] | None = None, player: str | None = None) -> Step:
    """How the figures of the event came about. So far the derivation is the same for every player of it."""
    room, law = _room_and_law(event, edition, switches)
    if player is not None and event.entry(player) is None:
        raise NotFound("ratings.unknown-player", "players", player=player)
    return explain(room.entry, law, event).step


def _room_and_law(event: Event, edition: str, switches: Mapping[str, str] | None) -> tuple[Room, Law]:
    """The readings of the document hold where a switch does not say otherwise and the edition knows them."""
    room = edition_room(edition)
    if event.game != room.tables["edition"]["game"]:
        game = room.tables["edition"]["game"]
        raise InvalidInput("ratings.other-game", "game", edition=edition, game=game, found=event.game)
    known = {each["name"] for each in room.tables.get("reading", ())}
    own = {name: choice for name, choice in event.readings.items() if name in known}
    return room, room.law(event.start, {**own, **(switches or {})})
