"""An installation with a real server that is ended by kill -9 and started again, and a witness of what is kept."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from private_postgres import free_port
from tests.doors.cli.front_door import FOKOZAT, environment

WITNESS = Path(__file__).parent / "witness.py"
PATIENCE = 120
LEASE = "5"


@dataclass
class Site:
    """Where it is kept, where it answers, and the process that serves now."""

    home: Path
    url: str = ""
    workers: int = 1
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def env(self) -> dict[str, str]:
        return environment(FOKOZAT_HOME=str(self.home), DATABASE_URL=self.url, FOKOZAT_LEASE=LEASE)

    def begin(self) -> None:
        """Start the server, and do not wait for it."""
        command = (FOKOZAT, "serve", "--port", str(self.port), "--workers", str(self.workers))
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(command, env=self.env, stdout=log, stderr=log)

    def start(self) -> float:
        """Seconds from the command to the first answer that says it is ready."""
        begun = monotonic()
        self.begin()
        return self.ready_since(begun)

    def ready_since(self, begun: float) -> float:
        while not self.is_ready():
            assert self.process is not None
            assert self.process.poll() is None, f"the server ended: {self.log()}"
            assert monotonic() - begun < PATIENCE, f"never ready: {self.log()}"
            sleep(0.01)
        return monotonic() - begun

    def is_ready(self) -> bool:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
            try:
                connection.request("GET", "/readyz")
                return connection.getresponse().status == 200
            except (OSError, HTTPException):
                return False

    def family(self) -> dict[str, list[int]]:
        """The server, the processes that answer (where they are several), and the worker beside it."""
        assert self.process is not None
        found: dict[str, list[int]] = {"server": [self.process.pid], "web worker": [], "worker": []}
        for pid in children_of(self.process.pid):
            line = command_of(pid)
            if b"--attached" in line:
                found["worker"].append(pid)
            elif b"spawn_main" in line:
                found["web worker"].append(pid)
        return found

    def kill(self, *pids: int) -> None:
        """kill -9; of the server it is waited until it is gone, as its keeper would."""
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # it ended with its parent
        if self.process is not None and self.process.pid in pids:
            self.process.wait(PATIENCE)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def log(self) -> str:
        return (self.home / "log").read_text()[-3000:]


class Witness:
    """Asks the process that looks into the database past the server."""

    def __init__(self, site: Site) -> None:
        self.process = subprocess.Popen(
            [sys.executable, WITNESS], env=site.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command: str, **wanted: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"command": command, **wanted}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the witness ended at {command}"
        return json.loads(line)

    def end(self) -> None:
        self.process.communicate()


@contextmanager
def witnessed(site: Site) -> Iterator[Witness]:
    """With a witness, and without any process of ours afterwards."""
    witness = Witness(site)
    try:
        yield witness
    finally:
        site.end()
        witness.end()


def children_of(pid: int) -> list[int]:
    """What a process started, whichever of its threads did it."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(each) for each in listed.read_text().split()]
        except OSError:
            continue  # the thread has just ended
    return found


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def is_running(pid: int) -> bool:
    """A zombie that nobody has fetched yet does no work."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False
