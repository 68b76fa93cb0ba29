"""Where the passphrase of a backup stands: never on a command line, which every user of a machine can read."""

import os
from pathlib import Path

from django.conf import settings

from fokozat.kernel.errors import InvalidInput, NotFound

LEAST = 8


def own_passphrase() -> str:
    """The installation's own, for backups that it makes by itself; empty where none is set."""
    given = os.environ.get("FOKOZAT_PASSPHRASE", "")
    file = settings.BACKUPS.passphrase_file
    return long_enough(given) if given else passphrase_in(file) if file else ""


def passphrase_in(file: Path) -> str:
    """The first line of a file."""
    try:
        with file.open(encoding="utf-8") as lines:
            return long_enough(lines.readline(4096).rstrip("\r\n"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise NotFound("office.backup-not-read", file=str(file), reason=reason) from error


def long_enough(passphrase: str) -> str:
    if len(passphrase) < LEAST:
        raise InvalidInput("office.passphrase-short", least=LEAST)
    return passphrase
