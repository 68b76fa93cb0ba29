"""A backup is written whole or not at all, and put back whole or not at all.

What goes along from the data folder is everything but what the database holds itself, letters, what can be made anew,
and the backups. The secret key is among it, so that whoever restores goes on with the same one: a backup is as secret
as the installation, readable by its owner only, and should be sealed where it leaves the machine.
"""

import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, BinaryIO, cast

from django.conf import settings
from django.db import DatabaseError

from fokozat.kernel.errors import Conflict, InvalidInput, NotFound
from fokozat.office.check import check
from fokozat.office.passphrases import own_passphrase
from fokozat.office.snapshot import Manifest, extract_files, read_snapshot, verify, write_snapshot
from fokozat.office.snapshot_rows import is_empty
from fokozat.work.sealed import SealedReader, SealingWriter, is_sealed

STAYING = ("backups", "cache", "mail", "metrics")  # folders of the data folder that no backup takes along
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Made:
    """A backup that was written."""

    file: Path
    size: int
    digest: str
    sealed: bool
    manifest: Manifest


@dataclass(frozen=True)
class Restored:
    """What was put back, and where the installation that was there before is kept."""

    manifest: Manifest
    safety: Path | None = None


def write_backup(file: Path, passphrase: str = "", replace: bool = False) -> Made:
    """Write beside, make sure that it is on the disk, and only then give it its name."""
    if file.exists() and not replace:
        raise Conflict("office.backup-exists", file=str(file))
    beside = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        try:
            with beside.open("xb") as out:
                beside.chmod(0o600)
                manifest = _write(out, passphrase, file.parent)
                out.flush()
                os.fsync(out.fileno())
            _name(beside, file, replace)
        finally:
            beside.unlink(missing_ok=True)
    except FileExistsError:
        raise Conflict("office.backup-exists", file=str(file)) from None
    except (OSError, DatabaseError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise NotFound("office.backup-not-written", file=str(file), reason=" ".join(reason.split())[:200]) from error
    return Made(file, file.stat().st_size, digest_of_file(file), bool(passphrase), manifest)


def _write(out: BinaryIO, passphrase: str, folder: Path) -> Manifest:
    if not passphrase:
        return write_snapshot(out, kept_files(), beside=folder)
    sealing = SealingWriter(out, passphrase)
    manifest = write_snapshot(cast(BinaryIO, sealing), kept_files(), beside=folder)
    sealing.finish()
    return manifest


def _name(beside: Path, file: Path, replace: bool) -> None:
    """Nobody's file is lost by a race: only one of two gets a name that is free."""
    if replace:
        beside.replace(file)
    else:
        file.hardlink_to(beside)
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def kept_files() -> dict[str, Path]:
    """What the data folder has beside the database, by names that hold on every machine."""
    home = Path(settings.HOME)
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    found = {}
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home)
        passing = name.parts[0] in STAYING or any(part.startswith(".") for part in name.parts)
        if path.is_file() and not passing and not _of_database(path, home, database):
            found[name.as_posix()] = path
    return found


def _of_database(path: Path, home: Path, database: Path) -> bool:
    mains = (database, home / "fokozat.sqlite3")
    return any(str(path) in (f"{main}{end}" for end in ("", "-wal", "-shm", "-journal")) for main in mains)


@contextmanager
def opened(file: Path, passphrase: Callable[[], str]) -> Iterator[IO[bytes]]:
    """A backup to read; the passphrase is asked for only where the file is sealed."""
    try:
        source = file.open("rb")
    except OSError as error:
        raise NotFound("office.backup-not-read", file=str(file), reason=error.strerror or "") from error
    with source:
        if is_sealed(source):
            yield cast(IO[bytes], SealedReader(source, passphrase()))
        else:
            yield source


def restore_backup(source: IO[bytes], safety: Path | None = None, over: bool = False) -> Restored:
    """Put an installation back; `over` one that is in use, whose own backup goes to `safety` first."""
    verify(source)
    made = None
    if not is_empty("default"):
        if not over:
            raise Conflict("office.restore-not-empty")
        made = write_backup(safety, own_passphrase()).file if safety else None
    home = Path(settings.HOME)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=home) as name:
        staged = Path(name)
        extract_files(source, staged / "new")
        with _file_swap(staged, home) as swap:

            def prove(_manifest: Manifest) -> None:
                refuse_differences()
                swap()

            manifest = read_snapshot(source, prove=prove)
    return Restored(manifest, made)


def refuse_differences() -> None:
    """What is not as it must be in the restored database keeps it from being taken."""
    differences = check().differences
    if differences:
        raise InvalidInput("office.restore-proof", what=differences[0].key, count=len(differences))


@contextmanager
def _file_swap(staged: Path, home: Path) -> Iterator[Callable[[], None]]:
    """The restored files take their places with the database; if that fails, the old ones are there again."""
    new, old = staged / "new", staged / "old"
    done: list[Path] = []

    def swap() -> None:
        for path in sorted(path for path in new.rglob("*") if path.is_file()):
            name = path.relative_to(new)
            if (home / name).exists():
                (old / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).rename(old / name)
            done.append(name)
            (home / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.rename(home / name)

    try:
        yield swap
    except BaseException:
        for name in done:
            (home / name).unlink(missing_ok=True)
            if (old / name).exists():
                (old / name).rename(home / name)
        raise


def digest_of_file(file: Path) -> str:
    """The SHA-256 of a file, to be compared where a copy of it arrives."""
    digest = sha256()
    with file.open("rb") as source:
        while piece := source.read(_CHUNK):
            digest.update(piece)
    return digest.hexdigest()
