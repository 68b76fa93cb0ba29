"""Which backups an installation makes by itself and which it keeps: as the environment says, and as pure reckoning."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fokozat.kernel.errors import InvalidInput

MOST_KEPT = 1000


@dataclass(frozen=True)
class Keep:
    """Of how many days, weeks and months the last backup stays."""

    days: int = 7
    weeks: int = 4
    months: int = 12


@dataclass(frozen=True)
class Plan:
    """Where backups go, whether one is made every day, which stay, and where the passphrase stands."""

    folder: Path
    daily: bool = False
    keep: Keep = Keep()
    passphrase_file: Path | None = None


def read_plan(environ: Mapping[str, str], home: Path) -> Plan:
    """FOKOZAT_BACKUPS=daily, FOKOZAT_BACKUP_FOLDER, FOKOZAT_BACKUP_KEEP=7,4,12, FOKOZAT_PASSPHRASE_FILE."""
    when, keep = environ.get("FOKOZAT_BACKUPS", "").strip(), environ.get("FOKOZAT_BACKUP_KEEP", "").strip()
    if when not in ("", "daily"):
        raise InvalidInput("office.backups-when", value=when[:20])
    folder, secret = environ.get("FOKOZAT_BACKUP_FOLDER", ""), environ.get("FOKOZAT_PASSPHRASE_FILE", "")
    return Plan(
        Path(folder).expanduser().resolve() if folder else home / "backups",
        when == "daily",
        _keep(keep) if keep else Keep(),
        Path(secret).expanduser() if secret else None,
    )


def _keep(text: str) -> Keep:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 5 for part in parts):
        raise InvalidInput("office.backups-keep", value=text[:40])
    days, weeks, months = map(int, parts)
    if not 1 <= days <= MOST_KEPT or max(weeks, months) > MOST_KEPT:
        raise InvalidInput("office.backups-keep", value=text[:40])
    return Keep(days, weeks, months)


def kept(made: Iterable[datetime], keep: Keep) -> frozenset[datetime]:
    """The last backup of each of the last days, weeks and months that have one; the newest is always among them.

    What goes today would not have been kept on any later day, so that it does not matter when somebody tidies up.
    """
    newest_first = sorted(set(made), reverse=True)
    periods: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (keep.days, datetime.date),
        (keep.weeks, lambda at: at.isocalendar()[:2]),
        (keep.months, lambda at: (at.year, at.month)),
    )
    staying: set[datetime] = set()
    for most, period in periods:
        last_of: dict[object, datetime] = {}
        for at in newest_first:
            last_of.setdefault(period(at), at)
        staying.update(list(last_of.values())[:most])
    return frozenset(staying)
