"""Files are written whole or not at all, and the machine's refusals are worded."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fokozat.cli import files
from fokozat.kernel.errors import NotFound


def test_a_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    files.write_text(str(link), "új")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "új"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced() -> None:
    files.write_text(os.devnull, "gone")
    assert Path(os.devnull).is_char_device()


def test_nothing_is_left_behind_where_writing_fails(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half of it"
        raise OSError(errno.ENOSPC, "no space left")

    with pytest.raises(OSError, match="no space"):
        files._replace(tmp_path / "out", pieces())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOENT, "cli.no-file"),
        (errno.EISDIR, "cli.is-folder"),
        (errno.EACCES, "cli.no-permission"),
        (errno.EROFS, "cli.no-permission"),
        (errno.ENOSPC, "cli.file-failed"),
    ],
)
def test_refusals_are_worded(number: int, key: str) -> None:
    with pytest.raises(NotFound) as caught, files._worded("a.json"):
        raise OSError(number, os.strerror(number))
    assert caught.value.key == key
    assert caught.value.fields["file"] == "a.json"
