"""`fokozat worker`: does long work until it is ended; `fokozat serve` starts one by itself."""

from argparse import Namespace

from fokozat.cli.command import Command
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen


def arguments(parser: Parser) -> None:
    add = parser.options.add_argument
    add("--once", action="store_true", help=parser.help("worker.once"))
    add("--attached", action="store_true", help=parser.help("worker.attached"))


def run(given: Namespace, _screen: Screen) -> int:
    """Nothing is said where all is well; what is not stands in the log, on standard error."""
    from fokozat.cli.office_door import open_office

    open_office(migrated=not given.attached)
    from fokozat.cli.working import work

    return work(given.once, given.attached)


COMMAND = Command("worker", arguments, run)
