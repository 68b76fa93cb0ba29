"""What all lists that come in share on the pages: they are looked at line by line, decided about, and taken in.

Nothing is kept between the steps: the file travels with the form, packed, and with it what was decided so far.
"""

import zlib
from base64 import b64decode, b64encode
from binascii import Error as Unreadable
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from fokozat.kernel.errors import Conflict, FokozatError, InvalidInput, NotFound
from fokozat.kernel.words import word_fault
from fokozat.office.models import Import
from fokozat.office.preview import (
    AS_NEW,
    DOUBTFUL,
    FAULTY,
    SKIPPED,
    VERDICTS,
    Agreed,
    File,
    Line,
    Preview,
    read_decision,
)
from fokozat.web.frame import page
from fokozat.web.people_desk import label, moment, say
from fokozat.web.people_forms import NOT_ACCEPTED, TAKEN, Field, Worded, field_row, words_of
from fokozat.web.tables import LEAD, MAIN, NAME, NUMBER, QUIET, Action, Cell, Column, Empty, Row, Table
from fokozat.web.templatetags.words import language
from fokozat.web.uploads import too_large_file

ASKED_AT_ONCE = 100
SHOWN_OF_THE_REST = 200
_LINE = "line-"

Happens = Callable[[Line, str], list[str]]


