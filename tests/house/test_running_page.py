"""docs/running.md keeps its word: its commands do what is shown, its settings exist, its files fit the program."""

import os
import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from fokozat.cli.main import build_parser
from tests.house.test_readme import BLOCK, matches
from tests.house.tree import ROOT

PAGE = (ROOT / "docs/running.md").read_text()
SETTING = re.compile(r"\b(?:FOKOZAT_[A-Z_]+|DATABASE_URL)\b")
OF_PROGRAMMERS = {"FOKOZAT_TRACEBACK"}
# what a command sets for its own process, and what only builders of pages need
OF_COMMANDS = {"FOKOZAT_HALL", "FOKOZAT_MOVE_TO", "FOKOZAT_STYLE_PAGE"}


def commands(runs: bool) -> list[tuple[str, str]]:
    """What is typed and what is shown below it, of the blocks that are run or of the others, in order."""
    pieces = [
        piece
        for words, block in BLOCK.findall(PAGE)
        if ("no-run" not in words.split()) == runs
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]
    return [(line, shown.strip("\n")) for line, _, shown in (piece.partition("\n") for piece in pieces)]


def test_its_commands_print_what_is_shown(tmp_path: Path) -> None:
    """One after the other, in an installation of their own."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/bin").symlink_to(Path(sys.executable).parent)
    env = os.environ | {"FOKOZAT_HOME": str(tmp_path / "var"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "DATABASE_URL": ""}
    assert len(commands(runs=True)) > 5
    for line, shown in commands(runs=True):
        done = subprocess.run(
            f"exec 2>&1; {line}", shell=True, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE
        )
        assert matches(shown, done.stdout), f"{line}\nshown:\n{shown}\n\nprinted:\n{done.stdout}"


@pytest.mark.parametrize("line", [line for line, _ in commands(runs=False) if shlex.split(line)[0] == "fokozat"])
def test_its_other_commands_could_be_given(line: str) -> None:
    build_parser().parse_args(shlex.split(line)[1:])


def test_it_names_every_setting_and_no_other() -> None:
    known = set(SETTING.findall((ROOT / "src/fokozat/site/settings.py").read_text()))
    known |= set(SETTING.findall((ROOT / "src/fokozat/office/passphrases.py").read_text()))
    assert set(SETTING.findall(PAGE)) - OF_PROGRAMMERS == known - OF_COMMANDS


def test_the_service_starts_what_there_is() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "docs/ops/fokozat.service")
    words = shlex.split(unit["Service"]["ExecStart"])
    given = build_parser().parse_args(words[1:])
    assert (given.command, given.host) == ("serve", "127.0.0.1")
    for name in ("nginx.conf", "Caddyfile"):
        text = (ROOT / "docs/ops" / name).read_text()
        assert f"127.0.0.1:{given.port}" in text
        assert "/events/" in text
        assert "/metrics" in text
