"""How a request's document is taken in and an answer goes out, the same for every address."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from fokozat.api.problems import Refused

# curl -d calls every body a form, so the document itself decides; a real form with files cannot be one.
BODIES = ("", "application/json", "application/octet-stream", "application/x-www-form-urlencoded", "text/plain")


def body_of(request: HttpRequest) -> bytes:
    """What was sent, if it can be a document at all."""
    kind = (request.content_type or "").lower()
    if kind not in BODIES and not kind.endswith("+json"):
        raise Refused(415)
    if len(request.body) > settings.DOCUMENT_MAX_BYTES:
        raise Refused(413)
    return request.body


def answer(document: object, language: str, status: int = 200) -> HttpResponse:
    """A JSON document; whoever kept it asks again whether it still holds."""
    text = json.dumps(document, ensure_ascii=False)
    response = HttpResponse(text, status=status, content_type="application/json")
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = "no-cache"
    return response


def personal(document: object, language: str, status: int = 200) -> HttpResponse:
    """An answer that depends on who asks, and that no search engine shall keep: it names persons."""
    response = answer(document, language, status)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def versioned(response: HttpResponse, version: int) -> HttpResponse:
    """Mark an answer with the version of the record and a digest of all that is shown with it."""
    response.headers["ETag"] = f'"{version}-{sha256(response.content).hexdigest()[:16]}"'
    return response


def made(response: HttpResponse, address: str) -> HttpResponse:
    """Something new came to be at an address."""
    response.status_code = 201
    response.headers["Location"] = address
    return response


def headers_of(response: HttpResponse) -> Mapping[str, Any]:
    """The headers with which the same answer is given again."""
    return dict(response.items())
