"""Sheets as people keep them: separators, quotes, line ends, encodings, workbooks, and what is refused."""

import codecs
import io
import zipfile
from contextlib import suppress
from datetime import date, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import FokozatError, InvalidInput
from fokozat.kernel.words import word_fault
from fokozat.office.columns import MEMBERS, OPENING, head_of, languages_of, lay_out, meaning, read_value, write_value
from fokozat.office.sheets import MOST_BYTES, MOST_ROWS, Row, Sheet, letter_of, read_sheet, unquoted
from fokozat.office.workbooks import plain_cell

HEADS = "Vezetéknév;Utónév;Született"


def read(data: bytes) -> Sheet:
    return read_sheet(data, lambda head: languages_of(head, MEMBERS))


def workbook(*pages: tuple[str, list[list[object]]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in pages:
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def refused(data: bytes) -> FokozatError:
    with pytest.raises(InvalidInput) as error:
        read(data)
    assert all(word_fault(fault, language) for fault in error.value.faults for language in LANGUAGES)
    return error.value


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_every_usual_writing_is_read_alike(separator: str, end: str, mark: bytes) -> None:
    lines = [
        separator.join(cells) for cells in (["Family name", "Given name"], ["Minta", "Őrs"], ["", ""], ["Próba", ""])
    ]
    sheet = read(mark + (end.join(lines) + end).encode())
    assert sheet.heads == ("Family name", "Given name")
    assert sheet.rows == (Row(2, ("Minta", "Őrs")), Row(4, ("Próba", "")))
    assert sheet.encoding == "utf-8"


def test_a_cell_in_quotes_may_hold_separators_and_line_ends() -> None:
    sheet = read('Vezetéknév;Lakcím\r\n"Min;ta";"Minta utca 1.\r\n2. emelet"\r\nPróba;"a ""kék"" ház"\r\n'.encode())
    assert [row.line for row in sheet.rows] == [2, 4]
    assert sheet.rows[0].cells == ("Min;ta", "Minta utca 1.\r\n2. emelet")
    assert sheet.rows[1].cells[1] == 'a "kék" ház'


def test_titles_above_the_heads_and_a_told_separator() -> None:
    assert read(f"Tagnévsor 2012\n\n{HEADS}\nMinta;Anna;\n".encode()).head.line == 3
    told = read(f"sep=;\r\n{HEADS}\r\nMinta;Anna;\r\n".encode())
    assert (told.head.line, told.rows[0].line) == (2, 3)


def test_a_semicolon_in_an_address_does_not_part_a_sheet_of_commas() -> None:
    sheet = read(b"Family name,Address\nMinta,a;b;c;d;e;f;g\n")
    assert sheet.rows[0].cells == ("Minta", "a;b;c;d;e;f;g")


@pytest.mark.parametrize(
    ("heads", "name", "encoding"),
    [
        ("Vezetéknév;Utónév", "Űző;Őrs", "windows-1250"),
        ("Vezetéknév;Utónév", "Kő;Ő", "windows-1250"),
        ("Perekonnanimi;Sünniaeg", "Õismäe;2001-02-03", "windows-1257"),
        ("Eesnimi;Perenimi", "Tõnu;Tõll", "windows-1257"),
        ("Perenimi;Eesnimi", "Šokk;Žanna", "windows-1257"),
    ],
)
def test_old_encodings_are_found_and_said(heads: str, name: str, encoding: str) -> None:
    sheet = read(f"{heads}\r\n{name}\r\n".encode(encoding))
    assert sheet.encoding == encoding
    assert sheet.rows[0].cells == tuple(name.split(";"))


@pytest.mark.parametrize("old", ["iso8859-2", "windows-1250"])
@pytest.mark.parametrize(
    ("parts", "line", "other"),
    [
        (("Family name;Given name\nŐrsi;Éva\n", "Kő;Ödön\n"), 3, 2),
        (("Vezetéknév;Utónév\n", "Kő;Ödön\n"), 2, 1),
        (("\ufeff{HEADS}\n", "Kő;Ödön;\n"), 2, 1),
    ],
)
def test_a_file_of_two_encodings_names_a_line_of_each(parts: tuple[str, str], line: int, other: int, old: str) -> None:
    """Or the names of one half would come in as strange letters."""
    new, rest = (part.replace("{HEADS}", HEADS) for part in parts)
    for data in (new.encode() + rest.encode(old), new.encode() + rest.encode(old) + "Őrs;Űr;\n".encode()):
        error = refused(data)
        assert (error.key, error.place, error.fields) == (
            "office.file-mixed", str(line), {"line": line, "other": other},
        )  # fmt: skip


def test_a_file_that_only_says_that_it_is_utf_8_names_the_line() -> None:
    error = refused(codecs.BOM_UTF8 + "Vezetéknév;Utónév\nKő;Ödön\n".encode("windows-1250"))
    assert (error.key, error.place) == ("office.file-no-encoding", "1")


def test_utf_16_says_so_itself() -> None:
    assert read(f"{HEADS}\nMinta;Őrs;\n".replace(";", "\t").encode("utf-16")).rows[0].cells[:2] == ("Minta", "Őrs")


def test_a_quotation_mark_that_is_not_closed_names_its_line() -> None:
    error = refused(f'{HEADS}\nMinta;Anna;\n"Próba;Béla;\nHarmadik;Csaba;\n'.encode())
    assert (error.key, error.place) == ("office.row-broken", "3")


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "file-empty"),
        (b" \r\n\t", "file-empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "file-old-workbook"),
        (b"\x00\x01\x02\x03", "file-no-table"),
        (b"\xff\xfe\x00", "file-no-table"),
        (b"Family name;Born\nMin\x81\x90ta;\n", "file-no-encoding"),
        (b"PK\x03\x04 and nothing more", "file-broken-workbook"),
        (b"x" * (MOST_BYTES + 1), "file-too-large"),
        (b"Family name;Born\n" + b"Minta;\n" * (MOST_ROWS + 1), "too-many-rows"),
        (b"Family name;Given name\n" + b"a" * 6000 + b";\n", "too-long"),
    ],
)
def test_what_is_no_sheet_is_refused_in_words(data: bytes, key: str) -> None:
    assert refused(data).key == f"office.{key}"


