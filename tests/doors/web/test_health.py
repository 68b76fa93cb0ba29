"""Two short answers for who watches over the server."""

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from fokozat.site import health, sqlite


def test_alive_without_asking_the_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.json()["status"] == "ok"
    assert "no-cache" in response["Cache-Control"]


@pytest.mark.django_db
def test_ready_when_the_database_answers(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    found = response.json()
    assert (found["status"], found["migrations"]) == ("ok", 0)
    assert found["database"]["kind"] == connection.vendor


@pytest.mark.django_db
@pytest.mark.only_on("sqlite")
def test_a_commit_waits_for_the_disk(client: Client) -> None:
    found = client.get("/readyz").json()["database"]
    assert found["durable"] is True
    assert tuple(int(part) for part in found["version"].split(".")) == sqlite.version()


def test_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise DatabaseError("the address with its password")

    monkeypatch.setattr(health, "_database", gone)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, {"status": "no-database"})


@pytest.mark.django_db
def test_not_ready_while_migrations_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrations_waiting", lambda: 2)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["status"]) == (503, "migrations-waiting")


@pytest.mark.django_db
def test_only_reading(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405
