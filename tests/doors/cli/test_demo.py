"""`fokozat demo` as it is typed: quick, whole whenever it is killed; a server makes it only where all is new."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any
from urllib.request import urlopen

import pytest

from fokozat.cli.main import main
from fokozat.kernel import LANGUAGES
from fokozat.office.actions.found_body import found_body
from fokozat.office.models import Body, Person
from fokozat.office.rights import operator
from tests.doors.cli.front_door import FOKOZAT, environment, fokozat
from tests.doors.cli.test_serve import end, serving
from tests.house.tree import ROOT

SECONDS = 5
# The command itself, made to wait at a step in the middle of its transaction until it is killed.
HALF_WAY = """
import sys, time
from fokozat.cli.main import main
from fokozat.cli.office_door import open_office
open_office()
import {module} as module
inner = module.{step}
def stop(*given, **named):
    done = inner(*given, **named)
    print("half way", flush=True)
    time.sleep(60)
module.{step} = stop
sys.exit(main({typed}))
"""
STEPS = [
    ("make_demo", "found_body", []), ("make_demo", "_take_in", []), ("make_demo", "open_system", []),
    ("make_demo", "write", []), ("remove_demo", "_forget", ["--remove"]), ("remove_demo", "_delete", ["--remove"]),
    ("remove_demo", "write_all", ["--remove"]),
]  # fmt: skip


@pytest.fixture
def database(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An installation of its own, on the database that is at hand."""
    from django.db import connection

    if connection.vendor == "sqlite":
        yield {"FOKOZAT_HOME": str(tmp_path)}
        return
    import psycopg
    from psycopg import sql

    name = sql.Identifier(f"demo_{os.getpid()}")
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            yield {"FOKOZAT_HOME": str(tmp_path), "DATABASE_URL": f"{url.rpartition('/')[0]}/demo_{os.getpid()}"}
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def told(database: dict[str, str], *typed: str) -> dict[str, Any]:
    done = fokozat(*typed, "--json", **database)
    assert (done.returncode, done.stderr) == (0, "")
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def killed_half_way(database: dict[str, str], module: str, step: str, typed: list[str]) -> None:
    program = HALF_WAY.format(module=f"fokozat.office.actions.{module}", step=step, typed=["demo", *typed])
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=environment(**database), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "half way\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=SECONDS)
    assert process.returncode == -signal.SIGKILL


def test_from_a_new_installation_and_back_in_time(database: dict[str, str]) -> None:
    before = getrusage(RUSAGE_CHILDREN)
    made = told(database, "demo")
    after = getrusage(RUSAGE_CHILDREN)  # the processor's time, for the clock's depends on who else works here
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS
    counts = {"bodies": 4, "people": 60, "memberships": 105, "numbers": 60, "systems": 1}
    assert made == {"demo": "made", "federation": made["federation"], "seed": 20120310} | counts
    assert told(database, "demo") == made | {"demo": "there"}
    assert told(database, "demo", "--if-empty") == made | {"demo": "there"}
    assert told(database, "check")["differences"] == []
    assert len(told(database, "systems", "list")["systems"]) == 1
    assert told(database, "demo", "--remove") == {"demo": "removed", "added": {}} | counts
    assert told(database, "demo", "--remove") == {"demo": "absent"}
    assert told(database, "demo", "--if-empty") == {"demo": "left"}
    assert told(database, "check")["differences"] == []
    assert told(database, "people", "list")["people"] == []


@pytest.mark.parametrize(("module", "step", "typed"), STEPS, ids=[f"{module}.{step}" for module, step, _ in STEPS])
def test_killed_half_way_nothing_is_half_done(
    module: str, step: str, typed: list[str], database: dict[str, str]
) -> None:
    people = 0
    if typed:
        people = told(database, "demo")["people"]
    killed_half_way(database, module, step, typed)
    assert told(database, "check")["differences"] == []
    assert len(told(database, "people", "list", "--limit", "500")["people"]) == people
    assert len(told(database, "bodies", "list")["bodies"]) == (4 if typed else 0)
    again = told(database, "demo", "--remove") if typed else told(database, "demo", "--if-empty")
    assert (again["demo"], again["people"]) == ("removed" if typed else "made", 60)
    assert told(database, "check")["differences"] == []


