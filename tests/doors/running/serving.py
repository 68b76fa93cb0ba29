"""A real server on an installation of a test, and what is sent to it."""

import json
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.doors.cli.front_door import FOKOZAT, environment
from tests.doors.running.conftest import Installation

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
KEYS = """
from datetime import date
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.make_token import make_token
from fokozat.office.models import Account, Role
from fokozat.office.rights import actor_of, operator
club = found_body(operator(), {"kind": "club", "name": "Kavics Kör"})
account = Account.objects.create_user("titkos.anna@example.org", "hosszú-titkos-jelszó-77")
Role.objects.create(account=account, role="administrator")
actor = actor_of(account, date.today())
print(club.uid, make_token(actor, {"name": "x", "scopes": ["read", "people", "bodies"]})[1])
"""


@dataclass
class Server:
    """Where it listens, what it said, and how it is asked."""

    process: "subprocess.Popen[str]"
    port: int
    log: Path
    said: list[str] = field(default_factory=list)

    def ask(self, method: str, path: str, document: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
        """Status, headers with small names, and the body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = document if isinstance(document, str | None) else json.dumps(document)
        if document is not None and not isinstance(document, str):
            named["Content-Type"] = "application/json"
        try:
            connection.request(method, path, body.encode() if body else None, named)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return response.status, found, response.read().decode(errors="replace")
        finally:
            connection.close()


@contextmanager
def serving(home: Installation, *arguments: str, **environ: str) -> Iterator[Server]:
    """`fokozat serve` until the block ends."""
    log = Path(mkdtemp(prefix="fokozat-log-")) / "log"  # never on the disk of the installation, which may be full
    with log.open("w") as told:
        process = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0", *arguments],
            env=environment(**{**home.environ, **environ}), stdout=subprocess.PIPE, stderr=told, text=True,
        )  # fmt: skip
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if found := ADDRESS.search(line):
            break
    else:
        raise AssertionError(f"the server did not start: {said} {log.read_text()}")
    drain = threading.Thread(target=lambda: said.extend(process.stdout or ()), daemon=True)
    drain.start()
    try:
        yield Server(process, int(found[1]), log, said)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        drain.join(5)
        process.stdout.close()
        shutil.rmtree(log.parent)


def keyed(home: Installation) -> tuple[str, Callable[[str], dict[str, Any]], dict[str, str]]:
    """A club, a maker of wishes for people in it, and the headers of a token that may do all."""
    club, secret = home.run(KEYS).split()
    return club, lambda name: {"family": name, "keeper": club}, {"Authorization": f"Bearer {secret}"}
