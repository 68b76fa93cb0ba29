"""Reads an XLSX workbook: the first sheet with known heads, without running or trusting anything in it."""

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import openpyxl

from fokozat.kernel.errors import Fault, FokozatError, InvalidInput
from fokozat.office.sheets import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, Cell, Knows, Row, Sheet, letter_of, sheet_of

_MOST_UNPACKED = 100_000_000
_MOST_PARTS = 1_000
_MOST_LINES = 200_000  # blank ones counted: a sheet that was coloured to its end has a million
_MACROS = ("vbaproject", "macrosheets", "activex", "embeddings")
_HEAD_OF_PART = 4096


def read_workbook(data: bytes, knows: Knows) -> Sheet:
    """The first sheet of the workbook that has known heads, otherwise its first sheet with anything in it."""
    try:
        _refuse_harmful(data)
        return _read(data, knows)
    except FokozatError:
        raise
    except Exception as error:
        raise InvalidInput("office.file-broken-workbook") from error


def _read(data: bytes, knows: Knows) -> Sheet:
    sheets = []
    for name in _names(data):
        reading = _Reading(data, name)
        try:
            sheet = sheet_of(reading.rows(), knows, "xlsx", name)
        except InvalidInput as error:
            if error.key == "office.file-empty":
                continue
            raise
        sheet = Sheet(sheet.head, sheet.rows, sheet.encoding, name, tuple(reading.faults))
        sheets.append(sheet)
        if sum(bool(knows(head)) for head in sheet.heads) > 1:
            return sheet
    if not sheets:
        raise InvalidInput("office.file-empty")
    return sheets[0]


class _Reading:
    """One sheet being read. What was computed is taken from a second look, only where there are formulas."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name
        self.faults: list[Fault] = []

    def rows(self) -> Iterator[Row]:
        computed: Iterator[tuple[Any, ...]] | None = None
        for line, every in enumerate(self._lines(False), start=1):
            if line > _MOST_LINES:
                raise InvalidInput("office.too-many-rows", limit=MOST_ROWS)
            cells = every[:MOST_COLUMNS]
            if computed is None and any(cell.data_type == "f" for cell in cells):
                computed = self._lines(True)
                for _ in range(line - 1):
                    next(computed)
            seen = zip(cells, next(computed) if computed else cells, strict=False)
            yield Row(line, tuple(self._cell(cell, value, line, at) for at, (cell, value) in enumerate(seen)))

    def _lines(self, computed: bool) -> Iterator[tuple[Any, ...]]:
        book = openpyxl.load_workbook(io.BytesIO(self.data), read_only=True, data_only=computed, keep_links=False)
        page = book[self.name]
        page.reset_dimensions()  # what a file says of its own size may be wrong
        yield from page.iter_rows()

    def _cell(self, cell: Any, computed: Any, line: int, at: int) -> Cell:
        value = computed.value
        if cell.data_type == "f" and value is None:
            return self._faulty("formula-without-value", line, at)
        if computed.data_type == "e":
            return self._faulty("formula-failed", line, at, value=str(value))
        text = plain_cell(value)
        if isinstance(text, str) and len(text) > LONGEST_CELL:
            return self._faulty("too-long", line, at, longest=LONGEST_CELL)
        return text

    def _faulty(self, key: str, line: int, at: int, **fields: object) -> str:
        where = {"line": line, "column": letter_of(at)}
        self.faults.append(Fault(f"office.{key}", f"{line}:{letter_of(at)}", {**fields, **where}))
        return ""


def plain_cell(value: object) -> Cell:
    """A value of a workbook as text or day; a number that is whole stays whole."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
    return str(value).strip(" \r\n")


def _names(data: bytes) -> list[str]:
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    shown = [page.title for page in book.worksheets if page.sheet_state == "visible"]
    book.close()
    return shown


def _refuse_harmful(data: bytes) -> None:
    """Archives that unpack to far more than they are, programs inside, and XML that defines its own entities."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if "[Content_Types].xml" not in archive.namelist():
            raise InvalidInput("office.file-broken-workbook")
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _MOST_UNPACKED:
            raise InvalidInput("office.file-unpacks-too-large")
        if any(word in part.filename.lower() for part in parts for word in _MACROS):
            raise InvalidInput("office.file-has-macros")
        for part in parts:
            if part.filename.endswith((".xml", ".rels")):
                with archive.open(part) as opened:
                    if b"<!" + b"DOCTYPE" in opened.read(_HEAD_OF_PART):
                        raise InvalidInput("office.file-broken-workbook")
