"""The office's first page: what waits for a decision, and the desks that are open to who asks."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.web.bodies_export import OF_ALL, offered
from fokozat.web.frame import page
from fokozat.web.people_desk import DESKS, asking, has_desk, holds, say


@require_safe
def office(request: HttpRequest) -> HttpResponse:
    """The desks of who works here."""
    actor = asking(request)
    if not has_desk(actor):
        raise PermissionDenied
    desks = [
        {"url": reverse(route), "label": say(f"{route}.title"), "about": say(f"{route}.about")}
        for route, verb, kind in DESKS
        if holds(actor, verb, kind)
    ]
    return page(request, "office/office.html", {"desks": desks, "exports": offered(actor, None, OF_ALL)})
