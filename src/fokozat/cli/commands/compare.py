"""`fokozat compare`: a regulation and its code side by side, for the officer who answers for both."""

from argparse import Namespace

from fokozat.cli.command import Command
from fokozat.cli.files import write_text
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.formats import event_of


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("regulation", metavar="REG", help=parser.help("compare.regulation"))
    parser.options.add_argument("--html", metavar="FILE", help=parser.help("compare.html"))


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.regulations import edition_room
    from fokozat.regulations.compare import compare_html, compare_text
    from fokozat.regulations.examples import run_examples

    room = edition_room(given.regulation)
    runs = run_examples(room, event_of)
    if given.html is None:
        screen.line(compare_text(room, runs).rstrip("\n"))
    else:
        write_text(given.html, compare_html(room, runs))
    return 0


COMMAND = Command("compare", arguments, run)
