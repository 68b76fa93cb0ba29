"""Imports go one way: the contracts of pyproject.toml are kept, and they speak of every room."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.house.tree import ROOT, SRC

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
LAYERS = {room for layer in CONTRACTS[0]["layers"] for room in layer.split(" | ")}
PURE = {room.removeprefix("fokozat.") for room in CONTRACTS[1]["source_modules"]}


def test_contracts_are_kept() -> None:
    linter = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_room_is_in_the_layers() -> None:
    assert {path.parent.name for path in SRC.glob("*/__init__.py")} == LAYERS


def test_every_room_below_the_work_is_pure() -> None:
    assert LAYERS - {"site", "web", "api", "cli", "office", "work"} == PURE
