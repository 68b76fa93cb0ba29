"""Pages for what goes wrong: what happened, what is safe, what to do."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from fokozat.web import frame, multiplier


def page(request: HttpRequest, status: int) -> HttpResponse:
    """The page of a status, which has words in `words.toml`."""
    return trouble(request, str(status), status)


def trouble(request: HttpRequest, code: str, status: int) -> HttpResponse:
    """The page of a trouble by the name of its words; no engine of the world keeps it."""
    return frame.page(request, "error.html", {"code": code, "unfindable": True}, status)


def denied(request: HttpRequest) -> HttpResponse:
    """The page is there, but not for this reader."""
    return trouble(request, "denied", 403)


def on_plain_network(request: HttpRequest) -> HttpResponse:
    """The page is there, but not for somebody who can be read along with."""
    return frame.page(request, "error.html", {"code": "plain"}, 403)


def form_too_old(request: HttpRequest, **_why: str) -> HttpResponse:
    """A form without its token; why is for programmers."""
    return page(request, 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Too large a text is a fault of a form like any other; the rest could not be read."""
    if isinstance(exception, RequestDataTooBig):
        return multiplier.too_large(request)
    return page(request, 400)
