"""How long a person waits: `fokozat --help` and `fokozat rate` from the prompt, beside a bare Python."""

import sys
from collections.abc import Callable
from pathlib import Path

from fokozat.cli.bench.measure import Figure, seconds_of_both

RUNS = 7
OURS = (sys.executable, "-m", "fokozat.cli")
BARE = (sys.executable, "-c", "")


def start() -> tuple[Figure, ...]:
    """The wall time of whole processes."""
    import json
    import tempfile

    from fokozat.cli.bench.read import event_document

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as folder:
        event = Path(folder) / "event.json"
        event.write_text(json.dumps(event_document(players=84, rounds=5)), encoding="utf-8")
        rate = ("rate", str(event), "--edition", "mgsz-2012", "--json")
        return (_figure("--help", ("--help",)), _figure("rate", rate))


def _figure(what: str, arguments: tuple[str, ...]) -> Figure:
    ours, bare = seconds_of_both(_process((*OURS, *arguments)), _process(BARE), RUNS)
    return Figure("start", f"fokozat {what}", "ms", ours * 1000, "python -c ''", bare * 1000)


def _process(command: tuple[str, ...]) -> Callable[[], object]:
    import subprocess

    return lambda: subprocess.run(command, capture_output=True, check=True)
