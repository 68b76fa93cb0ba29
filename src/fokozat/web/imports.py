"""Lists of members that come in: chosen, looked at, taken in; and every import undone."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.actions.undo_import import undo_import
from fokozat.office.facts import find_body
from fokozat.office.import_keeping import find_import
from fokozat.office.models import Body, Import
from fokozat.office.models.systems import Opening
from fokozat.office.preview import AS_NEW, DOUBTFUL, Line
from fokozat.office.rights import Actor, require
from fokozat.web.import_pages import Desk, Looked, Start, begin, faults_at, go_on, sent_decisions, sent_file
from fokozat.web.people_desk import asking, bodies_of, label, office_page, open_bodies, require_somewhere, say, today
from fokozat.web.people_forms import Field, Form, Worded, ask

_LATELY = 50


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
        file = sent_file(request)
        decided = sent_decisions(request)
        looked = Looked(_desk(body), file, preview_members(actor, body, file, today()), decided)
    except (InvalidInput, NotFound) as error:
        return _beginning(request, faults_at(error, "body"))
    return go_on(request, looked, lambda agreed: import_members(actor, body, file, agreed, today()))


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take back what an import made."""
    actor, kept = asking(request), find_import(uid)
    members = kept.kind == Import.Kind.MEMBERS
    require(actor, "import", "person" if members else "opening", kept.body)
    form = Form(
        say("imports.undo"), "imports.undo", reverse("imports") if members else _opening_page(kept),
        told=(say("imports.undo-told" if members else "imports.undo-opening-told", file=kept.file_name),),
        above=say("imports.title" if members else "balances.title"),
    )  # fmt: skip

    def act(_given: Mapping[str, Any]) -> str:
        undo_import(actor, kept)
        return form.back

    return ask(request, form, act)


def _opening_page(kept: Import) -> str:
    """The page of the system that began with this import."""
    opening = Opening.objects.select_related("system").get(uid=kept.made["opening"])
    return reverse("system-opening", args=[opening.system.uid])


def _beginning(request: HttpRequest, faults: tuple[Worded, ...] = ()) -> HttpResponse:
    actor = asking(request)
    lately = Import.objects.filter(body__in=bodies_of(actor, "import", "person"), kind=Import.Kind.MEMBERS)
    above = (reverse("office"), say("office.title"))
    if open_bodies(actor, "import", "person"):
        start = Start(
            say("imports.title"), above, say("imports.lead"), reverse("import-look"), (_asked_body(request, actor),),
            say("imports.file-hint"),
        )  # fmt: skip
    else:
        start = Start(say("imports.title"), above, say("imports.no-body"))
    return begin(request, start, lately.select_related("body").order_by("-made_at", "-pk")[:_LATELY], faults)


def _asked_body(request: HttpRequest, actor: Actor) -> tuple[Field, str]:
    field = Field("body", "choice", open_bodies(actor, "import", "person"), "imports.body")
    return field, request.POST.get("body") or request.GET.get("body", "")


def _desk(body: Body) -> Desk:
    return Desk(
        say("imports.title"), reverse("imports"), say("imports.into", body=body.name), {"body": str(body.uid)},
        _happens, (say("imports.told-all"), say("imports.told-known"), say("imports.told-undo")),
    )  # fmt: skip


def _happens(line: Line, decision: str) -> list[str]:
    """A new card, or what is added to a known one."""
    if line.person is None:
        return [say("imports.makes-card")] if decision == AS_NEW or line.verdict != DOUBTFUL else []
    told = [say("imports.adds", columns=_heads(line.added)) if line.added else say("imports.adds-nothing")]
    if line.kept:
        told.append(say("imports.stays", columns=_heads(line.kept)))
    if line.withheld:
        told.append(say("imports.withheld", columns=_heads(line.withheld)))
    return told


def _heads(keys: tuple[str, ...]) -> str:
    return ", ".join(label(key) for key in keys)
