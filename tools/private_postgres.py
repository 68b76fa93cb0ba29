"""A PostgreSQL of our own for one test run: a temporary folder, a free port on loopback, stopped at the end.

It touches no cluster of the machine and needs no right but to run the server's programs.
It trades safety for speed (no fsync): never use it where a crash is what is tested.
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


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
        done = subprocess.run(
            [self.binaries / program, *options],
            cwd=self.folder,
            env={"PATH": os.defpath, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            user="nobody" if self.is_root else None,
            group="nogroup" if self.is_root else None,
            extra_groups=[] if self.is_root else None,
            text=True,
        )
        if done.returncode != 0:
            raise PostgresFailed(f"{program}: {done.stderr}{log.read_text() if log.exists() else ''}".strip())


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
