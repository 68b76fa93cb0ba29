"""Long work on a scratch database beside the configured one: asking, doing, and coming back after kill -9.

The peer is the plain worker of django-tasks-db on the same database with the same piece of work; after kill -9 it
leaves its task running for ever, so what our recovery stands beside is the lease itself.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from time import monotonic, perf_counter, sleep
from typing import TYPE_CHECKING, Any

from fokozat.cli.bench.measure import Figure, median

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fokozat.office.models.work import Work

ASKED = 100
PEOPLE = 3000
KILLS = 3
PATIENCE = 120
OURS = (sys.executable, "-m", "fokozat.cli", "worker")
PEER = (sys.executable, "-m", "django", "db_worker", "--batch", "--no-startup-delay", "--queue-name", "default")
PEER_NAME = "django-tasks-db"


def work() -> tuple[Figure, ...]:
    """On the kind of database that is configured."""
    import tempfile

    from fokozat.cli.bench.office_data import fill_people, scratch_database

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as folder, scratch_database(folder) as vendor:
        env = _environment(folder)
        asked = Figure("work", f"{vendor}, asked for", "works/s", _asking(_put), PEER_NAME, _asking(_enqueue))
        done = Figure("work", f"{vendor}, done by one worker", "works/s", _ours(env), PEER_NAME, _peer(env))
        fill_people(PEOPLE)
        lease = float(env["FOKOZAT_LEASE"])
        back = Figure("work", f"{vendor}, running again after kill -9", "s", _recovery(env), "the lease", lease)
        return (asked, done, back)


def _environment(folder: str) -> dict[str, str]:
    """For processes on the scratch database."""
    from django.conf import settings
    from django.db import connection

    told = connection.settings_dict
    user = f"{told['USER']}:{told['PASSWORD']}@" if told["PASSWORD"] else f"{told['USER']}@" if told["USER"] else ""
    server = f"postgresql://{user}{told['HOST']}:{told['PORT']}/{told['NAME']}"
    url = f"sqlite:///{told['NAME']}" if connection.vendor == "sqlite" else server
    return {
        **os.environ, "FOKOZAT_HOME": folder, "DATABASE_URL": url, "FOKOZAT_LEASE": str(settings.WORK_LEASE),
        "DJANGO_SETTINGS_MODULE": "fokozat.site.settings",
    }  # fmt: skip


def _asking(ask: Callable[[int], object]) -> float:
    """How many a second; each in a transaction of its own, as a page asks."""
    start = perf_counter()
    for at in range(ASKED):
        ask(at)
    return ASKED / (perf_counter() - start)


def _put(at: int) -> object:
    from fokozat.office.rights import OPERATOR
    from fokozat.office.works import clock, put

    return put(_new(kind="check", key=f"bench {at}", actor=OPERATOR, asked_at=clock()))


def _enqueue(_at: int) -> object:
    from fokozat.cli.bench.work_peer import proof

    return proof.enqueue()


def _new(**facts: Any) -> "Work":
    from fokozat.office.models.work import Work

    return Work(**facts)


def _ours(env: dict[str, str]) -> float:
    """From the first start to the last end, as the rows say."""
    from django.db.models import Max, Min

    from fokozat.office.models.work import Work

    subprocess.run((*OURS, "--once"), env=env, check=True, timeout=PATIENCE)
    done = Work.objects.filter(kind="check", state="done")
    span = done.aggregate(begun=Min("started_at"), ended=Max("ended_at"))
    return _rate(done.count(), (span["ended"] - span["begun"]).total_seconds())


def _peer(env: dict[str, str]) -> float:
    from django.db.models import Max, Min
    from django_tasks_db.models import DBTaskResult

    subprocess.run(PEER, env=env, check=True, timeout=PATIENCE, stderr=subprocess.DEVNULL)
    done = DBTaskResult.objects.successful()
    span = done.aggregate(begun=Min("started_at"), ended=Max("finished_at"))
    return _rate(done.count(), (span["ended"] - span["begun"]).total_seconds())


def _rate(count: int, seconds: float) -> float:
    if count != ASKED:
        raise RuntimeError(f"{count} of {ASKED} were done")
    return count / seconds


def _recovery(env: dict[str, str]) -> float:
    """A worker is killed in the middle of an export while another waits: seconds until it runs again."""
    times = [_killed(env) for _ in range(KILLS)]
    return median(times)


def _killed(env: dict[str, str]) -> float:
    from fokozat.office.actions.ask_work import ask_work
    from fokozat.office.rights import operator

    asked, _ = ask_work(operator(), "export", {"form": "xlsx"})
    with _worker(env) as first:
        _until(lambda: _stands(asked) == ("running", 1))
        first.kill()
        start = perf_counter()
        with _worker(env):
            _until(lambda: _stands(asked)[1] == 2)
            seconds = perf_counter() - start
            _until(lambda: _stands(asked)[0] == "done")
    return seconds


@contextmanager
def _worker(env: dict[str, str]) -> "Iterator[subprocess.Popen[bytes]]":
    process = subprocess.Popen(OURS, env=env, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _stands(asked: "Work") -> tuple[str, int]:
    asked.refresh_from_db(fields=("state", "fence"))
    return str(asked.state), asked.fence


def _until(says: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not says():
        if monotonic() > deadline:
            raise RuntimeError("a worker did not do its work")
        sleep(0.01)
