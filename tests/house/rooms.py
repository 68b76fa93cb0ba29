"""The rooms that have words, found by looking: a folder with `words.toml` or `words/*.toml`."""

from functools import cache
from pathlib import Path

import fokozat

HOUSE = Path(fokozat.__file__).parent


@cache
def rooms_with_words() -> tuple[str, ...]:
    """By the name that `Words.of` takes: a regulation's room is called by its own folder."""
    folders = {path.parent for path in HOUSE.rglob("words.toml")} | {
        path.parent.parent for path in HOUSE.rglob("words/*.toml")
    }
    return tuple(sorted(folder.name for folder in folders))


def files_with_words(room: str) -> list[Path]:
    """Every file that holds sentences of a room."""
    found = [HOUSE / room, HOUSE / "regulations" / room]
    return [
        path
        for folder in found
        for path in (folder / "words.toml", *sorted(folder.glob("words/*.toml")))
        if path.is_file()
    ]
