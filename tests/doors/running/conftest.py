"""Installations of their own: a data folder and a database of the kind at hand, and `fokozat` called on them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import pytest

from tests.doors.cli.front_door import environment, fokozat

SERVER = os.environ.get("DATABASE_URL", "")
EXPORTS = (
    "people", "bodies", "memberships", "numbers", "openings", "birth-dates", "contacts", "consents", "former-names",
    "systems", "roles", "journal",
)  # fmt: skip


@dataclass(frozen=True)
class Installation:
    """Where it is, and what is typed on it."""

    home: Path
    url: str = ""

    @property
    def environ(self) -> dict[str, str]:
        return {"FOKOZAT_HOME": str(self.home), "DATABASE_URL": self.url}

    def __call__(self, *arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        return fokozat(*arguments, **{**self.environ, **environ})

    def told(self, *arguments: str, **environ: str) -> dict[str, Any]:
        """What a command answers to a program."""
        done = self(*arguments, "--json", **environ)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def refused(self, *arguments: str, code: int, **environ: str) -> str:
        """The one line of a command that is refused."""
        done = self(*arguments, **environ)
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
        assert len(done.stderr.splitlines()) == 1, done.stderr
        return done.stderr

    def program(self, text: str, *arguments: str, **environ: str) -> "subprocess.Popen[str]":
        """A program that runs inside, with Django set up."""
        start = "import os, sys, django\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'fokozat.site.settings')\n"
        return subprocess.Popen(
            [sys.executable, "-c", f"{start}django.setup()\n{text}", *arguments],
            env=environment(**{**self.environ, **environ}), stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, text: str, *arguments: str) -> str:
        program = self.program(text, *arguments)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0
        return out

    def tables(self) -> dict[str, str]:
        """Every table that goes out, byte for byte."""
        text = (
            "from fokozat.office.exports import export\nfrom fokozat.office.rights import operator\n"
            "from fokozat.office.sheet_writers import write_table\nimport json\n"
            "print(json.dumps({n: b''.join(write_table(export(operator(), n), 'json', 'en')).decode() "
            "for n in sys.argv[1:]}))"
        )
        found: dict[str, str] = json.loads(self.run(text, *EXPORTS))
        return found


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Installation]]:
    """Makes installations; their databases go when the tests end."""
    import psycopg

    names: list[str] = []

    def make() -> Installation:
        home = tmp_path_factory.mktemp("installation")
        if not SERVER.startswith("postgres"):
            return Installation(home)
        names.append(f"fokozat_{uuid4().hex}")
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {names[-1]}")
        return Installation(home, urlunsplit(urlsplit(SERVER)._replace(path=f"/{names[-1]}")))

    yield make
    for name in names:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def installation(made: Callable[[], Installation]) -> Installation:
    """One that was never used."""
    return made()


@pytest.fixture(scope="session")
def used(made: Callable[[], Installation]) -> Installation:
    """One with the demo in it, for tests that only read; its files are more than the key."""
    found = made()
    assert found("demo").returncode == 0
    (found.home / "uploads/logos").mkdir(parents=True)
    (found.home / "uploads/logos/őr.svg").write_text("<svg/>")
    return found


@pytest.fixture(scope="session")
def backup(used: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it."""
    file = tmp_path_factory.mktemp("backup") / "all.fokozat"
    used.told("backup", str(file))
    return file
