"""A PostgreSQL of our own for one test run: a temporary folder, a free port on loopback, stopped at the end.

It touches no cluster of the machine and needs no right but to run the server's programs.
`private_cluster` trades safety for speed (no fsync); where a crash is what is tested, `crashing_cluster` keeps all.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

DEBIAN = Path("/usr/lib/postgresql")
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
SAFE = ("-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on")
SECONDS_TO_START = 60


class PostgresFailed(Exception):
    """The server's programs are here, but the cluster would not start."""


def find_binaries() -> Path | None:
    """The folder of the newest server's programs, or None."""
    versions = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    if versions:
        return max(versions, key=lambda path: int(re.sub(r"\D.*", "", path.parent.name)))
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def free_port() -> int:
    """A port on loopback that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """The programs of one server, run in one folder by somebody who is not root."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.binaries = binaries
        self.folder = folder
        # initdb refuses root, so root lends the folder to nobody
        self.is_root = os.geteuid() == 0
        if self.is_root:
            shutil.chown(folder, "nobody", "nogroup")

    def call(self, program: str, *options: str) -> None:
        """Run one program of the server to its end."""
        log = self.folder / "log"
        command = [str(self.binaries / program), *options]
        done = subprocess.run(command, **self._lent(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise PostgresFailed(f"{program}: {done.stderr}{log.read_text() if log.exists() else ''}".strip())

    def begin(self, program: str, *options: str) -> "subprocess.Popen[bytes]":
        """Start one that stays; what it says goes into the log."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([str(self.binaries / program), *options], **self._lent(), stdout=log, stderr=log)

    def _lent(self) -> dict[str, Any]:
        return {
            "cwd": self.folder,
            "env": {"PATH": os.defpath, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
            "stdin": subprocess.DEVNULL,
            "user": "nobody" if self.is_root else None,
            "group": "nogroup" if self.is_root else None,
            "extra_groups": [] if self.is_root else None,
        }


class Crashing:
    """A server that keeps what it acknowledges, to be ended by kill -9 and started again. It is our own child."""

    def __init__(self, cluster: Cluster, port: int) -> None:
        self.cluster, self.port = cluster, port
        self.url = f"postgresql://app@127.0.0.1:{port}/app"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it answers. While the last ones of before are still ending it refuses, so it is asked again."""
        folder, ends = self.cluster.folder, monotonic() + SECONDS_TO_START
        where = ("-p", str(self.port), "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}")
        while monotonic() < ends:
            if self.process is None or self.process.poll() is not None:
                self.process = self.cluster.begin("postgres", "-D", str(folder / "data"), *where, *SAFE)
            sleep(0.02)
            try:
                self.cluster.call("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port))
            except PostgresFailed:
                continue
            return
        raise PostgresFailed((folder / "log").read_text()[-2000:])

    def kill(self) -> None:
        """kill -9 of the first process and of all that it started."""
        if self.process is None:
            return
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        below = [int(each) for each in listed.read_text().split()]
        for pid in (self.process.pid, *below):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # it ended by itself meanwhile
        self.process.wait()
        self.process = None


@contextmanager
def private_cluster(binaries: Path) -> Iterator[str]:
    """Start a cluster and give its DATABASE_URL; stop and forget it whatever happens."""
    with tempfile.TemporaryDirectory(prefix="fokozat-postgres-") as name:
        folder, port = Path(name), free_port()
        cluster = Cluster(binaries, folder)
        data = str(folder / "data")
        cluster.call("initdb", "-D", data, "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        where = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} {FAST}"
        try:
            cluster.call("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", where, "start")
            cluster.call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "app", "app")
            yield f"postgresql://app@127.0.0.1:{port}/app"
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                cluster.call("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


@contextmanager
def crashing_cluster(binaries: Path) -> Iterator[Crashing]:
    """Start one that keeps what it acknowledges; stop and forget it whatever happens."""
    with tempfile.TemporaryDirectory(prefix="fokozat-crashing-") as name:
        cluster, port = Cluster(binaries, Path(name)), free_port()
        options = ("-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        cluster.call("initdb", "-D", str(Path(name) / "data"), *options)
        server = Crashing(cluster, port)
        try:
            server.start()
            cluster.call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "app", "app")
            yield server
        finally:
            server.kill()
