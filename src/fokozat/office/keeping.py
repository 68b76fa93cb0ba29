"""Whether what is sent now would be kept: room on the disk, and what the last attempt in this process met.

Nothing is closed for good: every write is tried as long as there is room, and as soon as there is room again.
"""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from fokozat.office.unkept import FULL, READ_ONLY

SECONDS_TOLD = 60  # how long a failed write is told on every page
SECONDS_LOOKED = 2


@dataclass
class _Noted:
    why: str = ""
    at: float = float("-inf")
    looked: float = float("-inf")
    found: str = ""


_noted = _Noted()


def note_unkept(why: str) -> None:
    """A write has just failed, for this reason."""
    _noted.why, _noted.at = why, time.monotonic()


def note_kept() -> None:
    """A write has just been kept: what failed before is over."""
    _noted.why, _noted.at = "", float("-inf")


def refusal() -> str:
    """Why nothing should be tried at all: the disk has no room left, or takes nothing; looked at every few seconds."""
    now = time.monotonic()
    if now - _noted.looked >= SECONDS_LOOKED:
        _noted.looked, _noted.found = now, _look()
    return _noted.found


def trouble() -> str:
    """Why nothing is kept at the moment: what a page tells its readers."""
    recent = time.monotonic() - _noted.at < SECONDS_TOLD
    return refusal() or (_noted.why if recent else "")


def free_bytes(folder: Path) -> int:
    """What a program without special rights may still write there."""
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def _look() -> str:
    """Only a database on a disk of this machine can be judged from here."""
    if connection.vendor != "sqlite":
        return ""
    folder = Path(str(settings.DATABASES["default"]["NAME"])).parent
    try:
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return READ_ONLY
        return FULL if free_bytes(folder) < settings.DISK_RESERVE else ""
    except OSError:
        return ""  # the database itself will say
