"""The queue of long work: put, take, prolong, end and give back, each in one transaction under the law of the lease.

The order of locks is always work, then queue. Whoever takes begins with the queue and does not wait for the work.
On SQLite every transaction is IMMEDIATE, so one comes after the other; PostgreSQL skips what others hold.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from fokozat.kernel.errors import Fault
from fokozat.office.models.work import Work
from fokozat.office.tasks import run_work
from fokozat.office.work_told import told
from fokozat.work import lease
from fokozat.work.lease import Stand
from fokozat.work.loop import GO_ON, LOST, STOP, Held, Progress

LOG = logging.getLogger("fokozat.work")
FILE_KEPT = timedelta(days=7)
_LONGEST_NAME = 80
_SHOWN = 200


class Gone(Exception):
    """Who ends the work holds it no more, or it was cancelled: nothing of it may be kept."""


@dataclass(frozen=True)
class Outcome:
    """What came of a work. `settle` changes facts; it runs in the transaction that ends the work, or not at all."""

    result: Mapping[str, Any] = field(default_factory=dict)
    file: Path | None = None
    settle: Callable[[], Mapping[str, Any]] | None = None


def put(work: Work, priority: int = 0) -> tuple[Work, bool]:
    """Let it wait for a worker, unless the same waits or runs already; part of the caller's transaction."""
    with transaction.atomic():
        living = _same(work)
        if living is not None:
            return living, False
        try:
            with transaction.atomic():
                work.task = _enqueued(work, priority)
                work.save(force_insert=True)
        except IntegrityError:
            return _same(work) or Work.objects.get(slot=work.slot or ""), False
        told(work)
        return work, True


def take(seconds_of: Callable[[str], float]) -> Held | None:
    """The next work that is due, now held by this worker."""
    ready = DBTaskResult.objects.ready().filter(task_path=run_work.module_path)
    if connection.vendor == "sqlite" and not ready.exists():
        return None  # without a lock that others would wait for
    with transaction.atomic():
        task = ready.get_locked()
        if task is None:
            return None
        found = Work.objects.select_for_update(skip_locked=True, of=("self",)).filter(task=task.pk).first()
        if found is None:
            if not Work.objects.filter(task=task.pk).exists():
                task.delete()  # its work is gone
            return None  # who holds it is just changing it
        return _taken(found, task, seconds_of)


def take_this(uid: str, seconds_of: Callable[[str], float]) -> Held | None:
    """This work and no other, if it is due."""
    with transaction.atomic():
        work = Work.objects.select_for_update(of=("self",)).filter(uid=uid).first()
        task = DBTaskResult.objects.filter(pk=work.task).first() if work and work.task else None
        return _taken(work, task, seconds_of) if work and task else None


def _taken(work: Work, task: "DBTaskResult[Any, Any]", seconds_of: Callable[[str], float]) -> Held | None:
    now = clock()
    stand = lease.taken(work.stand(), now, lease_time())
    if stand is None:
        return None
    task.claim(worker_name())
    work.worker, work.heard_at = worker_name(), now
    work.started_at = work.started_at or now
    _keep(work, stand, queue=False)
    return Held(str(work.uid), work.fence, seconds_of(work.kind))


def beat(held: Held, progress: Progress | None) -> str:
    """Prolong the lease and keep how far it is; says whether to go on."""
    with transaction.atomic():
        work = _locked(held)
        stand = lease.beaten(work.stand(), held.fence, clock(), lease_time()) if work else None
        if work is None or stand is None:
            return LOST
        if stand.cancel_asked:
            return STOP
        work.take_stand(stand)
        work.heard_at = clock()
        if progress is not None:
            work.progress_done, work.progress_total = progress.done, progress.total
            work.progress_fields = dict(progress.fields)
        work.save(update_fields=("lease_until", "heard_at", "progress_done", "progress_total", "progress_fields"))
    if progress is not None:
        told(work)
    return GO_ON


def finish(held: Held, outcome: Outcome) -> None:
    """Effects, result and state in one transaction; the fence is looked at last, so that nothing waits on the row.

    Who holds it no more, and who was cancelled before, is told by `Gone`, and nothing is kept.
    """
    with transaction.atomic():
        settled = outcome.settle() if outcome.settle else {}
        work = _locked(held)
        stand = lease.done(work.stand(), held.fence) if work else None
        if work is None or stand is None:
            raise Gone(held.key)
        work.result = {**outcome.result, **settled}
        work.fault = {}
        if work.progress_total:
            work.progress_done = work.progress_total
        if outcome.file is not None:
            work.file, work.file_ends_at = outcome.file.name, clock() + FILE_KEPT
        _keep(work, stand)


