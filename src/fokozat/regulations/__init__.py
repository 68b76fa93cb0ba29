"""The law library: one room per edition, and what reads it. Comparing, inspecting and running the examples of a
room are modules of their own, imported by who needs them.
"""

from fokozat.regulations.law import Law
from fokozat.regulations.room import Room, find_edition, open_room

# One of the three registers of the house: adding an edition is one line here.
EDITIONS = ("mgsz_2012",)

__all__ = ("EDITIONS", "Law", "Room", "edition_room", "rooms")


def edition_room(edition: str) -> Room:
    """The room of an edition; NotFound names those that exist."""
    return find_edition(edition, EDITIONS)


def rooms() -> tuple[Room, ...]:
    """Every room of the library."""
    return tuple(open_room(name) for name in EDITIONS)
