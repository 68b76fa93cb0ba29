"""What a file would do, line by line, before anything is done; and what a person decided about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import Fault, InvalidInput, NotFound
from fokozat.office.columns import Column, Layout, head_of, languages_of, lay_out
from fokozat.office.facts import find_person
from fokozat.office.member_rows import PersonRow, place
from fokozat.office.models import Person
from fokozat.office.sheets import Row, Sheet, letter_of, read_sheet
from fokozat.office.wishes import shown

NEW, KNOWN, DOUBTFUL, FAULTY = VERDICTS = ("new", "known", "doubtful", "faulty")
AS_NEW, SKIPPED = "new", "skip"
TOLD_ENCODINGS = ("windows-1250", "windows-1257")  # were taken because the file is not UTF-8


@dataclass(frozen=True)
class File:
    """A file as somebody sent it."""

    name: str
    data: bytes

    @property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Agreed:
    """What was seen and decided: the digest of the preview, and by line a uid, `new` or `skip`."""

    digest: str
    decisions: Mapping[int, str]


@dataclass(frozen=True)
class Line:
    """A row: its verdict, whom it means and by what, those it could mean, and what would be added to a known card.

    `kept` names columns in which the register says otherwise; it stays as it is. `withheld` are those that the
    actor may not add. `same_as` is an earlier line of the same name.
    """

    row: PersonRow
    verdict: str
    person: Person | None = None
    by: str = ""
    candidates: tuple[Person, ...] = ()
    same_as: int = 0
    added: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def line(self) -> int:
        return self.row.line

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.row.facts


@dataclass(frozen=True)
class Preview:
    """A whole file, looked at. `left_out` are heads that nobody knows."""

    kind: str
    file_name: str
    digest: str
    sheet: Sheet
    layout: Layout
    lines: tuple[Line, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.layout.columns

    @property
    def left_out(self) -> tuple[str, ...]:
        return self.layout.left_out

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.sheet.rows

    @property
    def counts(self) -> Mapping[str, int]:
        """How many lines of each verdict."""
        return {verdict: sum(line.verdict == verdict for line in self.lines) for verdict in VERDICTS}

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for line in self.lines for fault in line.faults)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is faulty and nothing is to be decided."""
        return all(line.verdict in (NEW, KNOWN) for line in self.lines)

    @property
    def told_encoding(self) -> str:
        """The old encoding that a person should know of: strange letters in names come from it."""
        return self.sheet.encoding if self.sheet.encoding in TOLD_ENCODINGS else ""

    def has(self, key: str) -> bool:
        """Whether the sheet has this column."""
        return any(column.key == key for column in self.columns)


def open_sheet(file: File, wanted: tuple[str, ...]) -> tuple[Sheet, Layout]:
    """The sheet and its columns; what makes the whole file useless is refused at once."""
    sheet = read_sheet(file.data, lambda head: languages_of(head, wanted))
    layout = lay_out(sheet.heads, wanted)
    line = sheet.head.line
    faults = [Fault("office.column-twice", f"{line}:{head}", {"head": head, "line": line}) for head in layout.doubled]
    for group in layout.missing:
        heads = {language: tuple(head_of(key, language) for key in group) for language in LANGUAGES}
        faults.append(Fault("office.no-column", str(line), {**heads, "line": line}))
    if faults:
        raise InvalidInput.of(tuple(faults))
    if not sheet.rows:
        raise InvalidInput("office.no-rows", str(line), line=line)
    return sheet, layout


def cell_faults(sheet: Sheet, columns: tuple[Column, ...]) -> Mapping[int, list[Fault]]:
    """What could not be read in the sheet itself, by line, under the heads; under unknown heads it does not matter."""
    by_letter = {letter_of(column.at): column for column in columns}
    found: dict[int, list[Fault]] = {}
    for fault in sheet.faults:
        column, line = by_letter.get(str(fault.fields["column"])), int(str(fault.fields["line"]))
        if column:
            found.setdefault(line, []).append(place(fault.key, line, column, **fault.fields))
    width = max((column.at for column in columns), default=0) + 1
    heads = max(len(sheet.head.cells), width)
    for row in sheet.rows:
        if any(row.cells[heads:]):
            found.setdefault(row.line, []).append(place("office.cells-too-many", row.line, None, heads=heads))
    return found


def settle(
    lines: tuple[Line, ...], decisions: Mapping[int, str], new_allowed: bool
) -> list[tuple[Line, Person | None]]:
    """The lines that are taken, each with the person it means (None: a new one); refuses what is left undecided."""
    known = {line.line for line in lines}
    faults = [Fault("office.no-such-line", str(line), {"line": line}) for line in sorted(set(decisions) - known)]
    taken: list[tuple[Line, Person | None]] = []
    seen: dict[int, int] = {}
    for line in lines:
        decision = decisions.get(line.line, "")
        if decision == SKIPPED:
            continue
        faults += line.faults
        person = line.person
        try:
            if decision:
                person = _decided(line, decision, new_allowed)
            elif line.verdict == DOUBTFUL:
                faults.append(place("office.undecided", line.line, None))
        except (InvalidInput, NotFound) as error:
            faults += error.faults
        if person and seen.setdefault(person.pk, line.line) != line.line:
            faults.append(place("office.person-twice", line.line, None, other=seen[person.pk]))
        taken.append((line, person))
    if faults:
        raise InvalidInput.of(tuple(faults))
    return taken


def read_decision(text: str) -> tuple[int, str]:
    """`7=new`, `7=skip`, `7=uid`."""
    line, equals, decision = text.partition("=")
    if not (equals and line.isascii() and line.isdigit() and len(line) < 9 and decision):
        raise InvalidInput("office.decision-shape", text=shown(text))
    return int(line), decision


def _decided(line: Line, decision: str, new_allowed: bool) -> Person | None:
    where = str(line.line)
    if decision != AS_NEW:
        person = find_person(decision)
        if person.erased_at:
            raise InvalidInput("office.card-closed", where, uid=str(person.uid), line=line.line)
        return person
    if not new_allowed:
        raise InvalidInput("office.not-a-newcomer", where, line=line.line)
    return None
