"""`fokozat completion`: the script that lets a shell complete our commands and options."""

from argparse import Namespace

from fokozat.cli.command import Command
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

SHELLS = ("bash", "zsh")
FILES = ("event", "source", "target", "html", "file", "output")
EDITIONS = ("edition", "regulation")


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("shell", choices=SHELLS, metavar="SHELL", help=parser.help("completion.shell"))


def run(given: Namespace, screen: Screen) -> int:
    import shtab

    from fokozat.cli.main import build_parser

    parser = build_parser(screen.language)
    for part in parser.parts():
        _complete_values(part)
    screen.line(shtab.complete(parser, shell=given.shell).rstrip("\n"))
    return 0


def _complete_values(parser: Parser) -> None:
    """What a shell may offer for a value; a wrong edition is still answered by the library, not by the parser."""
    import shtab

    from fokozat.regulations import rooms

    for action in parser.known:
        if action.dest in EDITIONS:
            action.choices = [room.edition for room in rooms()]
        elif action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it


COMMAND = Command("completion", arguments, run)
