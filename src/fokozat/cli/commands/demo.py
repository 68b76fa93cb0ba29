"""`fokozat demo`: a made-up federation to try things on, its season as documents, and its removal."""

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_json, whole_number
from fokozat.cli.files import make_folder, write_text
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from fokozat.office.actions.remove_demo import Removed

LARGEST_SEED = 2**31 - 1
FIRST_YEAR, LAST_YEAR = 1950, 2150
# What cannot stand beside what, and what is nothing without what.
APART = (("remove", "events"), ("remove", "if_empty"), ("events", "if_empty"), ("remove", "seed"))
NEEDS = (("added", "remove"), ("year", "events"))


def arguments(parser: Parser) -> None:
    add = parser.options.add_argument
    add("--remove", action="store_true", help=parser.help("demo.remove"))
    add("--added", action="store_true", help=parser.help("demo.added"))
    add("--if-empty", action="store_true", help=parser.help("demo.if-empty"))
    add("--events", metavar="FOLDER", help=parser.help("demo.events"))
    add("--seed", metavar="N", type=_seed, help=parser.help("demo.seed"))
    add("--year", metavar="YEAR", type=_year, help=parser.help("demo.year"))
    add_json(parser)


def _seed(text: str) -> int:
    return whole_number(text, 0, LARGEST_SEED, "--seed")


def _year(text: str) -> int:
    return whole_number(text, FIRST_YEAR, LAST_YEAR, "--year")


def run(given: Namespace, screen: Screen) -> int:
    """One of three things: make it, remove it, write its season down."""
    for one, other in APART:
        if _is_given(given, one) and _is_given(given, other):
            raise InvalidInput("cli.not-together", argument=_option(one), other=_option(other))
    for one, other in NEEDS:
        if _is_given(given, one) and not _is_given(given, other):
            raise InvalidInput("cli.only-with", argument=_option(one), other=_option(other))
    if given.events is not None:
        return _write_events(given, screen)
    from fokozat.cli.office_door import open_office

    open_office()
    return _remove(given, screen) if given.remove else _make(given, screen)


def _is_given(given: Namespace, name: str) -> bool:
    value = getattr(given, name)
    return value is not None and value is not False  # a seed may be 0


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _write_events(given: Namespace, screen: Screen) -> int:
    """Pure: the season follows from the seed and the year."""
    from fokozat.formats.event_document import write_event
    from fokozat.office.demo import SEED, dice_of, file_name, invent_people, season

    seed = SEED if given.seed is None else given.seed
    year = given.year or datetime.now(UTC).year
    events = season(dice_of(seed, "season"), year, invent_people(dice_of(seed, "people"), year))
    make_folder(given.events)
    files = [str(Path(given.events) / file_name(event)) for event in events]
    for file, event in zip(files, events, strict=True):
        write_text(file, write_event(event))
    if given.json:
        screen.json({"seed": seed, "year": year, "events": files})
    else:
        screen.say("demo.written", count=len(files), folder=given.events)
    return 0


def _make(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.make_demo import make_demo
    from fokozat.office.demo import SEED
    from fokozat.office.rights import operator

    seed = SEED if given.seed is None else given.seed
    demo, is_new = make_demo(operator(), seed, datetime.now(UTC).date(), only_untouched=given.if_empty)
    state = "left" if demo is None else "made" if is_new else "there"
    if given.json:
        facts = {"federation": str(demo.federation), "seed": demo.seed, **demo.counts} if demo else {}
        screen.json({"demo": state, **facts})
    elif demo and is_new:
        screen.say("demo.made", **demo.counts)
    else:
        screen.say("demo.there" if demo else "demo.left")
    return 0


def _remove(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.remove_demo import remove_demo
    from fokozat.office.rights import operator

    removed = remove_demo(operator(), added_too=given.added)
    if given.json:
        facts = {**removed.counts, "added": dict(removed.added)} if removed else {}
        screen.json({"demo": "removed" if removed else "absent", **facts})
    elif removed:
        _say_removed(removed, screen)
    else:
        screen.say("demo.absent")
    return 0


def _say_removed(removed: "Removed", screen: Screen) -> None:
    from fokozat.kernel.words import Words

    screen.say("demo.removed", **removed.counts)
    if removed.added:
        words = Words.of("office")
        what = tuple(f"{words.word(name, screen.language)} {count}" for name, count in removed.added.items())
        screen.say("demo.removed-added", count=sum(removed.added.values()), what=what)


COMMAND = Command("demo", arguments, run)
