"""Slows down who asks too often: programs, forms, keys that open nothing. Reading pages is not counted.

Whoever sits at the machine itself is not counted either: the demo, the bench, a script of the keeper.
"""

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from time import time

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

from fokozat.api import problems
from fokozat.office.limits import DESKS, FORMS, GUESSES, KEYS, VISITS, take
from fokozat.site.callers import caller_of, is_this_machine
from fokozat.web import troubles

TOO_MANY = 429
_API = "/api/"
_READING = ("GET", "HEAD", "OPTIONS")
_PATIENCE = 60
_MOST_KNOWN = 10_000


class Limits:
    """Stands behind the sign-in, so that it knows who asks, and before the views."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.known: set[str] = set()  # keys that opened something here; whoever loses its key is counted again
        self.lock = Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        wait = 0 if is_this_machine(request) else self._wait(request)
        response = _refused(request) if wait else self._answered(request)
        if response.status_code == TOO_MANY:
            response.headers.setdefault("Retry-After", str(wait or _PATIENCE))
            patch_cache_control(response, no_store=True)
        return response

    def _answered(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if key := _key_of(request):
            with self.lock:
                if response.status_code == 401:
                    self.known.discard(key)
                elif len(self.known) < _MOST_KNOWN:
                    self.known.add(key)
        return response

    def _wait(self, request: HttpRequest) -> int:
        now = time()
        if key := _key_of(request):
            guessed = 0 if key in self.known else take(GUESSES, caller_of(request), now)
            return guessed or take(KEYS, key, now)
        if request.path.startswith(_API):
            return take(VISITS, caller_of(request), now)
        if request.method in _READING:
            return 0
        user = request.user
        return take(DESKS, str(user.pk), now) if user.is_authenticated else take(FORMS, caller_of(request), now)


def _key_of(request: HttpRequest) -> str:
    """The key of a program, as a digest."""
    given = request.headers.get("Authorization", "") if request.path.startswith(_API) else ""
    return sha256(given.encode()).hexdigest() if given else ""


def _refused(request: HttpRequest) -> HttpResponseBase:
    if request.path.startswith(_API):
        return problems.problem(request, TOO_MANY)
    return troubles.page(request, TOO_MANY)
