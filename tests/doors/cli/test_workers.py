"""Several workers behind one address: they begin soon, one that dies is replaced, and all end when they are told to."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen
from time import monotonic, sleep
from urllib.request import urlopen

import pytest

from tests.doors.cli.own_database import own_database
from tests.doors.cli.test_serve import end, serving

pytestmark = pytest.mark.only_on("postgresql")
SECOND_START = 30  # ten are promised, to a machine that does nothing else
PATIENCE = 30


@pytest.fixture
def database() -> Iterator[str]:
    with own_database() as url:
        yield url


def children(process: "Popen[str]") -> set[int]:
    """The processes that answer; the bookkeeper and the worker for long work are left out."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            line = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue  # it ended meanwhile
        if parent == process.pid and b"spawn_main" in line:
            found.add(int(stat.parent.name))
    return found


def until(holds: Callable[[], bool]) -> None:
    ends = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < ends, "it did not come to pass"
        sleep(0.1)


def is_answered(address: str) -> bool:
    with urlopen(f"{address}readyz", timeout=PATIENCE) as response:
        return bool(response.status == 200)


def test_a_worker_that_dies_is_replaced_and_the_site_goes_on(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", "--database", database) as (process, address):
        assert is_answered(address)
        until(lambda: len(children(process)) == 2)
        before = children(process)
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(children(process)) == 2 and children(process) != before)
        assert all(is_answered(address) for _ in range(6))
        code, _, err = end(process, signal.SIGTERM)
    assert (code, err) == (0, "")


def test_kill_9_of_the_server_ends_its_workers_and_the_port_is_free_again(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", "--database", database) as (process, address):
        until(lambda: len(children(process)) >= 2)
        assert is_answered(address)
        port = address.rstrip("/").rpartition(":")[2]
        process.kill()
        process.wait(PATIENCE)
        until(lambda: not is_held(int(port)))
        with serving(tmp_path, "--workers", "2", "--database", database, "--port", port) as (again, same):
            assert (same, is_answered(same)) == (address, True)
            end(again, signal.SIGTERM)


def is_held(port: int) -> bool:
    """Whether somebody still listens."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("group", [False, True], ids=["SIGTERM", "Ctrl-C"])
def test_they_end_though_somebody_is_connected_and_begin_again_soon(group: bool, database: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", "--database", database) as (process, address):
        assert is_answered(address)
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as half:
            half.sendall(b"POST /en/multiplier/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf")
            sleep(0.5)
            if group:
                os.killpg(process.pid, signal.SIGINT)
            code, _, err = end(process, signal.SIGTERM)
    assert (code, err) == (0, "")
    begins = monotonic()
    with serving(tmp_path, "--workers", "2", "--database", database) as (process, address):
        assert is_answered(address)
        assert monotonic() - begins < SECOND_START
        end(process, signal.SIGTERM)
