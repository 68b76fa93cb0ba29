"""`fokozat editions`: which regulations are in the library, and what each of them holds so far."""

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

if TYPE_CHECKING:
    from fokozat.regulations import Room


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("edition", metavar="EDITION", nargs="?", help=parser.help("editions.edition"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.regulations import edition_room, rooms
    from fokozat.regulations.document import edition_summary, whole_edition

    if given.edition is not None:
        room = edition_room(given.edition)
        document = whole_edition(room, screen.language)
        if given.json:
            screen.json(document)
        else:
            _show_one(room, document, screen)
        return 0
    documents = [edition_summary(room, screen.language) for room in rooms()]
    if given.json:
        screen.json({"editions": documents})
    else:
        _show_all(rooms(), screen)
    return 0


def _show_all(library: Iterable["Room"], screen: Screen) -> None:
    screen.table([
        (room.edition, _state(room, screen), _since(room, screen), room.words.say("title", screen.language))
        for room in library
    ])  # fmt: skip


def _show_one(room: "Room", document: Mapping[str, Any], screen: Screen) -> None:
    from fokozat.kernel.derivation import label

    cite = partial(label, words=room.words, language=screen.language)
    screen.title(document["title"])
    screen.line(screen.quiet(document["reference"]))
    screen.line(f"{room.edition}: {_state(room, screen)}, {_since(room, screen)}")
    _part(screen, "tables", [(each["name"], cite(each["paragraph"]), each["unit"]) for each in document["tables"]])
    _part(screen, "readings", [
        (each["name"], cite(each["paragraph"]), f"{each['text']}: {_choices(each, screen)}")
        for each in document["readings"]
    ])  # fmt: skip
    _part(screen, "possible-flags", [(each["name"], each["text"]) for each in document["flags"]])
    for name in ("computed", "missing"):
        _part(screen, name, [(", ".join(cite(each) for each in document[name]),)] if document[name] else [])
    slips = [(each["where"], f"{each['printed']} → {each['corrected']}") for each in document["slips"]]
    _part(screen, "slips", slips)


def _part(screen: Screen, name: str, rows: Sequence[tuple[str, ...]]) -> None:
    """A heading with its rows; nothing where there are none."""
    if rows:
        screen.line()
        screen.title(screen.words(name))
        screen.table([("", *row) for row in rows])


def _state(room: "Room", screen: Screen) -> str:
    return screen.words("complete" if room.tables["edition"]["state"] == "complete" else "partial")


def _since(room: "Room", screen: Screen) -> str:
    return screen.words("in-force", day=room.tables["edition"]["in_force"])


def _choices(reading: Mapping[str, Any], screen: Screen) -> str:
    return screen.words("choices", choices=tuple(reading["choices"]), default=reading["default"])


COMMAND = Command("editions", arguments, run)
