"""`fokozat export`: a table of the office as a file for a spreadsheet or a program."""

from argparse import Namespace

from fokozat.cli.command import Command
from fokozat.cli.files import STANDARD, write_pieces
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

TABLES = (
    "members", "people", "bodies", "memberships", "numbers", "openings", "birth-dates", "contacts", "consents",
    "former-names", "systems", "roles", "accounts", "tokens", "claims", "reports", "merges", "told-apart",
    "imports", "journal",
)  # fmt: skip
FORMS = ("csv", "xlsx", "json")


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("table", metavar="TABLE", choices=TABLES, help=parser.help("export.table"))
    add = parser.options.add_argument
    add("--format", metavar="FORM", choices=FORMS, default=FORMS[0], help=parser.help("export.format"))
    add("--body", metavar="UID", help=parser.help("export.body"))
    add("-o", "--output", metavar="FILE", default=STANDARD, help=parser.help("export.output"))


def run(given: Namespace, screen: Screen) -> int:
    """Heads and words stand in the reader's language; JSON has none."""
    from fokozat.cli.office_door import open_office

    open_office()
    from fokozat.office.exports import export
    from fokozat.office.facts import find_body
    from fokozat.office.rights import operator
    from fokozat.office.sheet_writers import write_table

    body = find_body(given.body, "--body") if given.body else None
    write_pieces(given.output, write_table(export(operator(), given.table, body), given.format, screen.language))
    return 0


COMMAND = Command("export", arguments, run)
