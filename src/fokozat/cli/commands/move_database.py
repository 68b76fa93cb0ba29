"""`fokozat move-database URL`: from the embedded database into an empty PostgreSQL, whole and proved, or not at all."""

import os
import shlex
from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput

STEPS = {"write": "move.write", "read": "move.read", "compare": "move.compare", "check": "move.check"}


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("url", metavar="URL", help=parser.help("move-database.url"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """Steps are said as they begin: with a hundred thousand people it takes minutes."""
    from fokozat.cli.office_door import open_office

    os.environ["FOKOZAT_MOVE_TO"] = given.url
    open_office()
    from django.conf import settings
    from django.db import OperationalError, connections

    from fokozat.office.moving import TARGET, move

    def said(step: str) -> None:
        if not given.json:
            screen.say(STEPS[step])
            screen.out.flush()

    try:
        connections[TARGET].ensure_connection()
    except OperationalError as error:
        raise InvalidInput("cli.no-database", reason=str(error)) from error
    moved = move(settings.HOME, said)
    line = f"DATABASE_URL={shlex.quote(given.url)}"
    if given.json:
        screen.json({**vars(moved), "environment": line})
    else:
        screen.say("move.done", rows=moved.rows, tables=moved.tables, records=moved.records, chains=moved.chains,
                   lists=moved.lists)  # fmt: skip
        screen.line(line)
    return 0


COMMAND = Command("move-database", arguments, run)
