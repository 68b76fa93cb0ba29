"""The installations that are walked: each filled once for all workers, and served on a copy by the real server.

Who walks one page again and again keeps the filled folders: FOKOZAT_WALK=folder.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.doors.browser.walk.plan import Things
from tests.doors.conftest import ADDRESS, FOKOZAT

ROOT = Path(__file__).resolve().parents[4]
KINDS = ("full", "demo", "empty", "bare")  # the one that takes longest first
PATIENCE = 240
KEPT = Path(os.environ["FOKOZAT_WALK"]).absolute() if "FOKOZAT_WALK" in os.environ else None


@dataclass(frozen=True)
class House:
    """A running installation: its address, what addresses can name there, and who is signed in."""

    kind: str
    home: Path
    site: str
    things: Things
    sessions: dict[str, str]
    cookie: str
    server: subprocess.Popen[str]

    def end(self) -> None:
        """End the server; no page made it stumble."""
        assert self.server.stdout is not None
        self.server.terminate()
        self.server.stdout.close()
        self.server.wait(PATIENCE)
        log = (self.home / "log").read_text(errors="replace")
        assert "Traceback" not in log, log[-3000:]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "FOKOZAT_HOME": str(home), "DATABASE_URL": "", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}


def fill(folder: Path) -> None:
    """Fill the data folders side by side, once: whoever comes second waits."""
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not (folder / "filled").exists():
            assert time.monotonic() < until, "another worker did not get the data ready"
            time.sleep(0.2)
        return
    running = {kind: _filling(folder / kind) for kind in KINDS}
    for kind, process in running.items():
        told, faults = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, f"{kind}: {faults}"
        (folder / f"{kind}.json").write_text(told)
    (folder / "filled").touch()


def _filling(home: Path) -> subprocess.Popen[str]:
    home.mkdir()
    command = [sys.executable, "-m", "tests.doors.browser.walk.facts", home.name]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def serve(kind: str, filled: Path, own: Path) -> House:
    """The real server on a copy of a data folder."""
    home = own / kind
    shutil.copytree(filled / kind, home)
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0"], env=environment(home), stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    found = ADDRESS.search(server.stdout.readline())
    assert found, (home / "log").read_text()
    told = json.loads((filled / f"{kind}.json").read_text())
    things = dict(told["things"])
    if kind == "bare":
        link = server.stdout.readline().rstrip("/\n")
        things["setup"] = {"secret": link.rsplit("/", 1)[1]}
    return House(kind, home, found[0].rstrip("/"), things, told["sessions"], told["cookie"], server)
