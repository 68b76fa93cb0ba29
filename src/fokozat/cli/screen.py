"""What a command writes on: plain text, tables, JSON; colour only on a terminal."""

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from fokozat.kernel.words import Words

WIDEST = 110
GAP = "  "


@dataclass(frozen=True)
class Screen:
    """Standard output in the reader's language."""

    out: TextIO
    language: str

    @property
    def is_terminal(self) -> bool:
        return self.out.isatty()

    @property
    def has_colour(self) -> bool:
        return self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """How many letters a line may have; paper and pipes have no limit."""
        return min(shutil.get_terminal_size().columns, WIDEST) if self.is_terminal else 0

    def words(self, name: str, /, **fields: object) -> str:
        """A sentence of the command line."""
        return Words.of("cli").say(name, self.language, **fields)

    def say(self, name: str, /, **fields: object) -> None:
        self.line(self.words(name, **fields))

    def line(self, text: str = "") -> None:
        self.out.write(f"{text}\n")

    def title(self, text: str) -> None:
        self.line(self._marked("1", text))

    def quiet(self, text: str) -> str:
        """Text that steps back on a terminal."""
        return self._marked("2", text)

    def json(self, document: object) -> None:
        self.line(json.dumps(document, ensure_ascii=False, indent=2))

    def table(self, rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Columns of equal width, those named in `right` set to the right."""
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (
                cell.rjust(width) if at in right else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            self.line(GAP.join(cells).rstrip())

    def _marked(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.has_colour and text else text
