"""Look at a file before it is taken in: a verdict for every line, faults by line and column. Changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import Fault
from fokozat.office.additions import CONTACT, YEARS, Additions
from fokozat.office.columns import MEMBERS, OPENING, Column
from fokozat.office.matching import Match, Reach, Register
from fokozat.office.member_rows import PersonRow, place, read_member
from fokozat.office.models import Body, Import
from fokozat.office.models.systems import System
from fokozat.office.opening_rows import read_balance, scale_of
from fokozat.office.preview import DOUBTFUL, FAULTY, KNOWN, NEW, File, Line, Preview, cell_faults, open_sheet
from fokozat.office.rights import Actor, require


def preview_members(actor: Actor, body: Body, file: File, today: date) -> Preview:
    """What a list of members would do in a body."""
    require(actor, "import", "person", body)
    preview = _look(Import.Kind.MEMBERS, file, MEMBERS)
    _require_columns(actor, body, preview)
    rows = [read_member(row, preview.columns, today) for row in preview.rows]
    lines = _lines(rows, preview, Reach(actor))
    known = [line.person for line in lines if line.person]
    additions = Additions(Reach(actor), body, (column.key for column in preview.columns), known)
    return replace(preview, lines=tuple(_with_addition(line, additions) for line in lines))


def preview_opening(actor: Actor, system: System, file: File, day: date) -> Preview:
    """What a signed list would do with which a system begins on a day."""
    require(actor, "import", "opening", system.body)
    preview = _look(Import.Kind.OPENING, file, OPENING)
    scale = scale_of(system, day)
    rows = [read_balance(row, preview.columns, day, scale) for row in preview.rows]
    lines = _lines(rows, preview, Reach(actor))
    asked = (replace(line, verdict=DOUBTFUL) if line.verdict == NEW else line for line in lines)
    return replace(preview, lines=tuple(asked))


def _require_columns(actor: Actor, body: Body, preview: Preview) -> None:
    """Each kind of facts has a right of its own."""
    require(actor, "register", "person", body)
    asked = {"birth-date": ("born",), "contact": CONTACT, "membership": tuple(YEARS)}
    for kind, keys in asked.items():
        if any(preview.has(key) for key in keys):
            require(actor, "change", kind, body)


def _look(kind: str, file: File, wanted: tuple[str, ...]) -> Preview:
    sheet, layout = open_sheet(file, wanted)
    return Preview(str(kind), file.name, file.digest, sheet, layout)


def _lines(rows: Sequence[PersonRow], preview: Preview, reach: Reach) -> list[Line]:
    """A verdict for every row; the faults of the sheet, of the row, and of rows beside each other."""
    of_cells = cell_faults(preview.sheet, preview.columns)
    register = Register(rows, reach)
    seen = _Seen({column.key: column for column in preview.columns})
    lines = []
    for row in rows:
        match = register.find(row)
        same_as = seen.same_name(row)
        faults = (*of_cells.get(row.line, ()), *row.faults, *seen.faults(row, match))
        verdict = _verdict(match, same_as, bool(faults))
        lines.append(Line(row, verdict, match.person, match.by, match.candidates, same_as, faults=faults))
    return lines


def _verdict(match: Match, same_as: int, has_faults: bool) -> str:
    if has_faults:
        return FAULTY
    if match.person:
        return KNOWN
    return DOUBTFUL if match.candidates or same_as else NEW


def _with_addition(line: Line, additions: Additions) -> Line:
    if line.person is None:
        return line
    addition = additions.to_known(line.row, line.person)
    return replace(line, added=addition.keys, kept=addition.kept, withheld=addition.withheld)


class _Seen:
    """The rows above: who stands in a sheet twice is a fault, who may stand in it twice is asked."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = columns
        self.names: dict[str, list[PersonRow]] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self.people: dict[int, int] = {}

    def same_name(self, row: PersonRow) -> int:
        """An earlier line of the same name, where no days of birth part the two."""
        earlier = self.names.get(row.draft.name_key, ()) if row.draft.name_key else ()
        return next((each.line for each in earlier if each.born is None or row.born is None), 0)

    def faults(self, row: PersonRow, match: Match) -> tuple[Fault, ...]:
        """What is wrong beside the lines above; the row is seen from then on."""
        found = []
        for scheme, value in row.numbers:
            other = self.numbers.setdefault((scheme, plain_number(value)), row.line)
            if other != row.line:
                column = self.columns.get(scheme)
                found.append(place("office.number-twice", row.line, column, value=value, other=other))
        other = self.people.setdefault(match.person.pk, row.line) if match.person else row.line
        if other == row.line:
            named = self.names.setdefault(row.draft.name_key, []) if row.draft.name_key else []
            other = next((each.line for each in named if each.born and each.born == row.born), row.line)
            named.append(row)
        if other != row.line and not found:
            found.append(place("office.person-twice", row.line, None, other=other))
        return tuple(found)
