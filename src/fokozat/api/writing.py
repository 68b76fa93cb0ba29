"""Changes over HTTP: who may send them, of which version they speak, and that none is done twice."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse

from fokozat.api.answering import body_of, headers_of
from fokozat.api.office_schema import read_wish
from fokozat.api.problems import Refused
from fokozat.api.tokens import writer
from fokozat.kernel.errors import Conflict, Fault, InvalidInput, NotFound
from fokozat.office.once import KEPT_FOR, Answer, KeyUsed, Question, forget_old_answers, once
from fokozat.office.rights import Actor

__all__ = ("IF_MATCH", "KEPT_FOR", "KEY", "Door", "forget_old_answers", "seen_version", "write")
_KEY = re.compile(r"[!-~]{1,200}")
_VERSION = re.compile(r'(?:W/)?"([0-9]{1,9})(?:-[0-9a-f]{16})?"')

KEY: Mapping[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A word of your own for this change; sent again within 24 hours nothing is done twice.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
}
IF_MATCH: Mapping[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The ETag of what you saw. Who saw an older version is told what was kept meanwhile.",
    "schema": {"type": "string"},
}

Do = Callable[[Actor, dict[str, Any]], HttpResponse]


@dataclass(frozen=True)
class Door:
    """What an address takes: the scope that a token needs, and the shape of the document."""

    scope: str
    shape: Mapping[str, Any]


def write(request: HttpRequest, door: Door, do: Do) -> HttpResponse:
    """Do it once. Under a key that was used the answer of that time is given again; what failed may be tried again."""
    actor = writer(request, door.scope)
    content, key = body_of(request), _key(request)
    wish = read_wish(content, door.shape)
    if key is None or actor.account is None:
        return _done(do, actor, wish)
    question = Question(actor.account, key, _digest(request, content))
    try:
        answer, again = once(question, lambda: _keep(_done(do, actor, wish)))
    except KeyUsed:
        raise InvalidInput("api.idempotency-key-used", "header.Idempotency-Key") from None
    response = HttpResponse(answer.content, status=answer.status, headers=answer.headers)
    if again:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def seen_version(request: HttpRequest) -> int:
    """The version that the sender saw; one that cannot be read is nobody's, so 0."""
    header = request.headers.get("If-Match", "").strip()
    if header in ("", "*"):
        raise Refused(428, (Fault("api.if-match-missing", "header.If-Match"),))
    found = _VERSION.fullmatch(header)
    return int(found[1]) if found else 0


def _done(do: Do, actor: Actor, wish: dict[str, Any]) -> HttpResponse:
    try:
        return do(actor, wish)
    except NotFound as error:
        if error.place:  # the address is right, a field of the document names what is not there
            raise InvalidInput.of(error.faults) from None
        raise
    except Conflict as error:
        if "theirs" in error.fields:
            raise Refused(412, error.faults) from None
        raise


def _key(request: HttpRequest) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise InvalidInput("api.idempotency-key", "header.Idempotency-Key")
    return key


def _digest(request: HttpRequest, content: bytes) -> str:
    asked = (request.method, request.path, request.headers.get("If-Match", ""), sha256(content).hexdigest())
    return sha256(json.dumps(asked).encode()).hexdigest()


def _keep(response: HttpResponse) -> Answer:
    return Answer(response.status_code, dict(headers_of(response)), response.content.decode())
