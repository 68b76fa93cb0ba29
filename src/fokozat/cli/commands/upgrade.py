"""`fokozat upgrade`: brings the database up to this version, a backup first; `--check` only looks."""

from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.commands.check import DIFFERENCE
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen


def arguments(parser: Parser) -> None:
    parser.options.add_argument("--check", action="store_true", help=parser.help("upgrade.check"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """With `--check` the exit code 6 says that something waits."""
    from fokozat.cli.office_door import open_office

    open_office(migrated=False)
    from fokozat.office.upgrade import Upgraded, bring_up_to_date, waiting

    done = Upgraded(waiting()) if given.check else bring_up_to_date()
    if given.json:
        state = "waiting" if given.check else "done"
        screen.json({state: list(done.migrations), "backup": str(done.backup) if done.backup else None})
    elif not done.migrations:
        screen.say("upgrade.nothing")
    else:
        screen.say("upgrade.waiting" if given.check else "upgrade.done", count=len(done.migrations))
        if done.backup:
            screen.say("upgrade.backup", file=str(done.backup))
    return DIFFERENCE if given.check and done.migrations else 0


COMMAND = Command("upgrade", arguments, run)
