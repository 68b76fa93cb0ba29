"""Golden files: what the house says, kept as plain text. `make golden` rewrites them; nothing else does."""

import os
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WRITING = os.environ.get("FOKOZAT_GOLDEN") == "write"


def compare_with_golden(name: str, text: str) -> None:
    """The text must be that of the golden file of this name."""
    path = FOLDER / name
    if WRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no golden file {name}; `make golden` writes it"
    assert text == path.read_text(encoding="utf-8")


def orphans(folder: str, wanted: set[str]) -> set[str]:
    """Golden files that no test looks at any more."""
    return {path.name for path in (FOLDER / folder).iterdir()} - wanted
