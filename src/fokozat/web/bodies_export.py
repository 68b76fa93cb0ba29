"""Tables of a body or of the whole installation to take out: CSV, XLSX or JSON, written while they are read."""

from uuid import UUID

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.office.exports import TABLES, export
from fokozat.office.models import Body
from fokozat.office.rights import Actor, may
from fokozat.office.sheet_writers import FORMS, media_type, write_table
from fokozat.web.people_desk import asking, body_of, holds, office_page, say
from fokozat.web.templatetags.words import language

OFFERED = ("members", "memberships", "numbers", "former-names", "systems", "openings", "journal")
OF_ALL = (
    "people", "bodies", "memberships", "numbers", "former-names", "systems", "openings", "journal", "birth-dates",
    "contacts", "consents", "roles", "accounts", "tokens", "claims", "reports", "merges", "told-apart", "imports",
)  # fmt: skip


@require_safe
@office_page
def body_export(request: HttpRequest, uid: UUID, table: str, form: str) -> HttpResponseBase:
    """The rights stand with the tables; what is not one of them is not there."""
    if table not in TABLES or form not in FORMS:
        raise Http404
    return _sent(request, table, form, body_of(uid))


@require_safe
@office_page
def office_export(request: HttpRequest, table: str, form: str) -> HttpResponseBase:
    """The same for all bodies together."""
    if table not in OF_ALL or form not in FORMS:
        raise Http404
    return _sent(request, table, form, None)


def _sent(request: HttpRequest, table: str, form: str, body: Body | None) -> HttpResponseBase:
    rows = export(asking(request), table, body)
    response = StreamingHttpResponse(write_table(rows, form, language()), content_type=media_type(form))
    response.headers["Content-Disposition"] = f'attachment; filename="{table}.{form}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def offered(actor: Actor, body: Body | None, tables: tuple[str, ...] = OFFERED) -> list[dict[str, object]]:
    """The tables that the actor may take out of a body, or of the installation."""
    if not holds(actor, "export", "person"):
        return []  # the route is closed, though who is on a list of bodies is no secret
    allowed = [name for name in tables if all(may(actor, verb, kind, body) for verb, kind in TABLES[name].rights)]
    return [
        {"label": say(f"exports.{name}"), "forms": [(form.upper(), _address(body, name, form)) for form in FORMS]}
        for name in allowed
    ]


def _address(body: Body | None, table: str, form: str) -> str:
    if body is None:
        return reverse("office-export", args=[table, form])
    return reverse("body-export", args=[body.uid, table, form])
