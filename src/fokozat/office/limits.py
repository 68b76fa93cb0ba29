"""How often one caller may ask: counted in the database, so that a limit holds for all workers together.

A worker draws a handful at a time and gives it out from its own pocket: one write for many questions. What is in a
pocket when its stretch of time ends is lost, so callers may get a little less than the limit, never more.
"""

import hmac
import logging
from collections.abc import MutableMapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F

from fokozat.office.models.limits import Tally

SPENT = -1  # the pocket of whoever was refused, until the stretch ends
_LOG = logging.getLogger("fokozat.limits")
_FULL = 10_000  # pockets of one worker; before that many callers a minute its memory is not what gives way


@dataclass(frozen=True)
class Limit:
    """So many in so many seconds; `handful` is what a worker draws at once and divides `most` evenly."""

    name: str
    most: int
    seconds: int = 60
    handful: int = 1


# What asks for nothing but reading a page is not counted: a hall of phones stands behind one address.
GUESSES = Limit("guesses", 30)  # keys that opened nothing, an address
VISITS = Limit("visits", 600, handful=20)  # questions of programs without a key, an address
KEYS = Limit("keys", 1200, handful=20)  # questions of programs with a key, a key
FORMS = Limit("forms", 60, handful=2)  # forms of visitors, an address
DESKS = Limit("desks", 600, handful=10)  # forms of whoever is signed in, an account
LIMITS = (GUESSES, VISITS, KEYS, FORMS, DESKS)

_pockets: MutableMapping[tuple[str, int], int] = {}
_lock = Lock()


def take(limit: Limit, who: str, now: float) -> int:
    """0 where it may be done; else after how many seconds it may be asked again."""
    begins = int(now) // limit.seconds * limit.seconds
    at = (_digest(limit, who), begins)
    wait = begins + limit.seconds - int(now)
    with _lock:
        left = _pockets.get(at, 0)
        if left > 0:
            _pockets[at] = left - 1
        if left != 0:
            return 0 if left > 0 else wait
    drawn = _draw(limit, *at)
    with _lock:
        _make_room(begins)
        left = _pockets.get(at, 0)
        _pockets[at] = max(left, 0) + limit.handful - 1 if drawn else left or SPENT
    return 0 if drawn else wait


def _draw(limit: Limit, key: str, begins: int) -> bool:
    """Whether a handful was still there; of two who draw at once the count knows both."""
    fits = Tally.objects.filter(key=key, begins=begins, taken__lte=limit.most - limit.handful)
    try:
        if fits.update(taken=F("taken") + limit.handful):
            return True
        if Tally.objects.filter(key=key, begins=begins).exists():
            return False
        try:
            with transaction.atomic():
                Tally.objects.create(key=key, begins=begins, taken=limit.handful)
        except IntegrityError:  # another worker was faster
            return bool(fits.update(taken=F("taken") + limit.handful))
        return True
    except DatabaseError:  # where the database does not answer, the page itself fails and says so
        _LOG.warning("the count of %s could not be kept", limit.name)
        return True


def _make_room(begins: int) -> None:
    """Pockets of stretches that are over go when there are many."""
    if len(_pockets) >= _FULL:
        for at in [at for at in _pockets if at[1] < begins]:
            del _pockets[at]
        if len(_pockets) >= _FULL:
            _pockets.clear()  # they are drawn again, and what was in them is lost


def _digest(limit: Limit, who: str) -> str:
    key = str(settings.SECRET_KEY).encode()
    return hmac.new(key, f"{limit.name} {who}".encode(), sha256).hexdigest()


def forget_old(now: float) -> int:
    """Counts of stretches that are over; they are nobody's business any more."""
    longest = max(limit.seconds for limit in LIMITS)
    return Tally.objects.filter(begins__lt=int(now) - 2 * longest).delete()[0]


def empty_pockets() -> None:
    """As a worker that has just started."""
    with _lock:
        _pockets.clear()
