"""Errors as problem documents (RFC 9457): what happened, worded for a person, with every fault at its place."""

import json
from collections.abc import Iterable

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

MEDIA_TYPE = "application/problem+json"
MOST_FAULTS = 100
NAMES = {
    400: "bad-request",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    409: "conflict",
    413: "too-large",
    415: "unknown-media-type",
    422: "invalid-input",
    500: "our-fault",
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
    """A request that is refused before it is read; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(NAMES[status])
        self.status = status


def problem(request: HttpRequest, status: int, faults: Iterable[Fault] = ()) -> HttpResponse:
    """A problem document in the language of the request."""
    language, faults = language_of(request), tuple(faults)
    words = Words.of("api")
    document: dict[str, object] = {
        "type": f"urn:fokozat:{NAMES[status]}",
        "title": words.say(f"{NAMES[status]}.title", language),
        "status": status,
        "detail": word_fault(faults[0], language) if faults else words.say(f"{NAMES[status]}.detail", language),
    }
    if faults:
        document["faults"] = [_fault(fault, language) for fault in faults[:MOST_FAULTS]]
        document["fault_count"] = len(faults)
        if paragraph := faults[0].fields.get("paragraph"):
            document["paragraph"] = paragraph
    response = HttpResponse(json.dumps(document, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
    response.headers["Content-Language"] = language
    return response


def refused(request: HttpRequest, error: Exception) -> HttpResponse:
    """What Django or this door refuses before a question is asked."""
    if isinstance(error, Refused):
        return problem(request, error.status)
    return problem(request, 413 if isinstance(error, RequestDataTooBig) else 400)


def told(request: HttpRequest, error: FokozatError) -> HttpResponse:
    """An error of the house, by its class."""
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


def _fault(fault: Fault, language: str) -> dict[str, object]:
    return {
        "key": fault.key,
        "place": fault.place,
        "text": word_fault(Fault(fault.key, "", {"place": fault.place, **fault.fields}), language),
        "fields": as_json(as_figure(fault.fields)),
    }
