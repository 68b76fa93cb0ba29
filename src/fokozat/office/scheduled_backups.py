"""Backups that an installation makes by itself: one a day, each restored on trial, the oldest let go.

What is known of a backup stands beside it in a small note (`NAME.json`), so the folder alone tells its story; the
database is not asked. Backups before an upgrade or a restore are nobody's to tidy up but a person's.
"""

import fcntl
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from fokozat.kernel.errors import Conflict, FokozatError
from fokozat.office.backup_plan import Plan, kept
from fokozat.office.backups import Made, write_backup
from fokozat.office.passphrases import own_passphrase

KIND = "fokozat"
OVERDUE = timedelta(hours=50)
_LEAST_APART = timedelta(hours=20)
_STAMP = "%Y%m%d-%H%M%S"
_SECONDS_OF_A_TRIAL = 3600
_TRIES, _BETWEEN = 4, 0.05
_TOLD = "last-try.json"
_LOG = logging.getLogger("fokozat.backup")


@dataclass(frozen=True)
class Known:
    """What is known of a backup: `holds` is None until it was restored on trial."""

    file: Path
    made_at: datetime
    size: int
    sealed: bool = False
    rows: int = 0
    holds: bool | None = None
    tried_at: datetime | None = None
    why: str = ""


@dataclass(frozen=True)
class LastTry:
    """How the last attempt ended; `why` is empty where it was well."""

    at: datetime
    why: str = ""


def daily_backup(now: datetime) -> Path | None:
    """For the daily upkeep: a backup if one is wanted and due. What fails is told, never raised: the rest goes on."""
    plan: Plan = settings.BACKUPS
    newest = newest_backup()
    if not plan.daily or (newest and timedelta() <= now - newest.made_at < _LEAST_APART):
        return None
    try:
        return back_up(now).file
    except FokozatError:
        return None  # told by back_up


def back_up(now: datetime) -> Known:
    """Write one, restore it on trial, let old ones go; how it ended is noted for the office, the log and a monitor."""
    plan: Plan = settings.BACKUPS
    try:
        plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with only_one(plan.folder):
            made = write_backup(plan.folder / f"{KIND}-{now:{_STAMP}}.fokozat", own_passphrase())
            known = _tried(made, now)
            _note(known)
            _tidy(plan)
    except (FokozatError, OSError) as error:
        why = error.key if isinstance(error, FokozatError) else f"{type(error).__name__} {error.errno}"
        _LOG.error("no backup was made: %s", why)
        _note_try(plan, LastTry(now, why))
        if isinstance(error, FokozatError):
            raise
        raise Conflict("office.backup-not-written", file=str(plan.folder), reason=error.strerror or "") from error
    _note_try(plan, LastTry(now, "" if known.holds else known.why))
    if known.holds:
        _LOG.info("a backup was made and restored on trial: %s bytes", known.size)
    else:
        _LOG.error("the backup could not be restored on trial: %s", known.why)
    return known


def known_backups() -> list[Known]:
    """What stands in the folder, newest first."""
    folder: Path = settings.BACKUPS.folder
    try:
        found = [known for file in folder.glob("*.fokozat") if (known := _known(file))]
    except OSError:
        return []
    return sorted(found, key=lambda known: known.made_at, reverse=True)


def newest_backup() -> Known | None:
    """The newest that was made by itself or asked for in the office."""
    return next((known for known in known_backups() if known.file.name.startswith(f"{KIND}-")), None)


def last_try() -> LastTry | None:
    told = _read(settings.BACKUPS.folder / _TOLD)
    try:
        return LastTry(datetime.fromisoformat(told["at"]), str(told["why"]))
    except (KeyError, ValueError, TypeError):
        return None


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Of several processes one writes backups; the lock ends with its process."""
    with (folder / ".lock").open("w") as lock:
        for tries_left in reversed(range(_TRIES)):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not tries_left:
                    raise Conflict("office.backup-running") from None
                time.sleep(_BETWEEN)  # somebody may only have looked whether one is running
        yield


def is_running() -> bool:
    """Whether one is being written at this moment."""
    folder: Path = settings.BACKUPS.folder
    try:
        with only_one(folder):
            return False
    except Conflict:
        return True
    except OSError:
        return False


def _tried(made: Made, now: datetime) -> Known:
    """Restore it into a scratch installation by a process of its own, as a person would."""
    command = [sys.executable, "-m", "fokozat.cli", "restore", str(made.file), "--trial", "--json", "--lang", "en"]
    environ = {**os.environ, "FOKOZAT_TRACEBACK": ""}
    try:
        done = subprocess.run(
            command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS_OF_A_TRIAL
        )
        holds = done.returncode == 0
        why = "" if holds else " ".join(done.stderr.decode(errors="replace").split())[:300] or str(done.returncode)
    except (OSError, subprocess.TimeoutExpired) as error:
        holds, why = False, type(error).__name__
    tried_at = datetime.now(UTC)
    return Known(made.file, now, made.size, made.sealed, made.manifest.rows, holds, tried_at, why)


def _tidy(plan: Plan) -> None:
    """What no rule keeps goes; an old one that holds is not let go for a new one that does not."""
    ours = [known for known in known_backups() if known.file.name.startswith(f"{KIND}-")]
    proved = [known.made_at for known in ours if known.holds]
    staying = kept((known.made_at for known in ours), plan.keep) | kept(proved, plan.keep)
    for known in ours:
        if known.made_at not in staying:
            known.file.unlink(missing_ok=True)
            _note_of(known.file).unlink(missing_ok=True)


def _note_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")


def _note(known: Known) -> None:
    facts = {
        "made_at": known.made_at.isoformat(), "size": known.size, "sealed": known.sealed, "rows": known.rows,
        "holds": known.holds, "why": known.why, "tried_at": known.tried_at.isoformat() if known.tried_at else None,
    }  # fmt: skip
    _write(_note_of(known.file), facts)


def _note_try(plan: Plan, told: LastTry) -> None:
    try:
        _write(plan.folder / _TOLD, {"at": told.at.isoformat(), "why": told.why})
    except OSError as error:
        _LOG.warning("how the backup ended could not be noted: %s", type(error).__name__)


def _write(file: Path, facts: dict[str, Any]) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(facts), encoding="utf-8")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _known(file: Path) -> Known | None:
    """A backup by its name, and by its note where it has one."""
    try:
        made_at = datetime.strptime(file.stem[-15:], _STAMP).replace(tzinfo=UTC)
        size = file.stat().st_size
    except (ValueError, OSError):
        return None
    told = _read(_note_of(file))
    tried = told.get("tried_at")
    return Known(
        file, made_at, size, told.get("sealed") is True, int(told.get("rows", 0)), told.get("holds"),
        datetime.fromisoformat(tried) if tried else None, str(told.get("why", "")),
    )  # fmt: skip
