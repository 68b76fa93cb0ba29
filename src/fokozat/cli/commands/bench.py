"""`fokozat bench`: how fast it is on this machine, beside its peers."""

from argparse import Namespace

from fokozat.cli.bench import BENCHES
from fokozat.cli.bench.measure import name_of
from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen


def arguments(parser: Parser) -> None:
    names = tuple(name_of(bench) for bench in BENCHES)
    parser.wants.add_argument("name", nargs="?", choices=names, metavar="NAME", help=parser.help("bench.name"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.bench.runner import run_benches

    wanted = [bench for bench in BENCHES if given.name in (None, name_of(bench))]
    return run_benches(wanted, given.json, screen)


COMMAND = Command("bench", arguments, run)