@dataclass(frozen=True)
class Start:
    """The page to begin with: what is asked beside the file. Without `target` there is nothing to send."""

    title: str
    above: tuple[str, str]  # address and name
    lead: str
    target: str = ""
    fields: tuple[tuple[Field, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Desk:
    """What differs from list to list: what the form carries along, what becomes of a line, what is told before."""

    title: str
    back: str
    into: str
    carried: Mapping[str, str]
    happens: Happens
    told: tuple[str, ...]
    new_allowed: bool = True


@dataclass(frozen=True)
class Looked:
    """A file that was looked at, and what was decided about its lines."""

    desk: Desk
    file: File
    preview: Preview
    decided: Mapping[int, str]

    def open_lines(self) -> list[Line]:
        """Those that a person still has to decide about."""
        waiting = (line for line in self.preview.lines if line.verdict in (DOUBTFUL, FAULTY))
        return [line for line in waiting if line.line not in self.decided]


def begin(request: HttpRequest, start: Start, done: Iterable[Import], faults: tuple[Worded, ...] = ()) -> HttpResponse:
    """The form to begin with, and what was imported so far."""
    beside = {fault.field: fault.beside for fault in reversed(faults)}
    context = {
        "start": start,
        "rows": [field_row(asked, value, beside.get(asked.name, "")) for asked, value in start.fields],
        "wrong_file": beside.get("file", ""),
        "table": _imported(done),
        "faults": faults,
    }
    return page(request, "office/imports.html", context, NOT_ACCEPTED if faults else 200)


def go_on(request: HttpRequest, looked: Looked, take: Callable[[Agreed], object]) -> HttpResponse:
    """What the file would do; when everything is decided and wished, do it."""
    if "take" not in request.POST:
        return _shown(request, looked)
    try:
        take(Agreed(request.POST.get("digest", ""), looked.decided))
    except InvalidInput as error:
        return _shown(request, looked, error, NOT_ACCEPTED)
    except (Conflict, NotFound) as error:
        return _shown(request, looked, error, TAKEN)
    return HttpResponseRedirect(looked.desk.back, status=303)


def sent_file(request: HttpRequest) -> File:
    """The file as it was chosen, or as it came back packed with the form."""
    sent = request.FILES.get("file")
    if too_large_file(request) is not None:
        raise InvalidInput("office.file-too-large", "file", limit=settings.DOCUMENT_MAX_BYTES // 1_000_000)
    if sent is not None:
        return File(sent.name or "", sent.read())
    packed = request.POST.get("packed", "")
    if not packed:
        raise InvalidInput("office.missing", "file")
    return File(request.POST.get("name", "")[:200], _unpacked(packed))


def sent_decisions(request: HttpRequest) -> dict[int, str]:
    """What was decided on earlier pages and on this one."""
    earlier = [read_decision(text) for text in request.POST.get("decided", "").split()]
    now = [
        read_decision(f"{name.removeprefix(_LINE)}={decision}")
        for name, decision in request.POST.items()
        if name.startswith(_LINE) and decision
    ]
    return dict((*earlier, *now))


def faults_at(error: FokozatError, *fields: str) -> tuple[Worded, ...]:
    """The faults at their fields; those of the file's lines say themselves where they are, and stand at the file."""
    fields = (*fields, "file")
    if any(fault.place in fields for fault in error.faults):
        return words_of(error, {field: label(field) for field in fields})
    return _sentences(error, "file")


def _sentences(error: FokozatError, field: str) -> tuple[Worded, ...]:
    texts = [word_fault(fault, language()) for fault in error.faults]
    return tuple(Worded(field, text, text) for text in texts)


def _unpacked(packed: str) -> bytes:
    """No more than a file may be, however small it was packed."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(b64decode(packed, validate=True), settings.DOCUMENT_MAX_BYTES)
    except (Unreadable, ValueError, zlib.error):
        raise InvalidInput("office.missing", "file") from None
    if unpacker.unconsumed_tail:
        raise InvalidInput("office.missing", "file")
    return data


def _packed(file: File) -> str:
    return b64encode(zlib.compress(file.data, 6)).decode()


def _imported(done: Iterable[Import]) -> Table:
    columns = (
        Column("file", say("imports.file"), NAME),
        Column("body", say("person.body"), QUIET),
        Column("at", say("journal.when"), QUIET),
        Column("made", say("fact.made"), QUIET),
        Column("undo", say("office.doors"), QUIET, MAIN),
    )
    rows = tuple(_done(kept) for kept in done)
    return Table(say("imports.done"), columns, rows, Empty(say("imports.none")), key="imported")


def _done(kept: Import) -> Row:
    members = kept.kind == Import.Kind.MEMBERS
    made = kept.made.get("people" if members else "rows", [])
    undo = Action(say("imports.undo"), reverse("import-undo", args=[kept.uid]), kept.file_name, asks=True)
    return Row((
        Cell(kept.file_name),
        Cell(kept.body.name),
        Cell(moment(kept.made_at)),
        Cell(say("imports.made-people" if members else "imports.made-rows", count=len(made))),
        Cell(say("imports.undone", day=kept.undone_at.date())) if kept.undone_at else Cell(actions=(undo,)),
    ))  # fmt: skip


def _shown(request: HttpRequest, looked: Looked, error: FokozatError | None = None, status: int = 200) -> HttpResponse:
    preview, waiting = looked.preview, looked.open_lines()
    asked = {line.line for line in waiting[:ASKED_AT_ONCE]}
    rest = [line for line in preview.lines if line.line not in asked]
    carried = {
        **looked.desk.carried,
        "name": looked.file.name,
        "digest": preview.digest,
        "packed": _packed(looked.file),
    }
    context = {
        "looked": looked,
        "carried": carried.items(),
        "decided": "\n".join(f"{line}={decision}" for line, decision in looked.decided.items()),
        "counts": [
            {"verdict": verdict, "word": say(f"imports.verdict-{verdict}"), "count": preview.counts[verdict]}
            for verdict in VERDICTS
        ],
        "columns": ", ".join(column.head for column in preview.columns),
        "left_out": ", ".join(preview.left_out),
        "asked": [_question(line, looked.desk) for line in waiting[:ASKED_AT_ONCE]],
        "still_open": max(0, len(waiting) - ASKED_AT_ONCE),
        "table": _rest(looked, rest),
        "faults": _sentences(error, "") if error else (),
    }
    return page(request, "office/import.html", context, status)


def _rest(looked: Looked, rest: list[Line]) -> Table:
    """The lines that ask nothing, as far as a page holds them."""
    columns = (
        Column("line", say("imports.line"), NUMBER, LEAD),
        Column("name", say("people.name"), NAME),
        Column("verdict", say("imports.verdict"), phone=MAIN),
        Column("happens", say("imports.happens"), QUIET),
    )
    rows = tuple(
        Row((
            Cell(str(line.line)),
            Cell(line.row.draft.shown_name),
            Cell(say(f"imports.verdict-{line.verdict}")),
            Cell("; ".join(_happens(line, looked.desk, looked.decided.get(line.line, "")))),
        ))
        for line in rest[:SHOWN_OF_THE_REST]
    )  # fmt: skip
    more = max(0, len(rest) - SHOWN_OF_THE_REST)
    count = say("imports.more", count=more) if more else ""
    return Table(say("imports.rest"), columns, rows, Empty(""), key="other-lines", count=count)


def _question(line: Line, desk: Desk) -> dict[str, object]:
    """A line to decide about, and what can be chosen."""
    options = [("", say("imports.undecided"))]
    if line.verdict != FAULTY:
        known = (*((line.person,) if line.person else ()), *line.candidates)
        options += [
            (str(card.uid), say("imports.as-known", name=card.shown_name, keeper=card.keeper.name)) for card in known
        ]
        if desk.new_allowed:
            options.append((AS_NEW, say("imports.as-new")))
    options.append((SKIPPED, say("imports.skip")))
    return {
        "line": line.line,
        "name": line.row.draft.shown_name,
        "verdict": line.verdict,
        "word": say(f"imports.verdict-{line.verdict}"),
        "happens": _happens(line, desk, ""),
        "faults": [word_fault(fault, language()) for fault in line.faults],
        "field": f"{_LINE}{line.line}",
        "options": options,
    }


def _happens(line: Line, desk: Desk, decision: str) -> list[str]:
    """What becomes of a line."""
    if decision == SKIPPED:
        return [say("imports.skip")]
    told = [say("imports.same-as", line=line.same_as)] if line.same_as else []
    return told if line.verdict == FAULTY else [*told, *desk.happens(line, decision)]
