"""The only place of the command line that touches files: reading whole, writing whole or not at all."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fokozat.formats import read_event
from fokozat.kernel.errors import FokozatError, NotFound
from fokozat.kernel.event import Event

STANDARD = "-"

_REASONS = {
    errno.EISDIR: "cli.is-folder",
    errno.EACCES: "cli.no-permission",
    errno.EPERM: "cli.no-permission",
    errno.EROFS: "cli.no-permission",
}


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Whatever is wrong inside stands in this file: its name travels with the error as a note."""
    try:
        yield
    except FokozatError as error:
        error.add_note(file)
        raise


def read_bytes(file: str, most: int = -1) -> bytes:
    """The whole of a file, or of standard input for `-`; `most` is where the reading stops, whatever follows."""
    if file == STANDARD:
        return sys.stdin.buffer.read(most)
    with _worded(file), Path(file).open("rb") as content:
        return content.read(most)


def read_document(file: str, form: str | None) -> Event:
    """The event that a file describes."""
    data = read_bytes(file)
    with naming(file):
        return read_event(data, form)


def make_folder(folder: str) -> None:
    """A folder to write into, with those above it; one that is there already stays as it is."""
    with _worded(folder):
        if Path(folder).exists() and not Path(folder).is_dir():
            raise NotFound("cli.no-folder", file=folder)
        Path(folder).mkdir(parents=True, exist_ok=True)


def write_text(file: str, text: str) -> None:
    """Write a file whole: beside it first, then in its place, so that nobody ever sees half of it."""
    if file == STANDARD:
        sys.stdout.write(text)
        return
    write_pieces(file, (text.encode(),))


def write_pieces(file: str, pieces: Iterable[bytes]) -> None:
    """The same, piece by piece, for what is too long to be held at once or is no text."""
    if file == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        return
    target = Path(os.path.realpath(file))
    with _worded(file, missing="cli.no-folder"):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        if target.exists() and not target.is_file():
            with target.open("wb") as out:
                out.writelines(pieces)  # a device or a pipe is written to, never replaced
            return
        _replace(target, pieces)


def _replace(target: Path, pieces: Iterable[bytes]) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("xb") as out:
            out.writelines(pieces)
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _worded(file: str, missing: str = "cli.no-file") -> Iterator[None]:
    """The machine's refusals as errors that a person can mend."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        if isinstance(error, ValueError) or error.errno in (errno.ENOENT, errno.ENOTDIR):
            raise NotFound(missing, file=file) from error
        key = _REASONS.get(error.errno or 0, "cli.file-failed")
        raise NotFound(key, file=file, reason=error.strerror or "") from error
