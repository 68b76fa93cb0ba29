"""What a monitor and a log are told: how the site does, and never about whom."""

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, Words, fields_of
from fokozat.office import keeping, startup
from fokozat.office.backup_plan import Plan
from fokozat.office.keeping import free_bytes
from fokozat.office.startup import look
from fokozat.office.unkept import why_unkept
from fokozat.site.log import JsonLine, TextLine, log_settings
from tests.doors.running.conftest import Installation
from tests.doors.running.serving import Server, keyed, serving

SECRETS = ("titkos", "anna", "Őrsi", "jelsz", "2010-05", "Kossuth", "4321", "fok_", "q=", "/people/", "?")
OPEN = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture(scope="module")
def watched(made: object) -> Iterator[tuple[Installation, Server, dict[str, str]]]:
    """A server that logs JSON, with a token and a card."""
    home: Installation = made()  # type: ignore[operator]
    home("upgrade")
    _, wish, key = keyed(home)
    with serving(home, FOKOZAT_LOG="json", FOKOZAT_METRICS_TOKEN="figures-token") as server:
        server.ask("POST", "/api/v1/people", {**wish("Őrsi"), "given": "Anna"}, **key)
        yield home, server, key


def test_the_log_names_nobody(watched: tuple[Installation, Server, dict[str, str]]) -> None:
    """Many requests full of what is private, some of which fail, and a log of routes, roles and numbers."""
    _, server, key = watched
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for path in (
        "/en/people/?q=%C5%90rsi+titkos", "/hu/people/?q=titkos.anna@example.org", "/titkos/anna/4321", "/en/people/x/",
        "/en/account/password/reset/1-titkos/", "/en/account/confirm/titkos-anna/", "/et/?born=2010-05-05",
        "/api/v1/people?q=titkos", "/metrics?token=titkos",
    ):  # fmt: skip
        server.ask("GET", path, Cookie="session=titkos-anna", User_Agent="titkos", Referer="http://x/?q=titkos")
    server.ask("GET", "/api/v1/people?q=titkos", **key)
    server.ask("GET", "/api/v1/people", Authorization="Bearer fok_titkos")
    server.ask("POST", "/api/v1/people", {"family": "Őrsi titkos", "address": "Kossuth tér 4321", "keeper": "x"}, **key)
    server.ask("POST", "/api/v1/people", '{"family": "titkos', **key)
    server.ask("POST", "/en/account/sign-in/", "login=titkos.anna@example.org&password=titkos", **form)
    server.ask("GET", "/en/people/", Host="titkos.anna.example")
    lines = server.log.read_text().splitlines()
    assert len(lines) > 14
    for secret in SECRETS:
        assert [line for line in lines if secret.lower() in line.lower()] == [], secret
    documents = [json.loads(line) for line in lines]
    asked = [each for each in documents if each["logger"] == "fokozat.request"]
    assert {"people", "api-1:people", "none", "account_login"} <= {each["route"] for each in asked}
    assert all({"request", "method", "status", "ms", "roles"} <= set(each) for each in asked)
    assert len({each["request"] for each in asked}) == len(asked)


def test_an_answer_carries_the_number_of_its_line(watched: tuple[Installation, Server, dict[str, str]]) -> None:
    _, server, _ = watched
    number = server.ask("GET", "/en/people/", X_Request_Id="titkos")[1]["x-request-id"]
    assert number in server.log.read_text()
    assert "titkos" not in number


def test_the_figures_of_a_running_site(watched: tuple[Installation, Server, dict[str, str]]) -> None:
    _, server, _ = watched
    assert server.ask("GET", "/metrics")[0] == 403
    assert server.ask("GET", "/metrics", Authorization="Bearer figures-toke")[0] == 403
    status, headers, text = server.ask("GET", "/metrics", Authorization="Bearer figures-token")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    for name in (
        'fokozat_answers_total{method="POST",route="api-1:people",status="201"}', "fokozat_request_seconds_bucket",
        'fokozat_database_seconds_count{kind="read"}', 'fokozat_database_seconds_count{kind="write"}',
        "fokozat_journal_records", "fokozat_disk_free_bytes", "fokozat_keeping 1.0", "fokozat_database_up 1.0",
        "fokozat_streams 0.0",
    ):  # fmt: skip
        assert name in text, name
    for secret in SECRETS[:7]:
        assert secret not in text


@pytest.mark.only_on("postgresql")
def test_several_workers_add_up(installation: Installation) -> None:
    installation("upgrade")
    with serving(installation, "--workers", "2") as server:
        for _ in range(40):
            server.ask("GET", "/en/multiplier/")
        text = server.ask("GET", "/metrics")[2]
    counted = [line for line in text.splitlines() if line.startswith("fokozat_answers_total") and "multiplier" in line]
    assert counted == ['fokozat_answers_total{method="GET",route="multiplier",status="200"} 40.0']


@pytest.mark.django_db
def test_figures_are_for_this_machine_only_where_there_is_no_token(client: Client) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403
    assert client.post("/metrics").status_code == 405


