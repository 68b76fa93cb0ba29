"""What an installation can be told, and what it refuses in words."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, word_fault
from fokozat.site import sqlite
from fokozat.site.database import database_settings
from fokozat.site.home import open_home, secret_key

MAKE_KEY = "from fokozat.site.home import open_home, secret_key; print(secret_key(open_home()))"
WITHOUT_WHEEL = (
    "import sys; sys.modules['pysqlite3'] = None; from fokozat.site import settings, sqlite;"
    "print(sqlite.version(), settings.DATABASES['default']['OPTIONS']['init_command'])"
)


def run(program: str, home: Path, **more: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "FOKOZAT_HOME": str(home), "DATABASE_URL": "", **more}
    return subprocess.Popen([sys.executable, "-c", program], env=env, stdout=subprocess.PIPE, text=True)


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) > 60
    assert secret_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    started = [run(MAKE_KEY, tmp_path / "home") for _ in range(6)]
    keys = {process.communicate()[0] for process in started}
    assert len(keys) == 1
    assert len(keys.pop().strip()) > 60
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["secret-key"]


def test_the_data_folder_is_made_for_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOKOZAT_HOME", str(tmp_path / "a" / "b"))
    home = open_home()
    assert home == (tmp_path / "a" / "b").resolve()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_without_an_address_the_database_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    found = database_settings("", tmp_path)
    assert found["NAME"] == tmp_path / "fokozat.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]
    assert "mmap" not in found["OPTIONS"]["init_command"]


def test_addresses_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert database_settings("sqlite:////srv/club/a%20b.db", tmp_path)["NAME"] == Path("/srv/club/a b.db")
    assert database_settings("sqlite:///club.db", tmp_path)["NAME"] == tmp_path.resolve() / "club.db"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_addresses_of_servers(scheme: str, tmp_path: Path) -> None:
    found = database_settings(f"{scheme}://minta:t%40bla@[::1]:5433/club?sslmode=require", tmp_path)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == ("minta", "t@bla", "::1", "5433")
    assert (found["NAME"], found["OPTIONS"]) == ("club", {"sslmode": "require"})
    assert found["CONN_HEALTH_CHECKS"] is True


def test_a_server_on_a_socket(tmp_path: Path) -> None:
    assert database_settings("postgresql:///club?host=/run/postgresql", tmp_path)["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("mysql://minta:titok@host/club", "site.database-kind"),
        ("club.db", "site.database-kind"),
        ("sqlite://club.db", "site.database-file"),
        ("sqlite:///", "site.database-file"),
        ("sqlite:///:memory:", "site.database-file"),
        ("sqlite:///club.db?mode=ro", "site.database-file"),
        ("postgresql://minta:titok@host", "site.database-address"),
        ("postgresql://minta:titok@host:port/club", "site.database-address"),
        ("postgresql://minta:titok@host:99999/club", "site.database-address"),
        ("postgresql://minta:titok@[::1/club", "site.database-address"),
        ("postgresql://minta:titok@host/club?fsync=off", "site.database-option"),
        ("postgresql://minta:titok@host/club?host=/run", "site.database-address"),
    ],
)
def test_other_addresses_are_refused_without_showing_the_password(url: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        database_settings(url, tmp_path)
    assert refused.value.key == key
    for language in LANGUAGES:
        said = word_fault(refused.value.faults[0], language)
        assert "titok" not in said
        assert "{" not in said


def test_wal_only_where_sqlite_is_safe() -> None:
    assert sqlite.journal_mode((3, 51, 2)) == "TRUNCATE"
    assert sqlite.journal_mode((3, 51, 3)) == "WAL"
    assert sqlite.journal_mode((4, 0, 0)) == "WAL"


@pytest.mark.skipif(sys.platform != "linux", reason="the wheel with the newest SQLite is made for Linux")
def test_the_wheel_brings_a_safe_sqlite() -> None:
    assert sqlite.version() >= sqlite.SAFE_WAL


def test_without_the_wheel_python_s_own_sqlite_serves_with_the_journal_it_can(tmp_path: Path) -> None:
    told = run(WITHOUT_WHEEL, tmp_path).communicate()[0]
    version = tuple(int(part) for part in told[1 : told.index(")")].split(","))
    assert f"journal_mode={sqlite.journal_mode(version)};" in told


def test_never_in_debug_and_only_on_loopback() -> None:
    assert settings.DEBUG is False
    assert {"127.0.0.1", "localhost", "[::1]"} <= set(settings.ALLOWED_HOSTS)


def test_hosts_and_tls_are_told_by_the_environment(tmp_path: Path) -> None:
    program = (
        "from fokozat.site import settings as s;"
        "print(s.ALLOWED_HOSTS, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0)"
    )
    told = run(program, tmp_path, FOKOZAT_HOSTS="club.example, 192.0.2.7", FOKOZAT_HTTPS="1").communicate()[0]
    assert told.split("] ")[0] + "]" == "['club.example', '192.0.2.7']"
    assert told.split("] ")[1].split() == ["True", "True", "True"]
