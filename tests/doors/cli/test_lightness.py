"""The pure commands are light: no Django, no numba, and the help is there at once."""

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from tests.doors.cli.front_door import FOKOZAT, MGSZ, WEEKEND, environment

HEAVY = ("django", "ninja", "uvicorn", "numba", "numpy", "distributed", "shtab", "asyncio")
PURE = (
    ("--help",),
    ("rate", WEEKEND, *MGSZ),
    ("explain", WEEKEND, *MGSZ, "--json"),
    ("editions", "mgsz-2012"),
    ("compare", "mgsz-2012"),
    ("convert", WEEKEND, "-"),
    ("bench", "explain"),
)
LOOK = """
import sys
from fokozat.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""
SECONDS = 0.3


@pytest.mark.parametrize("arguments", PURE, ids=lambda arguments: arguments[0])
def test_nothing_heavy_is_imported(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", LOOK, *arguments]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    imported = set(done.stderr.splitlines()[-1].split())
    assert "fokozat" in imported
    assert not imported.intersection(HEAVY)


def test_help_is_there_at_once() -> None:
    """In seconds of the processor, because other tests share it; on a quiet machine it is the time on the wall."""
    times = []
    for _ in range(5):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([FOKOZAT, "--help"], env=environment(), capture_output=True, check=True)
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert sorted(times)[2] < SECONDS
