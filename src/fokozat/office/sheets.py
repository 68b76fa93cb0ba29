"""Reads a table that people keep in a spreadsheet: bytes of a CSV or XLSX file -> heads and rows with line numbers.

A cell is text or a day. What cannot be read is a fault with its line and column; nothing is guessed in silence:
the sheet says in which encoding it was read.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import islice

from fokozat.kernel.errors import Fault, InvalidInput

MOST_BYTES = 10_000_000
MOST_ROWS = 50_000
MOST_COLUMNS = 200
LONGEST_CELL = 5_000
_HEAD_WITHIN = 20  # rows: above the head people write titles
_SEPARATORS = ";\t,"
_LOOKED_AT = 20_000  # letters, to find out how the file is written
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_ARCHIVE = b"PK\x03\x04"
_QUOTED = re.compile(r"'+[=+\-@\t\r]")
# The old encodings of our lands, with the language each was used for and the letters that tell that language.
_OLD = {"windows-1250": ("hu", "áéíóúűÁÉÍÓÚŰ"), "windows-1257": ("et", "äšžÄŠŽ")}

Cell = str | date


@dataclass(frozen=True)
class Row:
    """A row with the number of its line."""

    line: int
    cells: tuple[Cell, ...]

    @property
    def is_blank(self) -> bool:
        return not any(self.cells)


@dataclass(frozen=True)
class Sheet:
    """The heads and the rows under them. `encoding` is that of a text, or "xlsx"; `name` the sheet of a workbook."""

    head: Row
    rows: tuple[Row, ...]
    encoding: str
    name: str = ""
    faults: tuple[Fault, ...] = field(default=())

    @property
    def heads(self) -> tuple[str, ...]:
        return tuple(str(cell) for cell in self.head.cells)


Knows = Callable[[str], tuple[str, ...]]  # the languages in which a head is known; without any it is not


def read_sheet(data: bytes, knows: Knows) -> Sheet:
    """The first table in a file; `knows` finds the row of heads under a title."""
    if len(data) > MOST_BYTES:
        raise InvalidInput("office.file-too-large", limit=MOST_BYTES // 1_000_000)
    if not data.strip():
        raise InvalidInput("office.file-empty")
    if data.startswith(_OLD_WORKBOOK):
        raise InvalidInput("office.file-old-workbook")
    if data.startswith(_ARCHIVE):
        from fokozat.office.workbooks import read_workbook

        return read_workbook(data, knows)
    text, encoding = _decode(data, knows)
    return sheet_of(_rows_of_text(text, knows), knows, encoding)


def sheet_of(rows: Iterable[Row], knows: Knows, encoding: str, name: str = "") -> Sheet:
    """Part the heads from the rows; blank rows are no rows."""
    filled = (row for row in rows if not row.is_blank)
    top = list(islice(filled, _HEAD_WITHIN))
    if not top:
        raise InvalidInput("office.file-empty")
    at = next((at for at, row in enumerate(top) if is_head(row, knows)), 0)
    kept = top[at + 1 :]
    for row in filled:
        kept.append(row)
        if len(kept) > MOST_ROWS:
            raise InvalidInput("office.too-many-rows", limit=MOST_ROWS)
    return Sheet(Row(top[at].line, _trimmed(top[at].cells)), tuple(kept), encoding, name)


def is_head(row: Row, knows: Knows) -> bool:
    """Two heads that are known make a row of heads; one could be a title."""
    return sum(1 for cell in row.cells if isinstance(cell, str) and cell and knows(cell)) > 1


def letter_of(at: int) -> str:
    """The letter over a column: A, B, ... Z, AA."""
    at, letters = at + 1, ""
    while at:
        at, rest = divmod(at - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def unquoted(text: str) -> str:
    """A cell as it was before it was made harmless for spreadsheets."""
    return text[1:] if _QUOTED.match(text) else text


def _trimmed(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def _decode(data: bytes, knows: Knows) -> tuple[str, str]:
    """The text and its encoding: UTF-8, what says itself that it is UTF-16, or one of two old ones of our lands."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _checked(_decoded(data, "utf-16"), "utf-16")
    try:
        return _checked(data.removeprefix(codecs.BOM_UTF8).decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
    if b"\0" in data:
        raise InvalidInput("office.file-no-table")
    _refuse_mixed(data, line)
    texts = {encoding: text for encoding in _OLD if (text := _decoded(data, encoding))}
    if not texts or data.startswith(codecs.BOM_UTF8):  # which says of itself that it is UTF-8
        raise InvalidInput("office.file-no-encoding", str(line), line=line)
    encoding = max(texts, key=lambda encoding: _fitness(encoding, texts[encoding], knows))
    return _checked(texts[encoding], encoding)


def _refuse_mixed(data: bytes, line: int) -> None:
    """A file put together of two: read in either encoding, the letters of one part would be wrong."""
    for other, text in enumerate(data.split(b"\n"), start=1):
        if not text.isascii() and _decoded(text, "utf-8"):
            raise InvalidInput("office.file-mixed", str(line), line=line, other=other)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _checked(text: str, encoding: str) -> tuple[str, str]:
    if not text or "\0" in text:
        raise InvalidInput("office.file-no-table")
    return text, encoding


def _fitness(encoding: str, text: str, knows: Knows) -> tuple[int, int]:
    """How well an encoding fits: heads in its language, then letters of that language."""
    language, letters = _OLD[encoding]
    heads = re.split(f"[{_SEPARATORS}\n]", "\n".join(text[:_LOOKED_AT].splitlines()[:_HEAD_WITHIN]))
    return sum(language in knows(head.strip(' "')) for head in heads), sum(map(text.count, letters))


def _rows_of_text(text: str, knows: Knows) -> Iterator[Row]:
    """Every record with the line on which it begins; a cell in quotes may go over several."""
    lines = io.StringIO(text, newline="")
    first = lines.readline()
    told = first.strip().removeprefix("sep=") if first.startswith("sep=") else ""
    skipped = 1 if told and told in _SEPARATORS else 0
    if not skipped:
        lines.seek(0)
    records = csv.reader(lines, delimiter=told if skipped else _separator(text, knows), strict=True)
    while True:
        line = records.line_num + 1 + skipped
        try:
            cells = next(records, None)
        except csv.Error:
            raise InvalidInput("office.row-broken", str(line), line=line) from None
        if cells is None:
            return
        yield Row(line, tuple(_cell(text, line, at) for at, text in enumerate(cells[:MOST_COLUMNS])))


def _cell(text: str, line: int, at: int) -> str:
    if len(text) > LONGEST_CELL:
        raise InvalidInput("office.too-long", f"{line}:{letter_of(at)}", longest=LONGEST_CELL)
    return unquoted(text.strip(" \r\n"))


def _separator(text: str, knows: Knows) -> str:
    """What parts a line into known heads, else what parts most cells in the first lines, outside of quotes."""
    lines = text[:_LOOKED_AT].splitlines()[:_HEAD_WITHIN]
    bare = re.sub(r'"[^"]*"', "", "\n".join(lines))

    def fitness(separator: str) -> tuple[int, int]:
        heads = max(sum(bool(knows(head.strip(' "'))) for head in line.split(separator)) for line in lines)
        return heads, bare.count(separator)

    return max(_SEPARATORS, key=fitness)
