"""`fokozat import`: a list of members or of opening balances, looked at first; or an import taken back."""

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fokozat.cli.command import Command
from fokozat.cli.files import naming, read_bytes
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from fokozat.office.models import Import
    from fokozat.office.preview import Agreed, File, Preview

WHAT = ("members", "opening", "undo")


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("what", metavar="WHAT", choices=WHAT, help=parser.help("import.what"))
    parser.wants.add_argument("file", metavar="FILE", help=parser.help("import.file"))
    add = parser.options.add_argument
    add("--body", metavar="UID", help=parser.help("import.body"))
    add("--system", metavar="UID", help=parser.help("import.system"))
    add("--day", metavar="DAY", help=parser.help("import.day"))
    add("--signed-by", metavar="NAME", help=parser.help("import.signed-by"))
    add("--decide", action="append", default=[], metavar="LINE=WHO", help=parser.help("import.decide"))
    add("--dry-run", action="store_true", help=parser.help("import.dry-run"))


def run(given: Namespace, screen: Screen) -> int:
    """Where nothing is left to decide the look and the taking in are one."""
    if given.what == "undo":
        return _undo(given, screen)
    needed = "body" if given.what == "members" else "system"
    if not getattr(given, needed):
        raise InvalidInput("cli.missing-argument", arguments=f"--{needed}", command=f"fokozat import {given.what}")
    from fokozat.cli.office_door import open_office
    from fokozat.office.sheets import MOST_BYTES

    data = read_bytes(given.file, MOST_BYTES + 1)  # one more, so that too large a file is refused as such

    open_office()
    from fokozat.office.preview import Agreed, File, read_decision

    file = File(Path(given.file).name, data)
    agreed = Agreed(file.digest, dict(map(read_decision, given.decide)))
    with naming(given.file):
        preview = _look(given, file)
        _show(preview, screen)
        if given.dry_run:
            return 0
        kept = _take(given, file, agreed)
    screen.say("imported", uid=str(kept.uid))
    return 0


def _look(given: Namespace, file: "File") -> "Preview":
    from fokozat.office.actions.import_opening import read_signature
    from fokozat.office.actions.preview_import import preview_members, preview_opening
    from fokozat.office.facts import find_body
    from fokozat.office.openings import find_system
    from fokozat.office.rights import operator

    if given.what == "members":
        return preview_members(operator(), find_body(given.body, "--body"), file, datetime.now(UTC).date())
    day, _ = read_signature({"day": given.day, "signed_by": given.signed_by})
    return preview_opening(operator(), find_system(given.system), file, day)


def _take(given: Namespace, file: "File", agreed: "Agreed") -> "Import":
    from fokozat.office.actions.import_members import import_members
    from fokozat.office.actions.import_opening import import_opening
    from fokozat.office.facts import find_body
    from fokozat.office.openings import find_system
    from fokozat.office.rights import operator

    if given.what == "members":
        return import_members(operator(), find_body(given.body, "--body"), file, agreed, datetime.now(UTC).date())
    signature = {"day": given.day, "signed_by": given.signed_by}
    return import_opening(operator(), find_system(given.system), file, agreed, signature)


_COUNTED = {
    "new": "import-new", "known": "import-known", "doubtful": "import-doubtful", "faulty": "import-faulty",
}  # fmt: skip


def _show(preview: "Preview", screen: Screen) -> None:
    """How many lines of each verdict, what a person should know, and every line that asks something."""
    from fokozat.kernel.words import word_fault

    for verdict, count in preview.counts.items():
        screen.say(_COUNTED[verdict], count=count)
    if preview.told_encoding:
        screen.say("import-encoding", encoding=preview.told_encoding)
    if preview.left_out:
        screen.say("import-left-out", heads=preview.left_out)
    for line in preview.lines:
        if line.verdict == "doubtful":
            screen.say("import-asked", line=line.line, name=line.row.draft.shown_name)
            screen.table([("", str(card.uid), card.shown_name) for card in line.candidates] or [("",)])
        for fault in line.faults:
            screen.line(word_fault(fault, screen.language))
        if line.kept:
            screen.say("import-kept", line=line.line, heads=_heads(preview, line.kept))
        if line.withheld:
            screen.say("import-withheld", line=line.line, heads=_heads(preview, line.withheld))


def _heads(preview: "Preview", keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(column.head for column in preview.columns if column.key in keys)


def _undo(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.office_door import open_office

    open_office()
    from fokozat.office.actions.undo_import import undo_import
    from fokozat.office.import_keeping import find_import
    from fokozat.office.rights import operator

    kept = undo_import(operator(), find_import(given.file))
    screen.say("import-undone", file=kept.file_name)
    return 0


COMMAND = Command("import", arguments, run)