def test_of_two_at_once_one_makes_it(database: dict[str, str]) -> None:
    told(database, "people", "list")  # the tables are there
    typed = [FOKOZAT, "demo", "--json"]
    both = [
        subprocess.Popen(typed, env=environment(**database), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [each.communicate(timeout=60) for each in both]
    assert [err for _, err in answers] == ["", ""]
    assert sorted(json.loads(out)["demo"] for out, _ in answers) == ["made", "there"]
    assert told(database, "check")["differences"] == []


def test_the_first_server_makes_it_and_no_later_one(tmp_path: Path) -> None:
    with serving(tmp_path, "--demo") as (process, address):
        with urlopen(f"{address}en/people/", timeout=10) as response:
            assert b"fokozat demo --remove" in response.read()
        assert process.stdout
        assert "4 bodies, 60 people" in process.stdout.readline()
        assert "administrator" in process.stdout.readline()
        assert end(process, signal.SIGTERM) == (0, "", "")
    assert told({"FOKOZAT_HOME": str(tmp_path)}, "demo", "--remove")["demo"] == "removed"
    with serving(tmp_path, "--demo") as (process, _):
        assert process.stdout
        assert "administrator" in process.stdout.readline()
    assert told({"FOKOZAT_HOME": str(tmp_path)}, "demo", "--remove")["demo"] == "absent"


def test_who_begins_clean_never_gets_it(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, _):
        end(process, signal.SIGTERM)
    with serving(tmp_path, "--demo") as (process, _):
        end(process, signal.SIGTERM)
    assert told({"FOKOZAT_HOME": str(tmp_path)}, "demo", "--remove")["demo"] == "absent"


@pytest.mark.parametrize(("typed", "has_demo"), [((), True), (("DEMO=no",), False), (("DEMO=yes",), True)])
def test_make_run_asks_for_it_unless_told_not_to(typed: tuple[str, ...], has_demo: bool) -> None:
    command = ["make", "--no-print-directory", "--dry-run", "run", *typed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    served = re.search(r"fokozat serve(.*)$", done.stdout, re.MULTILINE)
    assert served
    assert ("--demo" in served[1]) == has_demo


def test_the_season_as_documents_that_are_rated(tmp_path: Path) -> None:
    """Without any database: the address leads nowhere."""
    folder = tmp_path / "a" / "season"
    typed = ("demo", "--events", str(folder), "--year", "2026", "--json")
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x", "FOKOZAT_HOME": str(tmp_path / "none")}
    document = told(nowhere, *typed[:-1])
    files = sorted(folder.iterdir())
    assert document == {"seed": 20120310, "year": 2026, "events": [str(file) for file in files]}
    assert len(files) == 6
    before = [file.read_bytes() for file in files]
    assert told(nowhere, *typed[:-1]) == document
    assert [file.read_bytes() for file in files] == before
    multipliers = [told(nowhere, "rate", str(file), "--edition", "mgsz-2012")["multiplier"] for file in files]
    assert multipliers == [25, 20, 5, 5, 35, 10]
    assert told(nowhere, *typed[:-1], "--seed", "5")["seed"] == 5
    assert [file.read_bytes() for file in files] != before
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (("--remove", "--events", "x"), 2, "--remove and --events do different things"),
        (("--added",), 2, "--added belongs to --remove"),
        (("--year", "2026"), 2, "--year belongs to --events"),
        (("--remove", "--seed", "0"), 2, "--remove and --seed"),
        (("--seed", "x"), 2, "--seed"),
        (("--events", FOKOZAT), 4, "fokozat"),
        (("--events", "/proc/none"), 4, "/proc/none"),
    ],
)
def test_slips_are_told_in_one_line(typed: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    done = fokozat("demo", *typed, FOKOZAT_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_for_a_reader(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    def line(*typed: str, code: int = 0) -> str:
        assert main(["demo", *typed, "--lang", language]) == code
        out, err = capsys.readouterr()
        return str(err if code else out)

    assert "60" in line()
    first = line()
    assert "60" not in first
    inner = {"kind": "club", "name": "Új Kör", "parent": str(Body.objects.get(kind="federation").uid)}
    found_body(operator(), inner)
    assert "--added" in line("--remove", code=5)
    assert Person.objects.count() == 60
    gone = line("--remove", "--added")
    assert "61" not in gone
    assert gone.count("\n") == 2
    assert line("--remove").count("\n") == 1
    assert line("--if-empty").count("\n") == 1
    found_body(operator(), {"kind": "club", "name": "Saját Kör"})
    assert "FOKOZAT_HOME" in line(code=5)
