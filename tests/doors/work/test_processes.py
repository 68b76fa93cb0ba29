"""Real workers and servers, ended by kill -9 and by order: in the end everything was done exactly once."""

import os
import signal
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.doors.work.conftest import PATIENCE, QUEUE, Installation, children_of, is_running

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only on Linux")
PEOPLE = 3000 if os.environ.get("FOKOZAT_THOROUGH") != "1" else 30_000
SMALL = 200


@pytest.fixture
def export(installation: Installation) -> str:
    """An export that takes some seconds, asked for and not begun."""
    installation.fill("people", PEOPLE)
    return str(installation.fokozat("work", "ask", "export", "--format", "xlsx")["uid"])


def effects(installation: Installation) -> int:
    """How often the export left its mark in the journal."""
    return int(installation.ask("SELECT count(*) FROM office_record WHERE verb = 'take-out'")[0][0])


def assert_done_once(installation: Installation, uid: str) -> None:
    """Done, with one record in the journal and one whole file, and nothing of other tries."""
    assert installation.row(uid, "state") == ("done",)
    assert effects(installation) == 1
    (file,) = installation.row(uid, "file")
    assert [path.name for path in (installation.home / "work").iterdir() if path.name == file] == [file]
    with ZipFile(installation.home / "work" / file) as packed:
        assert packed.testzip() is None


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def test_kill_9_of_the_worker_in_the_middle(installation: Installation, export: str) -> None:
    first = installation.start("worker")
    installation.until_state(export, "running")
    runner = children_of(first.pid)
    kill(first.pid)
    first.wait()
    installation.until(lambda: not any(map(is_running, runner)), "the child outlived its parent")
    if installation.row(export, "state") == ("running",):  # else it was faster than the kill
        assert effects(installation) == 0
    installation.start("worker")
    installation.until_state(export, "done")
    assert_done_once(installation, export)
    assert installation.row(export, "fence", "tries") == (2, 2)


def test_kill_9_of_the_child_that_works(installation: Installation, export: str) -> None:
    worker = installation.start("worker")
    installation.until_state(export, "running")
    for pid in children_of(worker.pid):
        kill(pid)
    installation.until(lambda: installation.row(export, "state") != ("running",), "nobody noticed")
    installation.until_state(export, "done")
    assert_done_once(installation, export)
    assert installation.row(export, "tries") == (2,)
    assert worker.poll() is None
    assert len(list((installation.home / "work").iterdir())) == 1


def test_kill_9_of_the_server_ends_its_worker_and_the_next_goes_on(installation: Installation, export: str) -> None:
    server, _ = installation.serve()
    installation.until_state(export, "running")
    workers = children_of(server.pid)
    assert workers
    below = [pid for worker in workers for pid in children_of(worker)]
    kill(server.pid)
    server.wait()
    installation.until(lambda: not any(map(is_running, [*workers, *below])), "a worker outlived its server")
    again, address = installation.serve()
    installation.until_state(export, "done")
    assert_done_once(installation, export)
    with urlopen(f"{address}healthz", timeout=PATIENCE) as response:
        assert response.status == 200
    again.terminate()
    assert again.wait(PATIENCE) == 0


def test_a_server_replaces_its_worker_and_ends_it(installation: Installation) -> None:
    server, _ = installation.serve()
    installation.until(lambda: children_of(server.pid), "no worker")
    (first,) = children_of(server.pid)
    kill(first)
    installation.until(lambda: [pid for pid in children_of(server.pid) if pid != first and is_running(pid)], "no other")
    (second,) = [pid for pid in children_of(server.pid) if is_running(pid)]
    server.terminate()
    assert server.wait(PATIENCE) == 0
    assert not is_running(second)


def test_a_server_without_a_worker(installation: Installation) -> None:
    server = installation.start("serve", "--port", "0", "--no-worker", stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert b"http://" in server.stdout.readline()
    assert children_of(server.pid) == []
    server.terminate()
    assert server.wait(PATIENCE) == 0


def test_a_worker_that_is_told_to_end_gives_back_what_it_holds(installation: Installation, export: str) -> None:
    worker = installation.start("worker")
    installation.until_state(export, "running")
    worker.terminate()
    assert worker.wait(PATIENCE) == 0
    assert installation.row(export, "state", "tries", "fence") == ("waiting", 0, 1)
    installation.start("worker")
    installation.until_state(export, "done")
    assert_done_once(installation, export)


def test_what_runs_is_cancelled_within_seconds(installation: Installation, export: str) -> None:
    worker = installation.start("worker")
    installation.until_state(export, "running")
    told = installation.fokozat("work", "cancel", export)
    assert (told["state"], told["cancel_asked"]) in (("running", True), ("cancelled", True))
    installation.until_state(export, "cancelled")
    assert effects(installation) == 0
    assert installation.row(export, "file") == ("",)
    assert worker.poll() is None
    installation.fokozat("work", "retry", export)
    installation.until_state(export, "done")
    assert_done_once(installation, export)


def test_two_workers_race_and_each_work_is_done_once(installation: Installation) -> None:
    installation.fill("works", SMALL)
    workers = [installation.start("worker", "--once") for _ in range(2)]
    assert [worker.wait(PATIENCE) for worker in workers] == [0, 0]
    found = installation.ask("SELECT state, fence, tries, worker FROM office_work WHERE kind = 'check'")
    assert [row[:3] for row in found] == [("done", 1, 1)] * SMALL
    assert installation.ask("SELECT count(*) FROM office_work WHERE kind = 'upkeep'") == [(1,)]
    assert installation.ask("SELECT state, fence FROM office_work WHERE kind = 'upkeep'") == [("done", 1)]
    assert installation.ask(f"SELECT count(*) FROM {QUEUE}") == [(0,)]
    assert len({row[3] for row in found}) == 2
    assert installation.log() == ""


def test_a_stopped_worker_comes_back_too_late(installation: Installation, export: str) -> None:
    """A worker that the machine put to sleep past its lease: another did the work, and the sleeper writes nothing."""
    sleeper = installation.start("worker")
    installation.until_state(export, "running")
    asleep = [sleeper.pid, *children_of(sleeper.pid)]
    for pid in asleep:
        os.kill(pid, signal.SIGSTOP)
    other = installation.start("worker")
    installation.until(lambda: installation.row(export, "fence") == (2,), "nobody took it over")
    for pid in asleep:
        os.kill(pid, signal.SIGCONT)
    installation.until_state(export, "done")
    time.sleep(0.5)
    assert_done_once(installation, export)
    assert (sleeper.poll(), other.poll()) == (None, None)
