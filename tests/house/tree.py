"""The repository as the house tests see it: which files belong to it, and what they say."""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "fokozat"


@cache
def files() -> tuple[Path, ...]:
    """Every file that is, or would be, part of the repository."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout, so nobody knows which files belong to it")
    paths = {ROOT / name for name in names if name}
    return tuple(sorted(path for path in paths if path.is_file()))


def name_of(path: Path) -> str:
    """A file's name as people say it: from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


def is_built(path: Path) -> bool:
    """Whether a program wrote the file: the front end's output and the locks."""
    name = name_of(path)
    return "/static/dist/" in name or path.suffix == ".lock" or path.name == "package-lock.json"


def texts() -> Iterator[tuple[str, str]]:
    """(name, text) of every file that is text."""
    for path in files():
        try:
            yield name_of(path), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font


def python_files(*folders: str) -> list[Path]:
    """The Python files under some folders of the repository."""
    return [path for path in files() if path.suffix == ".py" and name_of(path).split("/")[0] in folders]
