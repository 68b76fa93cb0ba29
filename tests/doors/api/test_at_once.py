"""Two programs that ask at the same moment. SQLite's test database lives in memory and lets only one in."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from fokozat.office import guards
from fokozat.office.models import Body, Idempotency, Person, Record
from tests.doors.api.conftest import Caller, Key

AT_ONCE = 8
pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def guarded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The journal's guards stand again after the tables were emptied for the last time."""
    yield
    with django_db_blocker.unblock():
        guards.put_up(connection)


@pytest.fixture
def emptied(guarded: None, transactional_db: None, settings: Any) -> Iterator[None]:
    """A database that really keeps what is written, so that others see it; afterwards it is emptied."""
    guards.put_up(connection)
    yield
    settings.JOURNAL_GUARDS_REMOVABLE = True
    guards.take_away(connection)


def at_once(secret: str, document: dict[str, str], *keys: str) -> Counter[int]:
    """The statuses of requests that all come in the same moment, each on a connection of its own."""

    def send(key: str) -> int:
        try:
            caller = Caller(Client(), secret)
            return int(caller("POST", "people", document, idempotency_key=key).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(send, keys))


def test_of_many_under_one_key_one_does_it(emptied: None, club: Body, new_key: Key) -> None:
    document = {"family": "Minta", "keeper": str(club.uid)}
    assert at_once(new_key()[1], document, *["k-1"] * AT_ONCE) == {201: AT_ONCE}
    assert Person.objects.count() == Idempotency.objects.count() == 1
    assert Record.objects.filter(verb="register").count() == 1


def test_keys_of_their_own_do_not_wait_for_ever(emptied: None, club: Body, new_key: Key) -> None:
    document = {"family": "Minta", "keeper": str(club.uid)}
    assert at_once(new_key()[1], document, *map(str, range(AT_ONCE))) == {201: AT_ONCE}
    assert Person.objects.count() == AT_ONCE
