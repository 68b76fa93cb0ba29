"""The law of a lease as pure values: who holds a piece of work, until when, and how it may end.

Whoever takes work gets a fence, one higher than all before. Only the last fence may keep the work alive or end it, so
a holder that was thought dead and comes back can write nothing. Every step is a function from a stand to the next
one, or to nothing where the step is not allowed any more; whoever keeps the stand does so in one transaction.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

WAITING, RUNNING, DONE, FAILED, CANCELLED = STATES = ("waiting", "running", "done", "failed", "cancelled")
ENDED = (DONE, FAILED, CANCELLED)

_FIRST_PAUSE = timedelta(seconds=2)
_LONGEST_PAUSE = timedelta(minutes=5)
_MOST_DOUBLINGS = 10


@dataclass(frozen=True)
class Stand:
    """How a piece of work stands. `fence` counts how often it was taken, `tries` how often that cost a try."""

    state: str = WAITING
    fence: int = 0
    tries: int = 0
    most_tries: int = 3
    lease_until: datetime | None = None
    not_before: datetime | None = None
    cancel_asked: bool = False

    @property
    def is_ended(self) -> bool:
        return self.state in ENDED


def taken(stand: Stand, now: datetime, lease: timedelta) -> Stand | None:
    """A worker takes what waits and is due."""
    if stand.state != WAITING or (stand.not_before is not None and now < stand.not_before):
        return None
    return replace(
        stand, state=RUNNING, fence=stand.fence + 1, tries=stand.tries + 1, lease_until=now + lease, not_before=None
    )


def beaten(stand: Stand, fence: int, now: datetime, lease: timedelta) -> Stand | None:
    """The holder lives; a lease that ran out may still be prolonged as long as nobody else saw to it."""
    if not is_held(stand, fence):
        return None
    until = now + lease
    return replace(stand, lease_until=max(until, stand.lease_until or until))


def is_held(stand: Stand, fence: int) -> bool:
    """Whether this fence still holds the work."""
    return stand.state == RUNNING and stand.fence == fence


def done(stand: Stand, fence: int) -> Stand | None:
    """The holder is through. A cancel that was kept before wins: then nothing of it may be kept."""
    if not is_held(stand, fence) or stand.cancel_asked:
        return None
    return replace(stand, state=DONE, lease_until=None)


def failed(stand: Stand, fence: int, now: datetime, again: bool) -> Stand | None:
    """The holder could not: again after a pause as long as there are tries, else it has failed."""
    return _missed(stand, now, again) if is_held(stand, fence) else None


def let_go(stand: Stand, fence: int) -> Stand | None:
    """The holder ends by order and not by its own fault: this costs no try."""
    if not is_held(stand, fence):
        return None
    if stand.cancel_asked:
        return replace(stand, state=CANCELLED, lease_until=None)
    return replace(stand, state=WAITING, tries=stand.tries - 1, lease_until=None)


def reaped(stand: Stand, now: datetime) -> Stand | None:
    """The lease ran out and nobody said a word: the holder died."""
    if stand.state != RUNNING or stand.lease_until is None or now < stand.lease_until:
        return None
    return _missed(stand, now, again=True)


def cancelled(stand: Stand) -> Stand | None:
    """Somebody wants no more of it: what waits ends at once, what runs is stopped; what has ended stays."""
    if stand.is_ended:
        return None
    if stand.state == WAITING:
        return replace(stand, state=CANCELLED, not_before=None, cancel_asked=True)
    return replace(stand, cancel_asked=True)


def stopped(stand: Stand, fence: int) -> Stand | None:
    """The holder was stopped because somebody cancelled."""
    if not is_held(stand, fence) or not stand.cancel_asked:
        return None
    return replace(stand, state=CANCELLED, lease_until=None)


def retried(stand: Stand) -> Stand | None:
    """A person lets it run once more, with all its tries. The fence goes on, so no old holder comes back."""
    if stand.state not in (FAILED, CANCELLED):
        return None
    return replace(stand, state=WAITING, tries=0, cancel_asked=False, not_before=None, lease_until=None)


def pause_after(tries: int) -> timedelta:
    """Twice as long after every try, five minutes at most."""
    doublings: int = min(max(tries - 1, 0), _MOST_DOUBLINGS)
    return min(_FIRST_PAUSE * (1 << doublings), _LONGEST_PAUSE)


def _missed(stand: Stand, now: datetime, again: bool) -> Stand:
    free = replace(stand, lease_until=None)
    if stand.cancel_asked:
        return replace(free, state=CANCELLED)
    if again and stand.tries < stand.most_tries:
        return replace(free, state=WAITING, not_before=now + pause_after(stand.tries))
    return replace(free, state=FAILED)
