"""`fokozat serve`: the website on this machine, until Ctrl-C."""

from argparse import Namespace

from fokozat.cli.command import Command, add_json, whole_number
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

PORT = 8000
LAST_PORT = 65535
MOST_WORKERS = 64


def port(text: str) -> int:
    """A port; 0 lets the machine choose a free one."""
    return whole_number(text, 0, LAST_PORT, "--port")


def workers(text: str) -> int:
    return whole_number(text, 1, MOST_WORKERS, "--workers")


def arguments(parser: Parser) -> None:
    add = parser.options.add_argument
    add("--host", metavar="HOST", help=parser.help("serve.host"))
    add("--port", default=PORT, type=port, metavar="PORT", help=parser.help("serve.port"))
    add("--workers", default=1, type=workers, metavar="N", help=parser.help("serve.workers"))
    add("--lan", action="store_true", help=parser.help("serve.lan"))
    add("--no-worker", dest="worker", action="store_false", help=parser.help("serve.no-worker"))
    add("--demo", action="store_true", help=parser.help("serve.demo"))
    add("--database", metavar="URL", help=parser.help("serve.database"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """The site is loaded here and by no other command."""
    from fokozat.cli.server import serve

    return serve(given, screen)


COMMAND = Command("serve", arguments, run)