def fail(held: Held, fault: Fault, again: bool) -> None:
    """It could not be done: once more later, or never."""
    _end(held, lambda stand: lease.failed(stand, held.fence, clock(), again), fault)


def stop(held: Held) -> None:
    """It was stopped because somebody cancelled."""
    _end(held, lambda stand: lease.stopped(stand, held.fence))


def let_go(held: Held) -> None:
    """The worker ends by order; the next one begins anew."""
    _end(held, lambda stand: lease.let_go(stand, held.fence))


def reap() -> int:
    """Give back what dead workers held, and see that everything that waits stands in the queue."""
    found = 0
    for key in Work.objects.filter(state=lease.RUNNING, lease_until__lte=clock()).values_list("pk", flat=True):
        with transaction.atomic():
            work = Work.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=key).first()
            stand = lease.reaped(work.stand(), clock()) if work else None
            if work is None or stand is None:
                continue
            LOG.warning("%s %s: its worker %s fell silent", work.kind, work.uid, work.worker)
            _note(work, stand, Fault("office.work-died"))
            _keep(work, stand)
            found += 1
    queued = DBTaskResult.objects.filter(status=TaskResultStatus.READY).values("pk")
    for work in Work.objects.filter(state=lease.WAITING).exclude(task__in=queued):
        with transaction.atomic():
            held = Work.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=work.pk).first()
            if held is not None and held.state == lease.WAITING and held.task == work.task:
                _keep(held, held.stand())
    return found


def change_stand(work: Work, stand: Stand) -> None:
    """Keep what a person decided about a work that is locked in the caller's transaction."""
    _keep(work, stand)


def hold_work(work: Work) -> Work:
    """The work as it is now; until the transaction ends nobody else changes it."""
    return Work.objects.select_for_update(of=("self",)).select_related("body", "account").get(pk=work.pk)


def lease_time() -> timedelta:
    """How long a silent worker is believed to live."""
    return timedelta(seconds=settings.WORK_LEASE)


def folder() -> Path:
    """Where results lie that are files; readable by the owner of the installation only."""
    path: Path = settings.WORK_FOLDER
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def clock() -> datetime:
    """One clock for all workers: that of the database server; embedded, that of the machine."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    return cast(datetime, row[0])


@cache
def worker_name() -> str:
    """Which machine and process."""
    return f"{socket.gethostname()}:{os.getpid()}"[:_LONGEST_NAME]


def _end(held: Held, step: Callable[[Stand], Stand | None], fault: Fault | None = None) -> None:
    with transaction.atomic():
        work = _locked(held)
        stand = step(work.stand()) if work else None
        if work is not None and stand is not None:
            _note(work, stand, fault)
            _keep(work, stand)


def _note(work: Work, stand: Stand, fault: Fault | None) -> None:
    """Why it did not go on, in key and fields; a cancelled one needs no reason."""
    if fault is not None and stand.state != lease.CANCELLED:
        fields = {name: each if isinstance(each, int) else str(each)[:_SHOWN] for name, each in fault.fields.items()}
        work.fault = {"key": fault.key, "fields": fields}


def _keep(work: Work, stand: Stand, queue: bool = True) -> None:
    """The row and its place in the queue as the law says."""
    work.take_stand(stand)
    if work.is_ended:
        work.ended_at = clock()
    elif work.state == lease.WAITING:
        work.ended_at = None
        work.progress_done, work.progress_total, work.progress_fields = 0, 0, {}
    if queue:
        _queue(work)
    work.save()
    told(work)


def _enqueued(work: Work, priority: int = 0) -> UUID:
    """A new row in the queue."""
    return UUID(run_work.using(priority=priority, run_after=work.not_before).enqueue(str(work.uid)).id)


def _queue(work: Work) -> None:
    """What waits has a row in the queue, due from its day on; what has ended has none."""
    mine = DBTaskResult.objects.filter(pk__in=[work.task] if work.task else [])
    if work.state == lease.WAITING:
        due = work.not_before or timezone.now()
        if not mine.update(status=TaskResultStatus.READY, run_after=due):
            work.task = _enqueued(work)
    elif work.is_ended:
        mine.delete()
        work.task = None


def _locked(held: Held) -> Work | None:
    return Work.objects.select_for_update(of=("self",)).filter(uid=held.key).first()


def _same(work: Work) -> Work | None:
    found: QuerySet[Work] = Work.objects.filter(kind=work.kind, key=work.key, state__in=(lease.WAITING, lease.RUNNING))
    if work.slot is not None:
        return Work.objects.filter(slot=work.slot).first() or found.first()
    return found.first()
