"""`fokozat check`: proves the journals and what else must hold; the exit code 6 says that something differs.

What it finds of the machine is told too; it is no difference in what is kept.
"""

from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

DIFFERENCE = 6
SENTENCES = {
    "migration": "check.migration",
    "guards": "check.guards",
    "missing": "check.missing",
    "changed": "check.changed",
    "detail-changed": "check.detail-changed",
    "head": "check.head",
    "alias": "check.alias",
}

STATES = {
    "good": "machine.good",
    "note": "machine.note",
    "warning": "machine.warning",
    "fault": "machine.fault",
}


def arguments(parser: Parser) -> None:
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """The database is looked at as it is: nothing is migrated."""
    from fokozat.cli.office_door import open_office

    open_office(migrated=False)
    from fokozat.office.check import check
    from fokozat.office.startup import look

    checked = check()
    lacking = any(each.key == "migration" for each in checked.differences)
    machine = () if lacking else look()
    if given.json:
        differences = [{"what": each.key, **each.fields} for each in checked.differences]
        found = [{"check": each.key, "state": each.state, "text": each.text(screen.language)} for each in machine]
        counts = {"chains": checked.chains, "records": checked.records}
        screen.json({**counts, "differences": differences, "machine": found})
    else:
        for each in checked.differences:
            screen.line(screen.words(SENTENCES[each.key], **each.fields))
        if not checked.differences:
            screen.say("check.holds", chains=checked.chains, records=checked.records)
            screen.table([(screen.words(STATES[each.state]), each.text(screen.language)) for each in machine])
    return DIFFERENCE if checked.differences else 0


COMMAND = Command("check", arguments, run)