def test_a_million_lines_are_refused_at_once() -> None:
    assert refused(b"Family name\n" + b"A\n" * 1_000_000).key == "office.too-many-rows"


# ---------------------------------------------------------------- workbooks


def test_a_workbook_gives_text_days_and_whole_numbers() -> None:
    rows: list[list[object]] = [
        ["Family name", "Birth date", "FIDE number", "Year", "Phone"],
        ["Minta", date(2001, 2, 3), 7654321, 2012.0, "+36 1 234"],
        [None, None, None, None, None],
        ["=not a formula", datetime(2001, 2, 3, 12, 0), "007", 21.5, True],  # noqa: DTZ001 - a workbook knows no zones
    ]
    book = Workbook()
    page = book.worksheets[0]
    for row in rows:
        page.append(row)
    page["A4"].data_type = "s"
    out = io.BytesIO()
    book.save(out)
    sheet = read(out.getvalue())
    assert sheet.encoding == "xlsx"
    assert sheet.rows == (
        Row(2, ("Minta", date(2001, 2, 3), "7654321", "2012", "+36 1 234")),
        Row(4, ("=not a formula", date(2001, 2, 3), "007", "21.5", "1")),
    )


def test_the_first_sheet_with_heads_is_taken() -> None:
    data = workbook(
        ("Cover", [["Members of 2012"], ["for the board"]]),
        ("Empty", []),
        ("List", [["A title"], ["Family name", "Given name"], ["Minta", "Anna"]]),
        ("Other", [["Family name", "Given name"], ["Próba", "Béla"]]),
    )
    sheet = read(data)
    assert (sheet.name, sheet.head.line, [row.cells[0] for row in sheet.rows]) == ("List", 2, ["Minta"])


def test_merged_cells_give_their_value_once() -> None:
    book = Workbook()
    page = book.worksheets[0]
    for row in (["Family name", "Given name"], ["Minta", "Anna"], [None, "Béla"]):
        page.append(row)
    page.merge_cells("A2:A3")
    out = io.BytesIO()
    book.save(out)
    assert [row.cells for row in read(out.getvalue()).rows] == [("Minta", "Anna"), ("", "Béla")]


