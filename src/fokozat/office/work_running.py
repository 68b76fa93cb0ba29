"""Does a work that is held: finds its kind, lets it run in the name of who asked, and ends it as it went.

What a person could mend, and what somebody may not do, fails at once with its words. What a full disk, a busy
database or a fault of ours did is tried again. Whatever happened, a file that belongs to no result is gone.
"""

import errno
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from django.db import DatabaseError, connections

from fokozat.kernel.errors import Fault, FokozatError
from fokozat.office import works
from fokozat.office.models.work import Work
from fokozat.office.rights import OPERATOR, VISITOR, Actor, actor_of, operator
from fokozat.office.work_kinds import kind_of
from fokozat.office.work_periodic import put_periodic
from fokozat.office.work_wanted import Doing
from fokozat.work.loop import DIED, GO_ON, TIME, Hands, Held, Progress, Tell

LOG = logging.getLogger("fokozat.work")
_KEPT_EVERY = 0.5
_GIVEN_UP = {TIME: "office.work-too-long", DIED: "office.work-died"}


def hands() -> Hands:
    """What the loop of a worker needs of the office."""
    return Hands(
        take=_take,
        do=do,
        beat=_beat,
        stop=_careful(works.stop),
        give_up=_give_up,
        let_go=_careful(works.let_go),
        tidy=_tidy,
        part=connections.close_all,
    )


def do(held: Held, tell: Tell) -> None:
    """To its end, whatever that is. What was taken away meanwhile leaves nothing behind."""
    work = Work.objects.select_related("body__parent", "account").get(uid=held.key)
    doing = Doing(work, actor_of_work(work), held.fence, tell)
    try:
        outcome = kind_of(work.kind).do(doing)
        works.finish(held, outcome)
    except works.Gone:
        _forget(doing)
        works.stop(held)
    except MemoryError:
        _failed(doing, held, Fault("office.work-memory"), again=False)
    except FokozatError as error:
        _failed(doing, held, error.faults[0], again=False)
    except OSError as error:
        _failed(doing, held, _fault_of_disk(error), again=True)
    except DatabaseError:
        LOG.exception("%s %s: the database refused", work.kind, work.uid)
        _failed(doing, held, Fault("office.work-database"), again=True)
    except Exception:
        LOG.exception("%s %s: our own fault", work.kind, work.uid)
        _failed(doing, held, Fault("office.work-broke"), again=True)


def do_here(uid: str) -> bool:
    """In this process, without time limit or a child of its own: for who waits for it at a terminal."""
    held = works.take_this(uid, lambda kind: kind_of(kind).seconds)
    if held is None:
        return False
    do(held, _keeping(held))
    return True


def _keeping(held: Held) -> Tell:
    """Without a watching parent the one who works prolongs the lease itself, and hears of a cancel."""
    last = 0.0

    def tell(done: int, total: int, fields: Mapping[str, Any]) -> None:
        nonlocal last
        if monotonic() - last < _KEPT_EVERY:
            return
        last = monotonic()
        if works.beat(held, Progress(done, total, dict(fields))) != GO_ON:
            raise works.Gone(held.key)

    return tell


def actor_of_work(work: Work) -> Actor:
    """Who asked, with the roles of today: a right that was lost meanwhile counts no more."""
    if work.actor == OPERATOR:
        return operator()
    return actor_of(work.account, datetime.now(UTC).date()) if work.account else VISITOR


def _failed(doing: Doing, held: Held, fault: Fault, again: bool) -> None:
    _forget(doing)
    works.fail(held, fault, again)


def _forget(doing: Doing) -> None:
    """The file of this try."""
    _unlink(doing.path)


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        LOG.warning("%s stays behind", path.name)


def _fault_of_disk(error: OSError) -> Fault:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Fault("office.work-no-space")
    return Fault("office.work-disk", "", {"reason": error.strerror or type(error).__name__})


def _take() -> Held | None:
    """A database that is busy or away is asked again a little later."""
    try:
        return works.take(lambda kind: kind_of(kind).seconds)
    except DatabaseError:
        LOG.warning("the queue could not be asked")
        connections.close_all()
        return None


def _beat(held: Held, progress: Progress | None) -> str:
    """A database that is busy or away is no reason to end what runs: the fence judges in the end."""
    try:
        return works.beat(held, progress)
    except DatabaseError:
        connections.close_all()
        return GO_ON


def _give_up(held: Held, why: str) -> None:
    fault = Fault(_GIVEN_UP[why], "", {"seconds": int(held.seconds)} if why == TIME else {})
    _careful(lambda each: works.fail(each, fault, again=True))(held)
    for path in works.folder().glob(f"{held.key}-{held.fence}.*"):
        _unlink(path)


def _careful(step: Any) -> Any:
    """Where the database cannot be told, the lease runs out and the reaper sees to it."""

    def told(held: Held) -> None:
        try:
            step(held)
        except DatabaseError:
            LOG.warning("%s: the database could not be told", held.key)
            connections.close_all()

    return told


def _tidy() -> None:
    try:
        put_periodic(datetime.now(UTC))
        works.reap()
    except DatabaseError:
        LOG.warning("the queue could not be looked at")
        connections.close_all()
