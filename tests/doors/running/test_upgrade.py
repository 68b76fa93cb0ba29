"""Older databases are backed up and brought up to date; newer ones are left alone, and there is a way back."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from fokozat.kernel.words import LANGUAGES
from tests.doors.running.conftest import Installation

OLDER = "from django.core.management import call_command; call_command('migrate', 'office', '0007', verbosity=0)"
NEWER = """
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("office", "9999_later")
"""


@pytest.fixture
def old(installation: Installation) -> Installation:
    """The demo in a database of an older version."""
    installation("demo")
    installation.run(OLDER)
    return installation


def test_waiting_steps_are_told_and_taken_after_a_backup(old: Installation) -> None:
    for language in LANGUAGES:
        assert old("upgrade", "--check", "--lang", language).returncode == 6
    assert old("check").returncode == 6
    done = old.told("upgrade")
    assert "office.0008_notices" in done["done"]
    with ZipFile(done["backup"]) as archive:
        assert b"office.0008" not in archive.read("manifest.json")
        assert b"office.0007" in archive.read("manifest.json")
    assert old.told("upgrade") == {"done": [], "backup": None}
    assert old("upgrade", "--check").returncode == 0
    assert old.told("check")["differences"] == []


def test_any_command_that_brings_up_to_date_makes_the_backup_first(old: Installation) -> None:
    assert old("people", "list").returncode == 0
    assert len(list((old.home / "backups").glob("before-upgrade-*.fokozat"))) == 1


def test_a_new_installation_needs_no_backup(installation: Installation) -> None:
    done = installation.told("upgrade")
    assert done["done"]
    assert done["backup"] is None
    assert not (installation.home / "backups").exists()


def test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date(
    old: Installation, used: Installation, tmp_path: Path
) -> None:
    file, new = tmp_path / "old.fokozat", Installation(tmp_path / "home")
    assert old.told("backup", str(file))["records"] > 0
    assert old("upgrade", "--check").returncode == 6, "a backup changes nothing"
    new.told("restore", str(file))
    assert new("upgrade", "--check").returncode == 0
    assert new.tables()["people"].count("uid") == used.tables()["people"].count("uid")


def test_a_newer_database_is_left_alone_and_the_way_back_works(installation: Installation, tmp_path: Path) -> None:
    installation("demo")
    file, before = tmp_path / "before.fokozat", installation.tables()
    installation.told("backup", str(file))
    installation.run(NEWER)
    for command in (("upgrade",), ("people", "list"), ("backup", str(tmp_path / "x")), ("serve", "--port", "0")):
        assert "9999_later" in installation.refused(*command, code=5)
    assert not (tmp_path / "x").exists()
    assert "9999_later" in installation.refused("restore", str(file), "--over", code=5)
    installation.told("restore", str(file), "--over", "--without-safety")
    assert installation.tables() == before


def test_a_backup_of_a_newer_version_is_refused(backup: Path, installation: Installation, tmp_path: Path) -> None:
    file = tmp_path / "newer.fokozat"
    with ZipFile(backup) as good, ZipFile(file, "w") as newer:
        for name in good.namelist():
            newer.writestr(
                name, good.read(name).replace(b'"office.0008_notices"', b'"office.0008_notices", "office.9999_later"')
            )
    for language in LANGUAGES:
        assert "9999_later" in installation.refused("restore", str(file), "--lang", language, code=5)