def test_a_formula_without_value_and_a_failed_one_are_faults_with_their_place() -> None:
    sheet = read(workbook(("List", [["Family name", "Given name"], ["Minta", '=UPPER("anna")'], ["Próba", "#REF!"]])))
    assert [(fault.key, fault.place) for fault in sheet.faults] == [
        ("office.formula-without-value", "2:B"),
        ("office.formula-failed", "3:B"),
    ]


def test_a_formula_with_its_value_is_read() -> None:
    data = workbook(("List", [["Family name", "Given name"], ["Minta", '=UPPER("anna")']]))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                part = part.replace(b'<c r="B2"><f>', b'<c r="B2" t="str"><f>').replace(b"<v />", b"<v>ANNA</v>")
                assert b"ANNA" in part
            new.writestr(name, part)
    assert read(out.getvalue()).rows[0].cells == ("Minta", "ANNA")


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {"[Content_Types].xml": b"<Types/>", **parts}.items():
            archive.writestr(name, part)
    return out.getvalue()


def test_bombs_macros_and_foreign_archives_are_refused() -> None:
    assert refused(packed(**{"xl/worksheets/sheet1.xml": b"0" * 120_000_000})).key == "office.file-unpacks-too-large"
    assert refused(packed(**{"xl/vbaProject.bin": b"x"})).key == "office.file-has-macros"
    entity = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    assert refused(packed(**{"xl/workbook.xml": entity})).key == "office.file-broken-workbook"
    assert refused(packed(**{"word/document.xml": b"<a/>"})).key == "office.file-broken-workbook"


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for head in (b"", b"PK\x03\x04", b"Family name;Born\n", b"\xff\xfe"):
        with suppress(InvalidInput):
            read(head + data)


@given(st.data())
def test_no_damaged_workbook_breaks_the_reader(data: st.DataObject) -> None:
    whole = bytearray(SMALL_WORKBOOK)
    for _ in range(data.draw(st.integers(1, 20))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with suppress(InvalidInput):
        read(bytes(whole))


SMALL_WORKBOOK = workbook(("List", [["Family name", "Given name"], ["Minta", "Anna"]]))


@pytest.mark.parametrize(
    ("value", "text"),
    [(7.0, "7"), (1e15, "1000000000000000"), (0.1, "0.1"), (-3, "-3"), (False, "0"), (None, ""), (" a ", "a")],
)
def test_values_of_a_workbook_as_text(value: object, text: str) -> None:
    assert plain_cell(value) == text


def test_letters_of_columns() -> None:
    assert [letter_of(at) for at in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_the_apostrophe_of_a_harmless_cell_is_taken_off_once() -> None:
    assert [unquoted(text) for text in ("'=1", "''=1", "'Mara", "O'Mara", "'", "'-5")] == [
        "=1", "'=1", "'Mara", "O'Mara", "'", "-5",
    ]  # fmt: skip


# ---------------------------------------------------------------- heads


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wanted", [MEMBERS, OPENING])
def test_heads_are_known_in_every_language(language: str, wanted: tuple[str, ...]) -> None:
    layout = lay_out([head_of(key, language) for key in wanted], wanted)
    assert [column.key for column in layout.columns] == list(wanted)
    assert (layout.left_out, layout.doubled, layout.missing) == ((), (), ())


def test_case_marks_and_points_do_not_matter() -> None:
    for head in ("SZÜLETÉSI DÁTUM", "szuletesi datum", " Szül. idő ", "born", "Sunniaeg"):
        assert meaning(head, MEMBERS)[0] == "born"
    assert meaning("Kedvenc szín", MEMBERS) == ("", ())


def test_what_is_unknown_doubled_or_missing_is_named() -> None:
    layout = lay_out(["Utónév", "Cipőméret", "", "Given name"], MEMBERS)
    assert (layout.left_out, layout.doubled, layout.missing) == (("Cipőméret",), ("Given name",), (("family",),))


def test_the_letter_f_is_asked_for_in_words_under_a_hungarian_head() -> None:
    assert read_value("sex", "F", ("en",)) == "f"
    assert read_value("sex", "F", ("hu",)) is None
    assert [read_value("sex", text, ("hu",)) for text in ("nő", "N", "férfi", "M")] == ["f", "f", "m", "m"]
    for code, language in product("fm", LANGUAGES):
        assert read_value("sex", write_value("sex", code, language), (language,)) == code
