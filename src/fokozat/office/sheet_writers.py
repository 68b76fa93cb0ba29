"""Writes a table as CSV, XLSX or JSON, piece by piece.

A cell that a spreadsheet would take for a formula is made harmless with an apostrophe; `sheets` reads it without.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from tempfile import TemporaryFile
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from fokozat.kernel.errors import InvalidInput
from fokozat.office.columns import SCHEMES, has_values, head_of, write_value
from fokozat.office.exports import Table
from fokozat.office.member_rows import LIST_SIGN

_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_HARMFUL = re.compile(r"'*[=+\-@\t\r]")
_COMMA_LANGUAGES = ("en",)  # elsewhere a comma stands in numbers, and spreadsheets part cells by semicolons
_PIECE = 1 << 16
_ROWS_A_PIECE = 500


def write_table(table: Table, form: str, language: str) -> Iterator[bytes]:
    """The table in a form: csv, xlsx or json."""
    if form not in FORMS:
        raise InvalidInput("office.unknown-choice", "format", value=form, known=tuple(FORMS))
    return FORMS[form][1](table, language)


def media_type(form: str) -> str:
    """What a browser is told about a form."""
    return FORMS[form][0]


def _csv(table: Table, language: str) -> Iterator[bytes]:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="," if language in _COMMA_LANGUAGES else ";")
    out.write(_BOM)
    writer.writerow([head_of(key, language) for key in table.columns])
    for count, row in enumerate(table.rows, start=1):
        writer.writerow([_harmless(_cell(key, row[key], language)) for key in table.columns])
        if count % _ROWS_A_PIECE == 0:
            yield _taken(out)
    yield _taken(out)


def _json(table: Table, _language: str) -> Iterator[bytes]:
    yield b"["
    between = "\n"
    for row in table.rows:
        facts = {key: row[key] for key in table.columns}
        yield (between + json.dumps(facts, ensure_ascii=False, default=_day_text)).encode()
        between = ",\n"
    yield b"\n]\n"


def _xlsx(table: Table, language: str) -> Iterator[bytes]:
    book = Workbook(write_only=True)
    page = book.create_sheet(table.name)
    bold = Font(bold=True)
    heads = [WriteOnlyCell(page, head_of(key, language)) for key in table.columns]
    for head in heads:
        head.font = bold
    page.freeze_panes = "A2"
    page.append(heads)
    for row in table.rows:
        page.append([_workbook_cell(page, _cell(key, row[key], language)) for key in table.columns])
    with TemporaryFile() as out:
        book.save(out)
        out.seek(0)
        while piece := out.read(_PIECE):
            yield piece


def _workbook_cell(page: Any, value: str | int | date) -> Any:
    """Text stays text, whatever it begins with."""
    if value == "":
        return None
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value))
    cell.data_type = "s"
    return cell


def _cell(key: str, value: Any, language: str) -> str | int | date:
    """A value as a cell shows it: words for codes, several in one line."""
    if isinstance(value, bool):
        return write_value(key, "true", language) if value else ""
    if isinstance(value, list | tuple):
        return (LIST_SIGN if key in SCHEMES else ", ").join(str(each) for each in value)
    if value is None:
        return ""
    if isinstance(value, int | date):
        return value
    return write_value(key, str(value), language) if value and has_values(key) else str(value)


def _harmless(value: str | int | date) -> str:
    text = value if isinstance(value, str) else str(value)
    return f"'{text}" if isinstance(value, str) and _HARMFUL.match(text) else text


def _day_text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _taken(out: io.StringIO) -> bytes:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text.encode()


_Writer = Callable[[Table, str], Iterator[bytes]]
FORMS: Mapping[str, tuple[str, _Writer]] = {
    "csv": ("text/csv; charset=utf-8", _csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
    "json": ("application/json", _json),
}
