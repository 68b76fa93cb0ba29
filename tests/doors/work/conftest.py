"""An installation of its own on the database at hand, real workers and servers on it, and what its tables say."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django_tasks_db.models import DBTaskResult

from tests.doors.cli.front_door import FOKOZAT, environment

FILLING = Path(__file__).parent / "filling.py"
PATIENCE = 240
QUEUE = DBTaskResult._meta.db_table
LEASE = "5"


@dataclass
class Installation:
    """A data folder, a database, and the processes that run on them."""

    home: Path
    url: str
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def env(self) -> dict[str, str]:
        return environment(FOKOZAT_HOME=str(self.home), DATABASE_URL=self.url, FOKOZAT_LEASE=LEASE)

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        """A process of ours; what it complains about goes into the log."""
        log = (self.home / "log").open("ab")
        with log:
            process = subprocess.Popen([FOKOZAT, *arguments], env=self.env, stderr=log, **options)
        self.processes.append(process)
        return process

    def serve(self) -> tuple[subprocess.Popen[bytes], str]:
        """A server with its worker; the address that it says."""
        process = self.start("serve", "--port", "0", stdout=subprocess.PIPE)
        assert process.stdout is not None
        found = re.search(rb"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found, (self.home / "log").read_text()
        return process, found[0].decode()

    def fokozat(self, *arguments: str) -> Any:
        """What a command answers."""
        done = subprocess.run(
            [FOKOZAT, *arguments, "--json"], env=self.env, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def fill(self, what: str, count: int) -> str:
        done = subprocess.run(
            [sys.executable, FILLING, what, str(count)], env=self.env, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """What the tables say, past every room of ours."""
        if self.url.startswith("sqlite"):
            with sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=20) as direct:
                return list(direct.execute(question))
        with psycopg.connect(self.url) as server:
            return list(server.execute(question))

    def row(self, uid: str, *columns: str) -> tuple[Any, ...]:
        """Some columns of a work."""
        where = "replace(cast(uid as text), '-', '')"
        return self.ask(f"SELECT {', '.join(columns)} FROM office_work WHERE {where} = '{uid.replace('-', '')}'")[0]

    def until(self, says: Callable[[], object], what: str) -> None:
        """Wait until it is so."""
        deadline = time.monotonic() + PATIENCE
        while not says():
            assert time.monotonic() < deadline, f"{what}: {self.ask('SELECT * FROM office_work')}\n{self.log()}"
            time.sleep(0.01)

    def until_state(self, uid: str, state: str) -> None:
        self.until(lambda: self.row(uid, "state") == (state,), f"never {state}")

    def log(self) -> str:
        return (self.home / "log").read_text()

    def end_all(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
            if process.stdout is not None:
                process.stdout.close()


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """Empty, with everything migrated when the first process asks for it."""
    home = tmp_path / "home"
    home.mkdir()
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        made = Installation(home, f"sqlite:///{home}/work.sqlite3")
        yield made
        made.end_all()
        return
    name = f"work_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    made = Installation(home, urlunsplit(urlsplit(server)._replace(path=f"/{name}")))
    try:
        yield made
    finally:
        made.end_all()
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def children_of(pid: int) -> list[int]:
    """The processes that a process started, whichever of its threads did it."""
    found = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(each) for each in listed.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread has just ended
    return found


def is_running(pid: int) -> bool:
    """A zombie that nobody has fetched yet does no work."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False
