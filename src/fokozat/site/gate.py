"""Lets nobody on a route whom the table of rights does not let: what is not in the table is closed."""

import logging
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url

from fokozat.kernel.errors import Forbidden, NotFound
from fokozat.office.rights import VISITOR, reaches, routes
from fokozat.site import problems
from fokozat.web.actors import actor_of_request

OPEN = ("anyone", "token")
SIGNED_IN = "signed-in"
_LOG = logging.getLogger("fokozat.rights")


class Gate:
    """Asks before a view is run, and words what an action refused."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        """Nothing where the way is free; a visitor is led to the sign-in page."""
        name = route_of(request)
        rule = routes().get(name, "")
        if rule in OPEN:
            return None
        actor = actor_of_request(request)
        if rule and actor is VISITOR:
            back = request.get_full_path() if request.method in ("GET", "HEAD") else resolve_url("own-account")
            return redirect_to_login(back, resolve_url("account_login"))
        if rule == SIGNED_IN:
            return None
        verb, _, kind = rule.partition(" ")
        if not rule or not reaches(actor, verb, kind):
            note_denied(request)
            raise PermissionDenied
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """The object behind a free route can be closed, or not be there."""
        if isinstance(exception, Forbidden):
            note_denied(request)
            return problems.forbidden(request, exception)
        if isinstance(exception, NotFound):
            return problems.not_found(request, exception)
        return None


def route_of(request: HttpRequest) -> str:
    """The name of the address as the table knows it."""
    return request.resolver_match.view_name if request.resolver_match else ""


def note_denied(request: HttpRequest) -> None:
    """Which route was closed to whom: the roles, never the person, the object or the address."""
    roles = sorted({role for role, _ in actor_of_request(request).roles})
    _LOG.info("%s %s closed to %s", request.method, route_of(request) or "unnamed route", " ".join(roles) or "visitor")
