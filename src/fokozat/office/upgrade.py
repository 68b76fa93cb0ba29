"""Brings a database up to this version: a backup first, and a refusal where the database is ahead of the program."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError

from fokozat.kernel.errors import Conflict, NotFound
from fokozat.office.backups import write_backup
from fokozat.office.check import unapplied_migrations
from fokozat.office.passphrases import own_passphrase
from fokozat.office.snapshot_rows import applied_migrations, is_empty, refuse_newer


@dataclass(frozen=True)
class Upgraded:
    """What a database was brought up by, and the backup of how it was before."""

    migrations: tuple[str, ...] = ()
    backup: Path | None = None


def waiting() -> tuple[str, ...]:
    """What the database lacks to be of this version; one that is ahead is refused."""
    refuse_newer(applied_migrations("default"), "office.database-newer")
    return tuple(unapplied_migrations())


def bring_up_to_date() -> Upgraded:
    """Nothing where nothing waits. A database that was never used needs no backup."""
    lacking = waiting()
    backup = None
    if lacking and not is_empty("default"):
        backup = write_backup(backup_name("before-upgrade"), own_passphrase()).file
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        if backup is None:
            raise
        reason = " ".join(str(error).split())[:200]
        raise Conflict("office.upgrade-failed", file=str(backup), reason=reason) from error
    return Upgraded(lacking, backup)


def backup_name(kind: str) -> Path:
    """A new name in the folder of backups, which is made where it is missing."""
    folder: Path = settings.BACKUPS.folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotFound("office.backup-not-written", file=str(folder), reason=error.strerror or "") from error
    return folder / f"{kind}-{datetime.now(UTC):%Y%m%d-%H%M%S}.fokozat"
