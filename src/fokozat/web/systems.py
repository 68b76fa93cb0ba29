"""A body's rating systems: the list, a new one, and the signed list of balances with which one begins."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.exact import read_exact
from fokozat.kernel.words import plain
from fokozat.office.actions.import_opening import import_opening, read_signature
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.preview_import import preview_opening
from fokozat.office.models import Body, Import
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.openings import find_system
from fokozat.office.preview import Line
from fokozat.office.rights import Actor, may, require
from fokozat.regulations import rooms
from fokozat.web.bodies_export import offered
from fokozat.web.frame import page
from fokozat.web.import_pages import Desk, Looked, Start, begin, faults_at, go_on, sent_decisions, sent_file
from fokozat.web.people_desk import asking, body_of, label, office_page, say, shown
from fokozat.web.people_forms import Field, Form, Worded, ask
from fokozat.web.tables import MAIN, NAME, QUIET, Action, Cell, Column, Empty, Row, Table
from fokozat.web.templatetags.words import language

_SHOW_AND_SEND = ["GET", "HEAD", "POST"]
_SIGNATURE = (Field("day", "day", hint="balances.day-hint", optional=False), Field("signed_by", optional=False))


@require_safe
@office_page
def systems(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The systems of a body, and the day with which each begins."""
    actor, body = asking(request), body_of(uid)
    may_open = not body.closed_on and may(actor, "open", "system", body)
    columns = (
        Column("name", label("name"), NAME),
        Column("game", label("game"), QUIET, MAIN),
        Column("editions", label("editions"), QUIET),
        Column("begins", say("balances.title"), QUIET),
    )
    found = body.systems.select_related("body__parent").order_by("name", "pk")
    rows = tuple(_row(actor, system) for system in found)
    context = {
        "body": body,
        "home": reverse("body", args=[body.uid]),
        "table": Table(
            say("systems.of", body=body.name), columns, rows, Empty(say("systems.none"), say("systems.none-cure"))
        ),
        "open": reverse("body-system-new", args=[body.uid]) if may_open else "",
        "exports": offered(actor, body, ("openings",)),
    }
    return page(request, "office/systems.html", context)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def system_new(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Open a system under an edition of the library."""
    actor, body = asking(request), body_of(uid)
    require(actor, "open", "system", body)
    fields = (
        Field("name", optional=False, hint="systems.name-hint"),
        Field("key", optional=False, hint="systems.key-hint"),
        Field("game", optional=False, hint="systems.game-hint"),
        Field("klass", optional=False, hint="systems.klass-hint"),
        Field("edition", "choice", tuple((room.edition, _edition(room.edition)) for room in rooms())),
        Field("from", "day", optional=False, hint="systems.from-hint"),
    )
    form = Form(say("systems.open"), "systems.open", _home(body), fields, above=say("systems.of", body=body.name))

    def act(given: Mapping[str, Any]) -> str:
        open_system(actor, {**given, "body": str(body.uid)})
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def opening(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Choose a signed list of balances, look at it, and begin the system with it."""
    actor, system = asking(request), find_system(uid)
    require(actor, "import", "opening", system.body)
    if request.method != "POST":
        return _beginning(request, system)
    signature = {field.name: request.POST.get(field.name, "") for field in _SIGNATURE}
    try:
        day, _ = read_signature(signature)
        file = sent_file(request)
        decided = sent_decisions(request)
        looked = Looked(_desk(system, signature), file, preview_opening(actor, system, file, day), decided)
    except InvalidInput as error:
        return _beginning(request, system, faults_at(error, *signature))
    return go_on(request, looked, lambda agreed: import_opening(actor, system, file, agreed, signature))


def _beginning(request: HttpRequest, system: System, faults: tuple[Worded, ...] = ()) -> HttpResponse:
    """The form is there as long as the system has not begun."""
    begun = system.openings.filter(undone_at=None).first()
    above = (_home(system.body), say("systems.of", body=system.body.name))
    title = say("balances.of", system=system.name)
    if begun:
        start = Start(title, above, say("balances.begun", day=begun.day, signed_by=begun.signed_by))
    else:
        asked = tuple((field, request.POST.get(field.name, "")) for field in _SIGNATURE)
        start = Start(title, above, say("balances.lead"), _opening_page(system), asked, say("balances.file-hint"))
    return begin(request, start, _done(system), faults)


def _done(system: System) -> list[Import]:
    """The imports that made openings of this system, the newest first."""
    made = {str(uid) for uid in system.openings.values_list("uid", flat=True)}
    of_body = Import.objects.filter(body=system.body, kind=Import.Kind.OPENING).select_related("body")
    return [kept for kept in of_body.order_by("-made_at", "-pk") if kept.made.get("opening") in made]


def _desk(system: System, signature: Mapping[str, str]) -> Desk:
    return Desk(
        say("balances.of", system=system.name), _opening_page(system),
        say("imports.into", body=f"{system.body.name}, {system.name}"), signature, _happens,
        (say("imports.told-all"), say("balances.told"), say("imports.told-undo")), new_allowed=False,
    )  # fmt: skip


def _happens(line: Line, decision: str) -> list[str]:  # noqa: ARG001 - whoever it is begins with these figures
    return [f"{label(name)}: {_figure(name, line.facts[name])}" for name in OpeningRow.FIGURES if _told(line, name)]


def _told(line: Line, name: str) -> bool:
    return line.facts.get(name) not in (None, "", (), [])


def _figure(name: str, value: Any) -> str:
    if name == "points":
        return plain(read_exact(value), language())
    return ", ".join(value) if isinstance(value, list | tuple) else shown("", value)


def _row(actor: Actor, system: System) -> Row:
    begun = Opening.objects.filter(system=system, undone_at=None).annotate(size=Count("rows")).first()
    begins = _begins(begun, may(actor, "export", "opening", system.body))
    editions = (
        say("systems.edition", edition=_edition(each["edition"]), begins=shown("from", each["from"]))
        for each in system.editions
    )
    opens = may(actor, "import", "opening", system.body)
    door = (Action(say("balances.title"), _opening_page(system), system.name),) if opens else ()
    return Row((
        Cell(system.name, note=system.key), Cell(f"{system.game} {system.klass}"), Cell(", ".join(editions)),
        Cell(begins, actions=door),
    ))  # fmt: skip


def _begins(begun: Any, signed: bool) -> str:
    """With how many balances, and for whom it is whose signature they have."""
    if begun is None:
        return say("systems.not-begun")
    fields = {"day": begun.day, "count": begun.size}
    return (
        say("systems.begins-signed", **fields, signed_by=begun.signed_by) if signed else say("systems.begins", **fields)
    )


def _edition(name: str) -> str:
    """Whose edition it is and of which year; one outside the library has only its name."""
    tables = next((room.tables["edition"] for room in rooms() if room.edition == name), None)
    return f"{tables['body']} {tables['in_force'].year}" if tables else name


def _opening_page(system: System) -> str:
    return reverse("system-opening", args=[system.uid])


def _home(body: Body) -> str:
    return reverse("body-systems", args=[body.uid])
