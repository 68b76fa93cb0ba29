"""`fokozat backup`: one file that holds the whole installation, made while others go on working."""

from argparse import Namespace
from pathlib import Path

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.passphrase import add_passphrase, passphrase
from fokozat.cli.screen import Screen


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("file", metavar="FILE", help=parser.help("backup.file"))
    add = parser.options.add_argument
    add("--encrypt", action="store_true", help=parser.help("backup.encrypt"))
    add("--replace", action="store_true", help=parser.help("backup.replace"))
    add_passphrase(parser)
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    """The database is written as it is: nothing is migrated."""
    from fokozat.cli.office_door import open_office

    open_office(migrated=False)
    from fokozat.office.backups import write_backup

    encrypt = given.encrypt or given.passphrase_file
    made = write_backup(Path(given.file), passphrase(given, screen, twice=True) if encrypt else "", given.replace)
    manifest = made.manifest
    if given.json:
        screen.json({
            "file": str(made.file), "bytes": made.size, "sha256": made.digest, "encrypted": made.sealed,
            "made_at": manifest.made_at.isoformat(), "database": manifest.database, "version": manifest.version,
            "rows": manifest.rows, "records": manifest.records, "chains": len(manifest.chains),
            "tables": {table.name: table.rows for table in manifest.tables},
            "files": [file.name for file in manifest.files],
        })  # fmt: skip
        return 0
    counts = {"rows": manifest.rows, "records": manifest.records, "chains": len(manifest.chains)}
    screen.say("backup.made", file=str(made.file), bytes=made.size, **counts)
    if not made.sealed:
        screen.say("backup.open")
    return 0


COMMAND = Command("backup", arguments, run)
