"""`fokozat mail`: sends one letter to see whether letters arrive."""

from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("address", metavar="ADDRESS", help=parser.help("mail.address"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """Where it went is said: a folder of this machine, or a server."""
    from fokozat.cli.office_door import open_office

    open_office(migrated=False)
    from fokozat.office.actions.try_mail import try_mail
    from fokozat.office.rights import operator

    email, where = try_mail(operator(), {"email": given.address}, screen.language)
    if given.json:
        screen.json({"email": email, "where": where})
    else:
        screen.say("mail-sent", email=email, where=where)
    return 0


COMMAND = Command("mail", arguments, run)
