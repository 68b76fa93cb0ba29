"""What `rate` and `explain` are asked: an event, under which edition, its unclear sentences read how."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass

from fokozat.cli.files import read_document
from fokozat.kernel.event import Event
from fokozat.regulations import Room, edition_room


@dataclass(frozen=True)
class Asked:
    """An event, the edition's room, and the readings chosen by switches."""

    event: Event
    room: Room
    switches: Mapping[str, str]


def ask(given: Namespace) -> Asked:
    """Edition and switches are looked at first: a slip there is not one of the file."""
    room = edition_room(given.edition)
    switches = dict(given.switch)
    room.law(switches=switches)
    return Asked(read_document(given.event, given.form), room, switches)
