"""Errors go to the door that was asked: a problem document for programs, a page for people."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from fokozat.api import problems
from fokozat.site.keeping import unkept_response
from fokozat.web import troubles

_API = "/api/"
_CHUNK = 1 << 16
_PATIENCE = 64_000_000


class ReadToTheEnd:
    """Takes what a sender is still sending when it was refused for its size, for only then it reads the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if _announced(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            taken = 0
            while taken < _PATIENCE and (chunk := request.read(_CHUNK)):
                taken += len(chunk)
        return response


class ProblemPages:
    """Words what Django itself answers too shortly: a method that an address does not know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != 405 or "Allow" not in response.headers:
            return response
        api = request.path.startswith(_API)
        worded = problems.problem(request, 405) if api else troubles.page(request, 405)
        worded.headers["Allow"] = response.headers["Allow"]
        return worded


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if request.path.startswith(_API):
        return problems.refused(request, exception)
    return troubles.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:  # noqa: ARG001 - Django hands it on
    return problems.problem(request, 403) if request.path.startswith(_API) else troubles.denied(request)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:  # noqa: ARG001 - Django hands it on
    return problems.problem(request, 404) if request.path.startswith(_API) else troubles.page(request, 404)


def server_error(request: HttpRequest) -> HttpResponseBase:
    unkept = unkept_response(request)
    if unkept is not None:
        return unkept
    return problems.problem(request, 500) if request.path.startswith(_API) else troubles.page(request, 500)


def _announced(request: HttpRequest) -> int:
    length = request.headers.get("Content-Length", "")
    return int(length) if length.isdecimal() and len(length) < 16 else 0
