"""Calls `fokozat` as a person does, in an environment that says nothing."""

import os
import subprocess
import sys
from pathlib import Path

FOKOZAT = str(Path(sys.executable).parent / "fokozat")
DATA = Path(__file__).resolve().parent / "data"
WEEKEND = str(DATA / "weekend.json")
SMALL_BOARD = str(DATA / "small-board.json")
TIMES_DIFFER = str(DATA / "times-differ.json")
FAULTY = str(DATA / "faulty.json")
MGSZ = ("--edition", "mgsz-2012")
LOUD = {"LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "NO_COLOR", "FOKOZAT_TRACEBACK", "DATABASE_URL"}


def environment(**more: str) -> dict[str, str]:
    """What a process of ours is told: nothing but its paths and what a test adds."""
    quiet = {name: value for name, value in os.environ.items() if name not in LOUD}
    return {**quiet, "LC_ALL": "C.UTF-8", **more}


def fokozat(*arguments: str, text: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(
        [FOKOZAT, *arguments], input=text, env=environment(**environ), capture_output=True, text=True, timeout=60
    )
