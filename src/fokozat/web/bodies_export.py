"""Tables of a body to take out: CSV, XLSX or JSON, written while they are read."""

from uuid import UUID

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.office.exports import TABLES, export
from fokozat.office.models import Body
from fokozat.office.rights import Actor, may
from fokozat.office.sheet_writers import FORMS, media_type, write_table
from fokozat.web.people_desk import asking, body_of, office_page, say
from fokozat.web.templatetags.words import language

OFFERED = ("members", "memberships", "numbers")


@require_safe
@office_page
def body_export(request: HttpRequest, uid: UUID, table: str, form: str) -> HttpResponseBase:
    """The rights stand with the tables; what is not one of them is not there."""
    if table not in TABLES or form not in FORMS:
        raise Http404
    rows = export(asking(request), table, body_of(uid))
    response = StreamingHttpResponse(write_table(rows, form, language()), content_type=media_type(form))
    response.headers["Content-Disposition"] = f'attachment; filename="{table}.{form}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def offered(actor: Actor, body: Body) -> list[dict[str, object]]:
    """The tables that the actor may take out of a body."""
    if not may(actor, "export", "person", body):
        return []
    return [
        {
            "label": say(f"exports.{table}"),
            "forms": [(form.upper(), reverse("body-export", args=[body.uid, table, form])) for form in FORMS],
        }
        for table in OFFERED
    ]
