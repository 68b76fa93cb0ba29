"""How many tests each shelf holds, kept in tests/counts.toml so that none gets lost unnoticed.

`tools/shelf_counts.py` prints the kept numbers, `--write` counts anew and keeps them.
A shelf may only shrink when CHANGELOG.md says so in a line of this form:

    tests/<shelf>: 120 -> 110, why
"""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHELVES = ("regulations", "laws", "golden", "perft", "witnesses", "unit", "doors", "house")
KEPT = "tests/counts.toml"
REVISIONS = 200
CHANGELOG_LINE = re.compile(r"tests/(\w+): (\d+) -> (\d+), \S")

Counts = Mapping[str, int]


def shelf_of(test: str) -> str:
    """The shelf of a test by its pytest name: tests/unit/test_x.py::test_y is on `unit`."""
    return test.split("/")[1]


def read_counts(text: str) -> dict[str, int]:
    """The numbers in the text of a counts file."""
    return {shelf: int(number) for shelf, number in tomllib.loads(text).items()}


def git(*arguments: str) -> str:
    """What git answers, or nothing where there is no git or no history."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def kept_history() -> list[dict[str, int]]:
    """Every stored version of the counts file, oldest first, the one on disk last."""
    commits = git("log", "--reverse", f"--max-count={REVISIONS}", "--format=%H", "--", KEPT).split()
    texts = [git("show", f"{commit}:{KEPT}") for commit in commits]
    on_disk = ROOT / KEPT
    if on_disk.exists():
        texts.append(on_disk.read_text())
    return [read_counts(text) for text in texts]


def excused_losses() -> set[tuple[str, int, int]]:
    """The losses that CHANGELOG.md explains: (shelf, before, after)."""
    changelog = ROOT / "CHANGELOG.md"
    text = changelog.read_text() if changelog.exists() else ""
    return {(shelf, int(before), int(after)) for shelf, before, after in CHANGELOG_LINE.findall(text)}


def floor_of(shelf: str, numbers: Iterable[int], excused: set[tuple[str, int, int]]) -> int:
    """The number below which a shelf may not fall: its highest ever, lowered only by excused losses."""
    floor = 0
    for number in numbers:
        if number > floor or (shelf, floor, number) in excused:
            floor = number
    return floor


def losses(collected: Counts) -> list[str]:
    """One sentence for each shelf that holds fewer tests than before without an excuse."""
    history, excused = kept_history(), excused_losses()
    sentences = []
    for shelf in SHELVES:
        now = collected.get(shelf, 0)
        floor = floor_of(shelf, [counts.get(shelf, 0) for counts in history] + [now], excused)
        if now < floor:
            sentences.append(
                f"tests/{shelf} collected {now} tests, before there were {floor}; bring them back, "
                f"or say why in CHANGELOG.md: tests/{shelf}: {floor} -> {now}, why"
            )
    return sentences


def is_kept(collected: Counts) -> bool:
    """Whether the file on disk holds exactly these numbers."""
    history = kept_history()
    return bool(history) and history[-1] == {shelf: collected.get(shelf, 0) for shelf in SHELVES}


def count_anew() -> Counter[str]:
    """Ask pytest what it would run."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"The tests cannot be collected:\n{done.stdout}{done.stderr}")
    # a test that goes through a whole API is collected once for each address, but it is one test by its name
    return Counter(shelf_of(test) for test in {line for line in done.stdout.splitlines() if "::" in line})


def table(counts: Counts) -> str:
    """The numbers, a shelf a line."""
    return "\n".join(f"  {shelf:<12}{counts.get(shelf, 0):>6}" for shelf in SHELVES)


def write(collected: Counts) -> None:
    """Keep these numbers in the counts file."""
    lines = [f"{shelf} = {collected.get(shelf, 0)}" for shelf in SHELVES]
    head = "# Tests on each shelf; written by tools/shelf_counts.py --write, compared by make test."
    (ROOT / KEPT).write_text("\n".join([head, *lines, ""]))


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write(count_anew())
    print(table(kept_history()[-1]))
