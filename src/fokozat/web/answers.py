"""The answer of the multiplier's page: figures and derivation in the reader's words."""

from dataclasses import dataclass

from fokozat.formats import write_event
from fokozat.kernel.event import Event
from fokozat.kernel.words import Words, day, plain, span
from fokozat.ratings import RatedEvent, derive, weigh
from fokozat.regulations import Room, edition_room
from fokozat.web.derivations import Node, node_of


@dataclass(frozen=True)
class Part:
    """One of several parts that are rated one after the other."""

    number: int
    rounds_text: str
    product_text: str


@dataclass(frozen=True)
class Answer:
    """What `parts/answer.html` shows."""

    name: str
    rated: bool
    multiplier_text: str
    facts: tuple[str, ...]
    flags: tuple[str, ...]
    derivation: Node
    parts: tuple[Part, ...]
    document_text: str


def answer_of(event: Event, edition: str, language: str, named: bool = True) -> Answer:
    """Both the figures and how they came about."""
    room = edition_room(edition)
    rated = weigh(event, edition)
    return Answer(
        name=event.name if named else "",
        rated=rated.multiplier is not None,
        multiplier_text=plain(rated.multiplier, language) if rated.multiplier is not None else "",
        facts=_facts(event, room, language),
        flags=tuple(room.words.text("flag", flag, language, {}) for flag in rated.flags),
        derivation=node_of(derive(event, edition), room.words, language),
        parts=_parts(rated) if len(rated.parts) > 1 else (),
        document_text=write_event(event),
    )


def _facts(event: Event, room: Room, language: str) -> tuple[str, ...]:
    say = Words.of("web").say
    facts = [day(event.start, language)] if event.start else []
    facts.append(f"{say('multiplier.rounds', language)}: {len(event.round_numbers)}")
    facts.append(f"{say('multiplier.participants', language)}: {event.participants}")
    return (*facts, room.words.say("title", language))


def _parts(rated: RatedEvent) -> tuple[Part, ...]:
    weight = rated.multiplier or 0
    return tuple(
        Part(number, span(rounds), f"{weight} × {len(rounds)} = {weight * len(rounds)}")
        for number, rounds in enumerate(rated.parts, start=1)
    )
