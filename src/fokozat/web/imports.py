"""Lists of members that come in: the file is chosen, looked at line by line, decided about, taken in, and undone.

Nothing is kept between the steps: the file travels with the form, packed, and with it what was decided so far.
"""

import zlib
from base64 import b64decode, b64encode
from binascii import Error as Unreadable
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from fokozat.kernel.errors import Conflict, Fault, FokozatError, InvalidInput, NotFound
from fokozat.kernel.words import word_fault
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.actions.undo_import import undo_import
from fokozat.office.facts import find_body
from fokozat.office.models import Body, Import
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
from fokozat.office.rights import Actor, require
from fokozat.web.frame import page
from fokozat.web.people_desk import (
    asking,
    bodies_of,
    label,
    moment,
    office_page,
    open_bodies,
    require_somewhere,
    say,
    today,
)
from fokozat.web.people_forms import NOT_ACCEPTED, TAKEN, Form, Worded, ask, words_of
from fokozat.web.templatetags.words import language
from fokozat.web.uploads import too_large_file

ASKED_AT_ONCE = 100
SHOWN_OF_THE_REST = 200
_LATELY = 50
_LINE = "line-"


@dataclass(frozen=True)
class Looked:
    """A file that was looked at, and what was decided about its lines."""

    body: Body
    file: File
    preview: Preview
    decided: Mapping[int, str]

    def open_lines(self) -> list[Line]:
        """Those that a person still has to decide about."""
        waiting = (line for line in self.preview.lines if line.verdict in (DOUBTFUL, FAULTY))
        return [line for line in waiting if line.line not in self.decided]


@require_safe
@office_page
def imports(request: HttpRequest) -> HttpResponse:
    """The form to begin with, and what was imported so far."""
    require_somewhere(asking(request), "import", "person")
    return _beginning(request)


