"""The server's side of a form that may wait for the network (frontend/src/outbox.ts).

The page sends such a form under a key of its own choice, again and again until it is answered; it is done once, and
the answer says in a header where to go on, because the page may have more to send before it goes.
"""

import json
import re
from collections.abc import Callable
from hashlib import sha256

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from fokozat.office.once import Answer, KeyUsed, Question, once
from fokozat.web.actors import actor_of_request

GO_ON = 303
DONE = 204
_KEY = re.compile(r"[0-9a-f]{32}")
_OURS = "page "  # keys of programs have no blank, so the two never meet
_TOKEN = "csrfmiddlewaretoken"


def do_once(request: HttpRequest, act: Callable[[], str]) -> str:
    """Do it, or find out that it was done; where to go on."""
    key, account = _key(request), actor_of_request(request).account
    if not key or account is None:
        return act()
    question = Question(account, _OURS + key, _digest(request))
    try:
        answer, _ = once(question, lambda: Answer(GO_ON, {"Location": act()}))
    except KeyUsed:
        raise BadRequest("the key stands for another form") from None
    return answer.headers["Location"]


def told_in_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A page that asks by itself cannot see where it is sent; so it is told."""
    if not _key(request) or response.status_code != GO_ON:
        return response
    return HttpResponse(status=DONE, headers={"Location": response.headers["Location"]})


def _key(request: HttpRequest) -> str:
    key = request.headers.get("Idempotency-Key", "") if request.method == "POST" else ""
    if key and not _KEY.fullmatch(key):
        raise BadRequest("the key of a form is 32 digits and letters a to f")
    return key


def _digest(request: HttpRequest) -> str:
    fields = sorted((name, values) for name, values in request.POST.lists() if name != _TOKEN)
    return sha256(json.dumps((request.path, fields)).encode()).hexdigest()
