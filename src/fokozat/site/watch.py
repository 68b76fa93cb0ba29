"""Watches every request: a number of its own, how long it took, how long of it in the database; one line, one count."""

import logging
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from fokozat.site.log import request_id
from fokozat.site.metrics import note_command, note_request
from fokozat.web.actors import roles_known

_LOG = logging.getLogger("fokozat.request")


class Watch:
    """The outermost of all: it sees what the others answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        number, clock, start = token_hex(6), _Clock(), time.perf_counter()
        mark = request_id.set(number)
        try:
            with connection.execute_wrapper(clock):
                response = self.get_response(request)
            seconds = time.perf_counter() - start
            route = request.resolver_match.view_name if request.resolver_match else ""
            note_request(route, request.method or "", response.status_code, seconds)
            _tell(request, route, response.status_code, (seconds, clock))
        finally:
            request_id.reset(mark)
        response.headers["X-Request-Id"] = number
        return response


class _Clock:
    """Adds up what the database took."""

    def __init__(self) -> None:
        self.seconds, self.commands = 0.0, 0

    def __call__(self, execute: Callable[..., Any], command: str, *given: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(command, *given)
        finally:
            took = time.perf_counter() - start
            self.seconds, self.commands = self.seconds + took, self.commands + 1
            note_command(command, took)


def _tell(request: HttpRequest, route: str, status: int, took: tuple[float, _Clock]) -> None:
    seconds, clock = took
    if not _LOG.isEnabledFor(logging.INFO):
        return
    facts = {
        "route": route or "none",
        "method": (request.method or "")[:10],
        "status": status,
        "ms": int(seconds * 1000),
        "database_ms": int(clock.seconds * 1000),
        "queries": clock.commands,
        "roles": roles_known(request),
    }
    _LOG.info("%(method)s %(route)s %(status)s %(ms)s ms (%(roles)s)", facts, extra=facts)