@require_POST
@office_page
def look(request: HttpRequest) -> HttpResponse:
    """What the file would do; when everything is decided and wished, do it."""
    actor = asking(request)
    require_somewhere(actor, "import", "person")
    try:
        body = find_body(request.POST.get("body"), "body")
        require(actor, "import", "person", body)
        file = _file(request)
        decided = _decided(request)
        looked = Looked(body, file, preview_members(actor, body, file, today()), decided)
    except (InvalidInput, NotFound) as error:
        return _beginning(request, _worded(error, "body" if error.place == "body" else "file"))
    if "take" not in request.POST:
        return _shown(request, looked)
    return _taken(request, actor, looked)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take back what an import made."""
    actor = asking(request)
    kept = Import.objects.select_related("body", "body__parent").filter(uid=uid).first()
    if kept is None:
        raise NotFound("office.no-body", uid=str(uid))
    require(actor, "import", "person" if kept.kind == Import.Kind.MEMBERS else "opening", kept.body)
    form = Form(
        say("imports.undo"), "imports.undo", reverse("imports"), told=(say("imports.undo-told", file=kept.file_name),),
        above=say("imports.title"),
    )  # fmt: skip

    def act(_given: Mapping[str, Any]) -> str:
        undo_import(actor, kept)
        return form.back

    return ask(request, form, act)


def _file(request: HttpRequest) -> File:
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


def _decided(request: HttpRequest) -> dict[int, str]:
    """What was decided on earlier pages and on this one."""
    earlier = [read_decision(text) for text in request.POST.get("decided", "").split()]
    now = [
        read_decision(f"{name.removeprefix(_LINE)}={decision}")
        for name, decision in request.POST.items()
        if name.startswith(_LINE) and decision
    ]
    return dict((*earlier, *now))


def _taken(request: HttpRequest, actor: Actor, looked: Looked) -> HttpResponse:
    agreed = Agreed(request.POST.get("digest", ""), looked.decided)
    try:
        import_members(actor, looked.body, looked.file, agreed, today())
    except InvalidInput as error:
        return _shown(request, looked, error, NOT_ACCEPTED)
    except (Conflict, NotFound) as error:
        return _shown(request, looked, error, TAKEN)
    return HttpResponseRedirect(reverse("imports"), status=303)


def _beginning(request: HttpRequest, faults: tuple[Worded, ...] = ()) -> HttpResponse:
    actor = asking(request)
    bodies = bodies_of(actor, "import", "person")
    lately = Import.objects.filter(body__in=bodies).select_related("body").order_by("-made_at", "-pk")[:_LATELY]
    asked = request.POST.get("body") or request.GET.get("body", "")
    context = {
        "bodies": [
            {"value": value, "label": name, "chosen": value == asked}
            for value, name in open_bodies(actor, "import", "person")
        ],
        "done": [_row(kept) for kept in lately],
        "faults": faults,
        "fault_of": {fault.field: fault.beside for fault in faults},
    }
    return page(request, "office/imports.html", context, NOT_ACCEPTED if faults else 200)


def _row(kept: Import) -> dict[str, object]:
    made = kept.made.get("people", [])
    return {
        "file": kept.file_name,
        "body": kept.body.name,
        "at": moment(kept.made_at),
        "made": say("imports.made-people", count=len(made)),
        "undone": say("imports.undone", day=kept.undone_at.date()) if kept.undone_at else "",
        "undo": "" if kept.undone_at else reverse("import-undo", args=[kept.uid]),
    }


def _shown(request: HttpRequest, looked: Looked, error: FokozatError | None = None, status: int = 200) -> HttpResponse:
    preview, waiting = looked.preview, looked.open_lines()
    asked = {line.line for line in waiting[:ASKED_AT_ONCE]}
    rest = [line for line in preview.lines if line.line not in asked]
    context = {
        "looked": looked,
        "packed": _packed(looked.file),
        "decided": "\n".join(f"{line}={decision}" for line, decision in looked.decided.items()),
        "counts": [
            {"verdict": verdict, "word": say(f"imports.verdict-{verdict}"), "count": preview.counts[verdict]}
            for verdict in VERDICTS
        ],
        "columns": ", ".join(column.head for column in preview.columns),
        "left_out": ", ".join(preview.left_out),
        "asked": [_question(line) for line in waiting[:ASKED_AT_ONCE]],
        "still_open": max(0, len(waiting) - ASKED_AT_ONCE),
        "rest": [_line(line, looked.decided) for line in rest[:SHOWN_OF_THE_REST]],
        "more": max(0, len(rest) - SHOWN_OF_THE_REST),
        "faults": _worded(error, "") if error else (),
    }
    return page(request, "office/import.html", context, status)


def _question(line: Line) -> dict[str, object]:
    """A line to decide about, and what can be chosen."""
    options = [("", say("imports.undecided"))]
    if line.verdict != FAULTY:
        known = (*((line.person,) if line.person else ()), *line.candidates)
        options += [
            (str(card.uid), say("imports.as-known", name=card.shown_name, keeper=card.keeper.name)) for card in known
        ]
        options.append((AS_NEW, say("imports.as-new")))
    options.append((SKIPPED, say("imports.skip")))
    return {**_line(line, {}), "field": f"{_LINE}{line.line}", "options": options}


def _line(line: Line, decided: Mapping[int, str]) -> dict[str, object]:
    return {
        "line": line.line,
        "name": line.row.draft.shown_name,
        "verdict": line.verdict,
        "word": say(f"imports.verdict-{line.verdict}"),
        "happens": _happens(line, decided.get(line.line, "")),
        "faults": [word_fault(fault, language()) for fault in line.faults],
    }


def _happens(line: Line, decision: str) -> list[str]:
    """What becomes of a line."""
    if decision == SKIPPED:
        return [say("imports.skip")]
    told = [say("imports.same-as", line=line.same_as)] if line.same_as else []
    if line.verdict == FAULTY:
        return told
    if line.person is None:
        return [*told, say("imports.makes-card")] if decision == AS_NEW or line.verdict != DOUBTFUL else told
    added = say("imports.adds", columns=_heads(line.added)) if line.added else say("imports.adds-nothing")
    told.append(added)
    if line.kept:
        told.append(say("imports.stays", columns=_heads(line.kept)))
    if line.withheld:
        told.append(say("imports.withheld", columns=_heads(line.withheld)))
    return told


def _heads(keys: tuple[str, ...]) -> str:
    return ", ".join(label(key) for key in keys)


def _worded(error: FokozatError, field: str) -> tuple[Worded, ...]:
    """The faults of a file say themselves in which line they are."""
    if any(fault.place == field for fault in error.faults):
        return words_of(error, {field: label(field)})
    return tuple(Worded(field, text, text) for text in map(_sentence, error.faults))


def _sentence(fault: Fault) -> str:
    return word_fault(fault, language())
