"""A real server with live pages on a database of its own, and ways to change what it shows."""

import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

HOUSE = Path(__file__).parent / "house.py"


@dataclass
class Place:
    """A data folder and a database with a house in it; `told` are the uids and keys."""

    home: Path
    database: str
    told: dict[str, str] = field(default_factory=dict)

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, "FOKOZAT_HOME": str(self.home), "DATABASE_URL": self.database, "LC_ALL": "C.UTF-8"}

    def do(self, *work: str) -> dict[str, str]:
        """Do it in another process."""
        done = subprocess.run([sys.executable, HOUSE, *work], env=self.env, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        return dict(line.split("=", 1) for line in done.stdout.splitlines())


@dataclass
class Site:
    """A server that runs on a place."""

    address: str
    place: Place
    process: "subprocess.Popen[str]"

    @property
    def body(self) -> str:
        return f"body/{self.place.told['society']}"

    @property
    def journal(self) -> str:
        return f"journal/{self.place.told['society']}"

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = HTTPConnection(urlsplit(self.address).netloc, timeout=20)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            response = connection.getresponse()
            return response.status, {name.lower(): text for name, text in response.getheaders()}, response.read()
        finally:
            connection.close()

    def move(self, to: str) -> None:
        """Change where the society is, as a program would."""
        path, key = f"/api/v1/bodies/{self.place.told['society']}", f"Bearer {self.place.told['token']}"
        _, headers, _ = self.ask("GET", path)
        wish = json.dumps({"place": to}).encode()
        status, _, answer = self.ask(
            "PATCH", path, wish, Authorization=key, If_Match=headers["etag"], Content_Type="application/json"
        )
        assert status == 200, answer


@contextmanager
def database_of_its_own(like: str = "") -> Iterator[str]:
    """On PostgreSQL a new database beside that of the tests; on SQLite the file of the data folder."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield ""
        return
    name = f"live_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        copied = urlsplit(like).path.lstrip("/") or "template1"
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied}".encode())
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def serving(place: Place, *options: str, quiet: bool = True, **more: str) -> Iterator[Site]:
    """The server, ended cleanly afterwards; a quiet one has nothing to complain about."""
    with (place.home / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0", *options],
            env=place.env | more, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        assert found, (place.home / "log").read_text()
        yield Site(found[0].rstrip("/"), place, server)
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(6 * SECONDS_TO_END)  # how soon it ends is a test of its own
    said = (place.home / "log").read_text()
    assert "ERROR" not in said
    assert not quiet or said == ""


@contextmanager
def copy_of(place: Place, home: Path) -> Iterator[Place]:
    """The same house once more."""
    shutil.copytree(place.home, home, dirs_exist_ok=True)
    with database_of_its_own(like=place.database) as database:
        yield Place(home, database, place.told)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Filled once, and then copied."""
    with database_of_its_own() as database:
        made = Place(tmp_path_factory.mktemp("filled"), database)
        made.told = made.do("fill")
        yield made


@pytest.fixture
def place(filled: Place, tmp_path: Path) -> Iterator[Place]:
    with copy_of(filled, tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def site(filled: Place, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One for the tests of a module that do no harm to each other."""
    with copy_of(filled, tmp_path_factory.mktemp("live")) as place, serving(place, quiet=False) as site:
        yield site
