"""Long work on the pages: what can be asked for, what runs and how far it is, cancel, retry, and the file."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from fokozat.kernel.errors import Conflict, InvalidInput, NotFound
from fokozat.office.actions.ask_work import ask_work
from fokozat.office.actions.cancel_work import cancel_work
from fokozat.office.actions.retry_work import retry_work
from fokozat.office.models.work import Work
from fokozat.office.rights import INSTALLATION, Actor, may
from fokozat.office.sheet_writers import FORMS
from fokozat.office.work_files import open_result
from fokozat.office.work_queries import find_work, works_seen_by
from fokozat.web.frame import page
from fokozat.web.people_desk import asking, label, office_page, open_bodies, reaches_everywhere, require_somewhere, say
from fokozat.web.people_forms import NOT_ACCEPTED, Field, Worded, field_row, words_of
from fokozat.web.tables import MAIN, NAME, QUIET, Cell, Column, Empty, Row, Table
from fokozat.web.templatetags.words import language
from fokozat.web.work_words import Now, now_of, title_of

_LATELY = 50
# What is asked for by a button alone, and the right that it takes over the whole installation.
_BUTTONS = (("check", "prove", "journal"), ("upkeep", "keep", "house"))


@require_safe
@office_page
def works(request: HttpRequest) -> HttpResponse:
    """What can be asked for, and what was."""
    return _listed(request)


@require_POST
@office_page
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for work and go where one sees how far it is; what was asked already leads there too."""
    given = {name: request.POST.get(name, "") for name in ("body", "form")}
    try:
        work, is_new = ask_work(asking(request), request.POST.get("kind", ""), given, language())
    except (InvalidInput, NotFound) as error:
        return _listed(request, words_of(error, {name: label(name) for name in given}))
    if not is_new:
        messages.info(request, say("works.same"))
    return _to(work)


@require_safe
@never_cache
@office_page
def work(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One work: as it stands now, and what can be done about it."""
    actor = asking(request)
    found = find_work(actor, uid)
    return page(request, "office/work.html", {"title": title_of(found), "now": now_of(actor, found)})


@require_safe
@never_cache
@office_page
def progress(request: HttpRequest, uid: UUID) -> HttpResponse:
    """What changes of the page while it runs; asks for itself again until the work has ended."""
    actor = asking(request)
    return render(request, "office/work_now.html", {"now": now_of(actor, find_work(actor, uid))})


@require_POST
@office_page
def cancel(request: HttpRequest, uid: UUID) -> HttpResponse:
    return _changed(request, uid, cancel_work)


@require_POST
@office_page
def retry(request: HttpRequest, uid: UUID) -> HttpResponse:
    return _changed(request, uid, retry_work)


@require_safe
@office_page
def file(request: HttpRequest, uid: UUID) -> HttpResponseBase:
    """The file, for who asked."""
    actor = asking(request)
    path = open_result(actor, found := find_work(actor, uid))
    response = FileResponse(path.open("rb"), as_attachment=True, filename=f"fokozat-{found.kind}.zip")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _changed(request: HttpRequest, uid: UUID, change: Callable[[Actor, Work], Work]) -> HttpResponse:
    """Whoever came too late sees how it stands, and is told."""
    actor = asking(request)
    found = find_work(actor, uid)
    try:
        change(actor, found)
    except Conflict as error:
        messages.info(request, words_of(error, {})[0].text)
    return _to(found)


def _to(work: Work) -> HttpResponse:
    return HttpResponseRedirect(reverse("work", args=[work.uid]), status=303)


def _listed(request: HttpRequest, faults: tuple[Worded, ...] = ()) -> HttpResponse:
    actor = asking(request)
    require_somewhere(actor, "see", "work")
    found = list(works_seen_by(actor)[:_LATELY])
    context = {
        "table": _table([now_of(actor, each) for each in found]),
        "lives": any(not each.is_ended for each in found),
        "buttons": [kind for kind, verb, of in _BUTTONS if may(actor, verb, of, INSTALLATION)],
        "export": _export_fields(request, actor, faults),
        "faults": faults,
    }
    return page(request, "office/works.html", context, NOT_ACCEPTED if faults else 200)


def _table(found: list[Now]) -> Table:
    """What was asked for lately, and how far each is."""
    columns = (
        Column("work", say("works.column-work"), NAME),
        Column("about", say("works.column-about"), QUIET),
        Column("state", say("works.column-state"), phone=MAIN),
    )
    rows = tuple(Row((Cell(each.title, each.url), Cell(" · ".join(each.about)), _standing(each))) for each in found)
    return Table(
        say("works.lately"), columns, rows, Empty(say("works.none"), say("works.none-cure")), key="lately-asked"
    )


def _standing(now: Now) -> Cell:
    """The state in a word; of what runs a bar with its figures."""
    state = format_html('<span class="work-state {}">{}</span>', now.state, now.word)
    if not (now.lives and now.total):
        return Cell(html=state)
    bar = format_html(
        '<progress max="{}" value="{}" aria-label="{}"></progress><span class="note figures">{}</span>',
        now.total, now.done, f"{now.title}: {now.line}", now.line,
    )  # fmt: skip
    return Cell(html=format_html('<span class="standing">{}{}</span>', state, bar))


def _export_fields(request: HttpRequest, actor: Actor, faults: tuple[Worded, ...]) -> list[dict[str, Any]]:
    """Of what and in which form; nothing where nothing may be exported."""
    bodies = open_bodies(actor, "export", "person")
    if reaches_everywhere(actor, "export", "person"):
        bodies = (("", say("works.whole")), *bodies)
    if not bodies:
        return []
    beside = {fault.field: fault.beside for fault in reversed(faults)}
    fields = (Field("body", "choice", bodies), Field("form", "choice", tuple((form, form.upper()) for form in FORMS)))
    return [field_row(each, request.POST.get(each.name, ""), beside.get(each.name, "")) for each in fields]
