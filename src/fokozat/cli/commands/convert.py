"""`fokozat convert`: an event document written anew, in order and in full."""

from argparse import Namespace

from fokozat.cli.command import Command, add_form
from fokozat.cli.files import read_document, write_text
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.formats import WRITTEN, write_event


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("source", metavar="IN", help=parser.help("convert.in"))
    parser.wants.add_argument("target", metavar="OUT", help=parser.help("convert.out"))
    add_form(parser)
    parser.options.add_argument(
        "--to", metavar="FORM", choices=WRITTEN, default=WRITTEN[0], help=parser.help("convert.to")
    )


def run(given: Namespace, _screen: Screen) -> int:
    """Read whole before writing, so that OUT may be IN."""
    write_text(given.target, write_event(read_document(given.source, given.form)))
    return 0


COMMAND = Command("convert", arguments, run)
