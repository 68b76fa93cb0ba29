"""What must be right with the machine before facts are trusted to it: asked at every start, by `check` and /readyz.

Whether a disk really keeps what it says it has kept no program can see; that is said, not proved.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Max

from fokozat.kernel.words import Words
from fokozat.office.keeping import free_bytes
from fokozat.office.models import Record
from fokozat.office.scheduled_backups import OVERDUE, newest_backup

GOOD, NOTE, WARNING, FAULT = "good", "note", "warning", "fault"
PATIENCE_WITH_THE_CLOCK = timedelta(minutes=5)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    key: str
    state: str
    fields: dict[str, Any] = field(default_factory=dict)

    def text(self, language: str) -> str:
        return Words.of("office").text("startup", self.key, language, self.fields)


def look(now: datetime | None = None) -> tuple[Finding, ...]:
    """Everything, in the order of what hangs on what. A database that does not answer is one finding."""
    now = now or datetime.now(UTC)
    checks: tuple[Callable[[datetime], Iterator[Finding]], ...] = (_database, _folders, _room, _clock, _backups)
    found: list[Finding] = []
    for check in checks:
        try:
            found += check(now)
        except DatabaseError:
            found.append(Finding("database-silent", FAULT))
    return tuple(found)


def wrong(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """What somebody should mend."""
    return tuple(each for each in findings if each.state in (WARNING, FAULT))


def _database(_now: datetime) -> Iterator[Finding]:
    yield from _sqlite() if connection.vendor == "sqlite" else _postgresql()
    yield Finding("power", NOTE)


def _sqlite() -> Iterator[Finding]:
    version, mode = str(_ask("SELECT sqlite_version()")), str(_ask("PRAGMA journal_mode"))
    safe = tuple(int(part) for part in version.split(".")) >= settings.SQLITE_SAFE_WAL
    least = ".".join(map(str, settings.SQLITE_SAFE_WAL))
    if safe:
        yield Finding("sqlite", GOOD, {"version": version, "mode": mode})
    elif mode == "wal":
        yield Finding("sqlite-unsafe", FAULT, {"version": version, "least": least})
    else:
        yield Finding("sqlite-old", WARNING, {"version": version, "least": least, "mode": mode})
    durable = _ask("PRAGMA synchronous") in (2, 3)
    yield Finding("synchronous", GOOD) if durable else Finding("synchronous-off", FAULT)


def _postgresql() -> Iterator[Finding]:
    yield Finding("postgresql", GOOD, {"version": str(_ask("SHOW server_version"))})
    off = tuple(name for name in ("fsync", "synchronous_commit", "full_page_writes") if _ask(f"SHOW {name}") == "off")
    yield Finding("server-durable", GOOD) if not off else Finding("server-not-durable", FAULT, {"settings": off})
    if _ask("SHOW transaction_read_only") == "on" or _ask("SELECT pg_is_in_recovery()"):
        yield Finding("server-read-only", FAULT)


def _folders(_now: datetime) -> Iterator[Finding]:
    """Really written, waited for, and taken away again."""
    home, backups = Path(settings.HOME), settings.BACKUPS.folder
    for key, folder in (("home", home), *((("backup-folder", backups),) if backups.exists() else ())):
        reason = _try_to_write(folder)
        yield Finding(f"{key}-refuses", FAULT, {"reason": reason}) if reason else Finding(key, GOOD)


def _try_to_write(folder: Path) -> str:
    file = folder / f".try-{secrets.token_hex(4)}"
    try:
        try:
            with file.open("xb") as out:
                out.write(b"x" * 4096)
                out.flush()
                os.fsync(out.fileno())
        finally:
            file.unlink(missing_ok=True)
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def _room(_now: datetime) -> Iterator[Finding]:
    free = free_bytes(Path(settings.HOME))
    state = {"megabytes": free // 1_000_000, "reserve": settings.DISK_RESERVE // 1_000_000}
    if free < settings.DISK_RESERVE:
        yield Finding("room-none", FAULT, state)
    elif free < 10 * settings.DISK_RESERVE:
        yield Finding("room-little", WARNING, state)
    else:
        yield Finding("room", GOOD, state)


def _clock(now: datetime) -> Iterator[Finding]:
    """Time goes on: nothing in the journal may lie ahead of the clock."""
    newest = Record.objects.aggregate(at=Max("at"))["at"]
    behind = newest is not None and newest - now > PATIENCE_WITH_THE_CLOCK
    yield Finding("clock-behind", FAULT, {"now": now, "newest": newest}) if behind else Finding("clock", GOOD)


def _backups(now: datetime) -> Iterator[Finding]:
    newest = newest_backup()
    if not settings.BACKUPS.daily:
        yield Finding("backups-off", NOTE)
    elif newest is None or now - newest.made_at > OVERDUE:
        yield Finding("backups-overdue", WARNING)
    elif newest.holds is False:
        yield Finding("backup-broken", FAULT, {"at": newest.made_at})
    else:
        yield Finding("backups", GOOD, {"at": newest.made_at})


def _ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone()
    return row[0] if row else None
