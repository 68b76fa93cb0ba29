"""Collects what is wrong with a document, each fault at its place, at most one a place."""

import json
import re
from collections.abc import Iterable

from fokozat.kernel.errors import Fault, InvalidInput

Path = tuple[str | int, ...]

MANY = 1000  # nobody mends more at once
SHOWN = 40
_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


class Faults:
    """The faults of one document."""

    def __init__(self, order: Iterable[str] = ()) -> None:
        self._found: dict[Path, Fault] = {}
        self._order = {key: rank for rank, key in enumerate(order)}

    def add(self, key: str, path: Path, **fields: object) -> None:
        """Note a fault; a place that has one already keeps it. After very many there is no point in going on."""
        if path not in self._found:
            self._found[path] = Fault(f"formats.{key}", place(path), fields)
            if len(self._found) == MANY:
                self.refuse()

    def has_any(self, key: str, depth: int) -> bool:
        """Whether anything is wrong at this key of the document, or not deeper below it than that."""
        return any(path[:1] == (key,) and len(path) <= depth for path in self._found)

    def refuse(self) -> None:
        """Refuse the document if anything is wrong with it."""
        if self._found:
            found = sorted(self._found.items(), key=lambda each: self._rank(each[0]))
            raise InvalidInput.of(tuple(fault for _, fault in found))

    def _rank(self, path: Path) -> tuple[int, ...]:
        """By the order of the keys in the document, then from the top of each list."""
        top = self._order.get(str(path[0]), len(self._order)) if path else -1
        return (top, *(part for part in path if isinstance(part, int)))


def place(path: Path) -> str:
    """A path as a person reads it: `rounds[2].games[5].second`; the first of a list is [0]."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            text += f".{shortened(part)}" if text else shortened(part)
        else:
            text += f"[{shown(part)}]"
    return text


def shown(text: str) -> str:
    """A piece of the document as it may be shown: short, in quotation marks, nothing invisible."""
    return json.dumps(shortened(visible(text[: SHOWN + 1])), ensure_ascii=False)


def visible(text: str) -> str:
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}\N{HORIZONTAL ELLIPSIS}"
