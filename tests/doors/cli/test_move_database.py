"""`fokozat move-database`: everything arrives and is proved, or nothing does."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from subprocess import CompletedProcess

import psycopg
import pytest

from tests.doors.cli.front_door import environment, fokozat
from tests.doors.cli.own_database import own_database

PROGRAM = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "fokozat.site.settings"
from fokozat.cli.office_door import open_office
open_office(migrated=False)
from fokozat.office import snapshot_rows
"""
BREAKS = (
    PROGRAM
    + """
insert = snapshot_rows.insert_rows
def dropping(model, using, lines):
    lines = list(lines)
    if snapshot_rows.table_of(model) == "office_formername":
        lines = [line.replace(b'"', b'"X', 1) for line in lines]
    return insert(model, using, lines)
snapshot_rows.insert_rows = dropping
from fokozat.cli.main import main
sys.argv = ["fokozat", "move-database", os.environ["TARGET"]]
sys.exit(main())
"""
)
WRITES = (
    PROGRAM
    + """
from django.conf import settings
from fokozat.office.moving import move
refused = []
import sqlite3
def wrote(step):
    try:
        with sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=0.2) as other:
            other.execute("UPDATE office_body SET place = 'Elsewhere'")
    except sqlite3.OperationalError as error:
        refused.append(str(error))
move(settings.HOME, wrote)
print(len(refused), set(refused))
"""
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An embedded installation with the demo and somebody whose name changed."""
    made = fokozat("demo", FOKOZAT_HOME=str(tmp_path))
    assert made.returncode == 0, made.stderr
    listed = json.loads(fokozat("people", "list", "--json", FOKOZAT_HOME=str(tmp_path)).stdout)
    one = listed["people"][0]
    renamed = fokozat(
        "people", "change", one["uid"], "--version", str(one["version"]), "--family", "Másik", "--former-name",
        FOKOZAT_HOME=str(tmp_path),
    )  # fmt: skip
    assert renamed.returncode == 0, renamed.stderr
    return tmp_path


@pytest.fixture
def target() -> Iterator[str]:
    with own_database() as url:
        yield url


def moved(home: Path, target: str, *more: str) -> CompletedProcess[str]:
    return fokozat("move-database", target, *more, FOKOZAT_HOME=str(home))


def tables_of(target: str) -> int:
    with psycopg.connect(target) as connection:
        row = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    return int(row[0]) if row else -1


def facts_of(home: Path) -> str:
    """Every table of the embedded database and every row, whatever its file looks like inside."""
    with sqlite3.connect(home / "fokozat.sqlite3") as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name, type").fetchall()
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in sorted(names)]
    return sha256(repr((tables, rows)).encode()).hexdigest()


@pytest.mark.only_on("postgresql")
def test_everything_arrives_and_the_source_stays(home: Path, target: str) -> None:
    before, counted = facts_of(home), fokozat("check", "--json", FOKOZAT_HOME=str(home))
    done = moved(home, target, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["environment"] == f"DATABASE_URL={target}"
    assert told["records"] == json.loads(counted.stdout)["records"] > 300
    assert told["rows"] > 1000
    assert facts_of(home) == before
    there = {"FOKOZAT_HOME": str(home), "DATABASE_URL": target}
    there_now, here_now = (json.loads(each.stdout) for each in (fokozat("check", "--json", **there), counted))
    assert {**there_now, "machine": None} == {**here_now, "machine": None}, "only the machine under it is another one"
    for table in ("people", "memberships", "numbers", "birth-dates", "openings", "journal"):
        here = fokozat("export", table, FOKOZAT_HOME=str(home)).stdout
        assert here == fokozat("export", table, **there).stdout
        assert here.count("\n") > 1 or table == "openings"


@pytest.mark.only_on("postgresql")
def test_the_new_database_is_whole_guarded_and_goes_on_numbering(home: Path, target: str) -> None:
    assert moved(home, target).returncode == 0
    there = {"FOKOZAT_HOME": str(home), "DATABASE_URL": target}
    listed = json.loads(fokozat("bodies", "list", "--json", **there).stdout)
    keeper = listed["bodies"][0]["uid"]
    registered = fokozat(
        "people", "register", "--family", "Új", "--given", "Ember", "--keeper", keeper, "--json", **there
    )
    assert registered.returncode == 0, registered.stderr
    assert fokozat("check", **there).returncode == 0
    with psycopg.connect(target) as connection, pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        connection.execute("DELETE FROM office_record")


@pytest.mark.only_on("postgresql")
def test_a_database_that_is_not_empty_is_left_alone(home: Path, target: str) -> None:
    with psycopg.connect(target) as connection:
        connection.execute("CREATE TABLE somebody_s (id int)")
    done = moved(home, target)
    assert (done.returncode, done.stdout) == (5, "")
    assert "has tables already" in done.stderr
    assert tables_of(target) == 1


@pytest.mark.only_on("postgresql")
def test_what_differs_undoes_everything(home: Path, target: str) -> None:
    env = environment(FOKOZAT_HOME=str(home), TARGET=target, FOKOZAT_MOVE_TO=target)
    before = facts_of(home)
    done = subprocess.run([sys.executable, "-c", BREAKS], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode in (2, 5), done.stderr
    assert "office_formername" in done.stderr
    assert "DATABASE_URL" not in done.stdout
    assert tables_of(target) == 0
    assert facts_of(home) == before


@pytest.mark.only_on("postgresql")
def test_nobody_writes_into_the_source_meanwhile(home: Path, target: str) -> None:
    before = facts_of(home)
    env = environment(FOKOZAT_HOME=str(home), FOKOZAT_MOVE_TO=target)
    done = subprocess.run([sys.executable, "-c", WRITES], env=env, capture_output=True, text=True, timeout=120)
    assert done.stdout == "4 {'database is locked'}\n", done.stderr
    assert facts_of(home) == before


@pytest.mark.only_on("postgresql")
def test_only_from_the_embedded_one(target: str, tmp_path: Path) -> None:
    url = os.environ["DATABASE_URL"]
    done = fokozat("move-database", target, FOKOZAT_HOME=str(tmp_path), DATABASE_URL=url)
    assert done.returncode == 2
    assert "only an installation on SQLite" in done.stderr


@pytest.mark.parametrize(
    ("url", "code", "said"),
    [
        ("sqlite:///other.sqlite3", 2, "only an installation on SQLite is moved, and into PostgreSQL"),
        ("mysql://nobody@127.0.0.1/x", 2, "mysql is no database"),
        ("postgresql://nobody:titok@127.0.0.1:1/x", 2, "does not answer"),
    ],
)
def test_other_targets_are_refused_in_one_line(url: str, code: int, said: str, tmp_path: Path) -> None:
    done = fokozat("move-database", url, FOKOZAT_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "titok" not in done.stderr