def told(line: logging.Formatter, error: ValueError) -> str:
    try:
        raise error
    except ValueError:
        record = logging.LogRecord("django.request", logging.ERROR, "", 1, "%s: /titkos", ("x",), sys.exc_info())
    return line.format(record)


@pytest.mark.parametrize("line", [TextLine(), JsonLine()])
def test_an_error_is_told_without_what_it_quotes(line: logging.Formatter, monkeypatch: pytest.MonkeyPatch) -> None:
    text = told(line, ValueError("titkos.anna@example.org"))
    assert "titkos" not in text
    assert "ValueError" in text
    assert "test_watching.py" in text
    monkeypatch.setenv("FOKOZAT_TRACEBACK", "1")
    assert "titkos.anna" in told(line, ValueError("titkos.anna@example.org"))


def test_a_form_that_is_not_known_is_told() -> None:
    with pytest.raises(InvalidInput):
        log_settings("xml")


# ------------------------------------------------------------------ the machine


def states() -> dict[str, str]:
    return {each.key: each.state for each in look()}


@pytest.mark.django_db
def test_a_machine_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    found = states()
    assert found["home"] == found["clock"] == "good"
    assert found["power"] == "note"
    assert "database-silent" not in found


@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_an_unsafe_sqlite_and_one_that_does_not_wait_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SQLITE_SAFE_WAL", (99, 0, 0))
    assert states()["sqlite-unsafe"] == "fault"
    answers = {"PRAGMA journal_mode": "truncate", "PRAGMA synchronous": 1}
    real = startup._ask
    monkeypatch.setattr(startup, "_ask", lambda question: answers.get(question, real(question)))
    found = states()
    assert (found["sqlite-old"], found["synchronous-off"]) == ("warning", "fault")


@pytest.mark.django_db
@pytest.mark.only_on("postgresql")
def test_a_server_that_does_not_wait_for_the_disk_is_a_fault() -> None:
    """The server of the tests is set so, for speed."""
    assert states()["server-not-durable"] == "fault"


@pytest.mark.django_db
def test_folders_room_clock_and_backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime, timedelta

    from fokozat.office.actions.found_body import found_body
    from fokozat.office.rights import operator

    found_body(operator(), {"kind": "club", "name": "Kavics Kör"})
    assert {each.key for each in look(datetime.now(UTC) - timedelta(hours=1))} >= {"clock-behind"}
    monkeypatch.setattr(settings, "BACKUPS", Plan(tmp_path / "none", daily=True))
    assert states()["backups-overdue"] == "warning"
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr(settings, "BACKUPS", Plan(file))
    assert states()["backup-folder-refuses"] == "fault"
    free = free_bytes(tmp_path)
    monkeypatch.setattr(settings, "DISK_RESERVE", free // 5)
    assert states()["room-little"] == "warning"
    monkeypatch.setattr(settings, "DISK_RESERVE", free * 5)
    assert states()["room-none"] == "fault"


STARTUP = Words.of("office").sections["startup"]


@pytest.mark.parametrize("name", STARTUP)
def test_every_finding_is_worded_alike_in_three_languages(name: str) -> None:
    assert tuple(STARTUP[name]) == LANGUAGES
    assert len({fields_of(text) for text in STARTUP[name].values()}) == 1
    assert f'"{name}"' in Path(startup.__file__).read_text() or name.startswith(("home", "backup-folder"))


# ------------------------------------------------------------------ why something was not kept


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("database or disk is full", "disk-full"), ("attempt to write a readonly database", "disk-read-only"),
        ("disk I/O error", "disk-failing"), ("server closed the connection unexpectedly", "database-away"),
        ("no such table: office_person", ""), ("database is locked", ""),
    ],
)  # fmt: skip
def test_reasons(said: str, why: str) -> None:
    assert why_unkept(OperationalError(said)) == why
    outer = RuntimeError("outer")
    outer.__cause__ = OperationalError(said)
    assert why_unkept(outer) == why


def test_other_errors_are_ours() -> None:
    assert why_unkept(ValueError("database or disk is full")) == ""
    assert why_unkept(OSError(28, "No space left on device")) == "disk-full"
    assert why_unkept(None) == ""


@pytest.mark.django_db
def test_trouble_is_told_until_a_write_is_kept(client: Client) -> None:
    keeping.note_unkept("disk-full")
    try:
        for language in LANGUAGES:
            page = client.get(f"/{language}/people/").content.decode()
            assert Words.of("web").say("trouble.read-only", language).split(".")[0] in page
        assert client.get("/readyz").json()["keeping"] == "disk-full"
    finally:
        keeping.note_kept()
    assert client.get("/readyz").json()["keeping"] == "ok"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_readiness_is_worded(language: str, client: Client) -> None:
    checks = client.get(f"/readyz?lang={language}").json()["checks"]
    assert {"check", "state", "text"} == set(checks[0])
    assert STARTUP["home"][language] in [each["text"] for each in checks]
