"""Read-only while nothing can be kept: a write is refused loudly, reading goes on, and it ends by itself."""

import logging
import sys
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from fokozat.api import problems
from fokozat.office.keeping import note_kept, note_unkept, refusal
from fokozat.office.unkept import why_unkept
from fokozat.web import troubles

READING = ("GET", "HEAD", "OPTIONS", "TRACE")
COMPUTING = ("api-1:rate_event", "api-1:explain_event", "multiplier")  # they answer and keep nothing
SECONDS = 30
_LOG = logging.getLogger("fokozat.keeping")


class Keeping:
    """Asks before a view that may write, and remembers how the last write ended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method not in READING and response.status_code < 400:
            note_kept()
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        route = request.resolver_match.view_name if request.resolver_match else ""
        why = "" if request.method in READING or route in COMPUTING else refusal()
        return nothing_kept(request, why) if why else None


def unkept_response(request: HttpRequest) -> HttpResponseBase | None:
    """For the handler of errors: an answer of its own where the disk or the database did not keep what was sent."""
    why = why_unkept(sys.exc_info()[1])
    if why:
        note_unkept(why)
    return nothing_kept(request, why) if why else None


def nothing_kept(request: HttpRequest, why: str) -> HttpResponseBase:
    """503, and when to come back."""
    _LOG.error("nothing is kept: %s", why)
    door = problems.problem if request.path.startswith("/api/") else troubles.page
    response = door(request, 503)
    response.headers["Retry-After"] = str(SECONDS)
    return response
