"""Errors as problem documents (RFC 9457): what happened, worded for a person, with every fault at its place."""

import json
import logging
from collections.abc import Iterable, Mapping

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from ninja.errors import ValidationError

from fokozat.api.language import language_of
from fokozat.kernel.errors import (
    Conflict,
    Fault,
    FokozatError,
    Forbidden,
    IllegalMove,
    InvalidInput,
    NoPairing,
    NotFound,
)
from fokozat.kernel.paragraph import as_figure, as_json
from fokozat.kernel.words import Words, word_fault

_LOG = logging.getLogger("fokozat.rights")
MEDIA_TYPE = "application/problem+json"
MOST_FAULTS = 100
NAMES = {
    400: "bad-request",
    401: "unknown-token",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    409: "conflict",
    410: "gone",
    412: "changed-meanwhile",
    413: "too-large",
    415: "unknown-media-type",
    422: "invalid-input",
    428: "version-needed",
    429: "too-often",
    500: "our-fault",
    503: "nothing-kept",
}
STATUSES: tuple[tuple[type[FokozatError], int], ...] = (
    (InvalidInput, 422),
    (IllegalMove, 422),
    (Forbidden, 403),
    (NoPairing, 409),
    (NotFound, 404),
    (Conflict, 409),
)


class Refused(Exception):
    """A request that HTTP itself has a status for: a token, a version, a kind of body."""

    def __init__(self, status: int, faults: Iterable[Fault] = (), headers: Mapping[str, str] | None = None) -> None:
        super().__init__(NAMES[status])
        self.status, self.faults, self.headers = status, tuple(faults), headers or {}


def problem(request: HttpRequest, status: int, faults: Iterable[Fault] = ()) -> HttpResponse:
    """A problem document in the language of the request."""
    language, faults = language_of(request), tuple(faults)
    words = Words.of("api")
    document: dict[str, object] = {
        "type": f"urn:fokozat:{NAMES[status]}",
        "title": words.say(f"{_name(status, faults)}.title", language),
        "status": status,
        "detail": word_fault(faults[0], language) if faults else words.say(f"{NAMES[status]}.detail", language),
    }
    if faults:
        document["faults"] = [_fault(fault, language) for fault in faults[:MOST_FAULTS]]
        document["fault_count"] = len(faults)
        if paragraph := faults[0].fields.get("paragraph"):
            document["paragraph"] = paragraph
        if theirs := faults[0].fields.get("theirs"):
            document["theirs"] = as_json(as_figure(theirs))
    response = HttpResponse(json.dumps(document, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
    response.headers["Content-Language"] = language
    return response


def refused(request: HttpRequest, error: Exception) -> HttpResponse:
    """What Django or this door refuses before a question is asked."""
    if isinstance(error, Refused):
        if error.status == 401:
            _note_denied(request, error.faults[0].key)
        response = problem(request, error.status, error.faults)
        for name, value in error.headers.items():
            response.headers[name] = value
        return response
    return problem(request, 413 if isinstance(error, RequestDataTooBig) else 400)


def told(request: HttpRequest, error: FokozatError) -> HttpResponse:
    """An error of the house, by its class."""
    if isinstance(error, Forbidden) and not error.paragraph:
        _note_denied(request, error.key)
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    return problem(request, status, error.faults)


def mistyped(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Parameters of the address that are missing or wrong."""
    return problem(request, 422, tuple(_parameter_fault(each) for each in error.errors))


def _parameter_fault(found: dict[str, object]) -> Fault:
    path = found["loc"]
    place = ".".join(str(part) for part in path) if isinstance(path, list | tuple) else str(path)
    if found["type"] == "missing":
        return Fault("api.parameter-missing", place)
    context = found.get("ctx")
    expected = str(context.get("expected", "")) if isinstance(context, dict) else ""
    key = "api.parameter-unknown" if expected else "api.parameter-wrong"
    return Fault(key, place, {"known": expected} if expected else {})


def _note_denied(request: HttpRequest, key: str) -> None:
    """Which route was closed and why: never the token, the person or the address."""
    route = request.resolver_match.view_name if request.resolver_match else ""
    _LOG.info("%s %s refused: %s", request.method, route, key)


def _name(status: int, faults: tuple[Fault, ...]) -> str:
    """A right that is missing is no paragraph that forbids."""
    return "no-right" if status == 403 and faults and not faults[0].fields.get("paragraph") else NAMES[status]


def _fault(fault: Fault, language: str) -> dict[str, object]:
    return {
        "key": fault.key,
        "place": fault.place,
        "text": word_fault(Fault(fault.key, "", {"place": fault.place, **fault.fields}), language),
        "fields": as_json(as_figure(fault.fields)),
    }
