"""What a command of the command line is, and the arguments that several of them share.

The parser of every command is built at every start, so a command imports the rooms it needs when it runs.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.formats import FORMS
from fokozat.kernel.errors import InvalidInput


@dataclass(frozen=True)
class Command:
    """A command: its name, what it takes, and what it does with it. `run` returns the exit code."""

    name: str
    arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace, Screen], int]


def add_event(parser: Parser) -> None:
    """EVENT and --from: a document, a file of another program, or standard input."""
    parser.wants.add_argument("event", metavar="EVENT", help=parser.help("event"))
    add_form(parser)


def add_form(parser: Parser) -> None:
    parser.options.add_argument("--from", dest="form", metavar="FORM", choices=FORMS, help=parser.help("from"))


def add_edition(parser: Parser) -> None:
    """--edition and --switch: under which law, and how its unclear sentences are read."""
    parser.wants.add_argument("--edition", required=True, metavar="EDITION", help=parser.help("edition"))
    parser.options.add_argument(
        "--switch", action="append", default=[], type=switch, metavar="NAME=VALUE", help=parser.help("switch")
    )


def add_json(parser: Parser) -> None:
    parser.options.add_argument("--json", action="store_true", help=parser.help("json"))


def switch(text: str) -> tuple[str, str]:
    """The name and the choice of "fischer=committee"."""
    name, equals, choice = text.partition("=")
    if not (name and equals and choice):
        raise InvalidInput("cli.switch-shape", text=text)
    return name, choice


def whole_number(text: str, least: int, most: int, argument: str) -> int:
    """A number of a range, else a slip that names the range."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise InvalidInput("cli.not-in-range", argument=argument, text=text, least=least, most=most)
    return int(text)
