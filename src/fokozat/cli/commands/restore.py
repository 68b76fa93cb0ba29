"""`fokozat restore`: puts a backup back, whole and proved, or changes nothing; `--trial` tries it on the side."""

import os
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_json
from fokozat.cli.parser import Parser
from fokozat.cli.passphrase import add_passphrase, passphrase
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from fokozat.office.backups import Restored


def arguments(parser: Parser) -> None:
    parser.wants.add_argument("file", metavar="FILE", help=parser.help("restore.file"))
    add = parser.options.add_argument
    add("--trial", action="store_true", help=parser.help("restore.trial"))
    add("--over", action="store_true", help=parser.help("restore.over"))
    add("--without-safety", action="store_true", help=parser.help("restore.without-safety"))
    add_passphrase(parser)
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    if given.without_safety and not given.over:
        raise InvalidInput("cli.only-with", argument="--without-safety", other="--over")
    if given.trial and given.over:
        raise InvalidInput("cli.not-together", argument="--trial", other="--over")
    if not given.trial:
        return _say(_restore(given, screen), given, screen)
    given.file = str(Path(given.file).absolute())
    with tempfile.TemporaryDirectory(prefix="fokozat-trial-") as scratch:
        # an installation of its own, which the settings find in the environment
        os.environ["FOKOZAT_HOME"], os.environ["DATABASE_URL"] = scratch, ""
        restored = _restore(given, screen)
        from django.db import connections

        connections.close_all()
    return _say(restored, given, screen)


def _restore(given: Namespace, screen: Screen) -> "Restored":
    from fokozat.cli.office_door import open_office

    open_office(migrated=False)
    from fokozat.office.backups import opened, restore_backup
    from fokozat.office.upgrade import backup_name

    with opened(Path(given.file), lambda: passphrase(given, screen)) as source:
        safety = backup_name("before-restore") if given.over and not given.without_safety else None
        return restore_backup(source, safety, over=given.over)


def _say(restored: "Restored", given: Namespace, screen: Screen) -> int:
    manifest = restored.manifest
    if given.json:
        screen.json({
            "restored": not given.trial, "made_at": manifest.made_at.isoformat(), "version": manifest.version,
            "rows": manifest.rows, "records": manifest.records, "chains": len(manifest.chains),
            "heads": {head.name: head.hash for head in manifest.chains},
            "safety": str(restored.safety) if restored.safety else None,
        })  # fmt: skip
        return 0
    counts = {"rows": manifest.rows, "records": manifest.records, "chains": len(manifest.chains)}
    screen.say("restore.tried" if given.trial else "restore.done", at=manifest.made_at, **counts)
    if restored.safety:
        screen.say("restore.safety", file=str(restored.safety))
    return 0


COMMAND = Command("restore", arguments, run)
