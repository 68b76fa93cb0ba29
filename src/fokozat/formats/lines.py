"""What the readers of foreign files share: faults at a line, and the event document that the lines were turned into.

A foreign file is read into an event document first, and that is read like any other; what is wrong with the document
is then said at the line which it came from.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from fokozat.formats.event_reader import event_of
from fokozat.formats.faults import MANY, shown
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.event import Event

Line = tuple[int, str]  # the number of a line, and the player or thing that it is about
_PART = re.compile(r"\[(\d+)\]")


class LineFaults:
    """The faults of one file, by lines."""

    def __init__(self) -> None:
        self._found: list[tuple[int, Fault]] = []

    def add(self, key: str, line: Line, **fields: object) -> None:
        """Note a fault; after very many there is no point in going on."""
        number, who = line
        place = f"{number}: {who}" if who else f"{number}"
        self._found.append((number, Fault(f"formats.{key}", place, fields)))
        if len(self._found) == MANY:
            self.refuse()

    def refuse(self) -> None:
        """Refuse the file if anything is wrong with it, from its top to its end."""
        if self._found:
            raise InvalidInput.of(tuple(fault for _, fault in sorted(self._found, key=lambda each: each[0])))


def event_of_lines(document: Mapping[str, object], players: list[Line], games: list[list[Line]]) -> Event:
    """The event of a document; `players` and `games` are the lines that its players and games came from."""
    try:
        return event_of(document)
    except InvalidInput as error:
        raise InvalidInput.of(tuple(_at_line(fault, players, games) for fault in error.faults)) from None


def _at_line(fault: Fault, players: list[Line], games: list[list[Line]]) -> Fault:
    parts = [int(part) for part in _PART.findall(fault.place)]
    number, who = (0, "")
    if fault.place.startswith("players[") and parts:
        number, who = players[parts[0]]
    elif fault.place.startswith("rounds[") and len(parts) > 1:
        number, who = games[parts[0]][parts[1]]
    return replace(fault, place=f"{number}: {who}") if number else fault


def said(text: str) -> str:
    """A piece of a file as a fault may show it."""
    return shown(text)
