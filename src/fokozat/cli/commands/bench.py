"""`fokozat bench`: how fast it is on this machine, beside its peers."""

from argparse import Namespace
from functools import partial, update_wrapper

from fokozat.cli.bench import BENCHES, Bench
from fokozat.cli.bench.live import Load, live
from fokozat.cli.bench.measure import name_of
from fokozat.cli.command import Command, add_json, whole_number
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

MOST_STREAMS, MOST_SECONDS, MOST_WORKERS = 20_000, 3600, 64


def arguments(parser: Parser) -> None:
    names = tuple(name_of(bench) for bench in BENCHES)
    parser.wants.add_argument("name", nargs="?", choices=names, metavar="NAME", help=parser.help("bench.name"))
    usual, add = Load(), parser.options.add_argument
    for name, most in (("streams", MOST_STREAMS), ("seconds", MOST_SECONDS), ("workers", MOST_WORKERS)):
        kind = partial(whole_number, least=1, most=most, argument=f"--{name}")
        add(f"--{name}", type=kind, metavar="N", help=parser.help(f"bench.{name}"), default=getattr(usual, name))
    add("--database", metavar="URL", help=parser.help("bench.database"), default="")
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.bench.runner import run_benches

    load = Load(given.streams, given.seconds, given.workers, given.database)
    wanted = [_under(load, bench) for bench in BENCHES if given.name in (None, name_of(bench))]
    return run_benches(wanted, given.json, screen)


def _under(load: Load, bench: Bench) -> Bench:
    """The one bench that can be told how much."""
    return update_wrapper(partial(live, load), live) if bench is live else bench


COMMAND = Command("bench", arguments, run)
