"""A program that asks again does nothing twice."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from fokozat.api.writing import KEPT_FOR, forget_old_answers
from fokozat.office.models import Body, Idempotency, Person, Record
from tests.doors.api.conftest import Caller, Key
from tests.doors.api.test_problems import problem_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def wish(club: Body) -> dict[str, str]:
    return {"family": "Minta", "given": "Béla", "keeper": str(club.uid)}


def test_the_same_change_again_is_the_same_answer(admin: Caller, wish: dict[str, str]) -> None:
    first = admin("POST", "people", wish, idempotency_key="k-1")
    again = admin("POST", "people", wish, idempotency_key="k-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    for name in ("ETag", "Location", "Content-Type", "Content-Language", "Cache-Control"):
        assert again[name] == first[name]
    assert again["Idempotency-Replayed"] == "true"
    assert Person.objects.count() == 1
    assert Record.objects.filter(verb="register").count() == 1


def test_a_change_that_was_done_is_not_stale_when_it_comes_again(admin: Caller, anna: Person) -> None:
    sent = {"if_match": '"1"', "idempotency_key": "k-1"}
    first = admin("PATCH", f"people/{anna.uid}", {"given": "Mária"}, **sent)
    again = admin("PATCH", f"people/{anna.uid}", {"given": "Mária"}, **sent)
    assert (first.status_code, again.status_code, again.content) == (200, 200, first.content)
    anna.refresh_from_db()
    assert anna.version == 2


def test_a_key_stands_for_one_change(admin: Caller, wish: dict[str, str]) -> None:
    admin("POST", "people", wish, idempotency_key="k-1")
    for method, address, document in (
        ("POST", "people", wish | {"given": "Anna"}),
        ("POST", "bodies", {"name": "Próba"}),
    ):
        found = problem_of(admin(method, address, document, idempotency_key="k-1"), 422)
        assert found["faults"][0]["key"] == "api.idempotency-key-used"
    assert Person.objects.count() == 1


def test_keys_of_two_accounts_do_not_meet(client: Client, new_key: Key, wish: dict[str, str]) -> None:
    for _ in range(2):
        assert Caller(client, new_key()[1])("POST", "people", wish, idempotency_key="k-1").status_code == 201
    assert Person.objects.count() == 2


def test_what_failed_may_be_mended_under_its_key(admin: Caller, wish: dict[str, str]) -> None:
    problem_of(admin("POST", "people", wish | {"country": "1"}, idempotency_key="k-1"), 422)
    assert not Idempotency.objects.exists()
    assert admin("POST", "people", wish, idempotency_key="k-1").status_code == 201


def test_an_answer_is_kept_for_a_day(admin: Caller, wish: dict[str, str]) -> None:
    admin("POST", "people", wish, idempotency_key="k-1")
    old = timezone.now() - KEPT_FOR - timedelta(seconds=1)
    Idempotency.objects.update(made_at=old)
    assert admin("POST", "people", wish, idempotency_key="k-1").status_code == 201
    assert Person.objects.count() == 2
    assert Idempotency.objects.count() == 1
    assert forget_old_answers(timezone.now()) == 0


@pytest.mark.parametrize("key", ["", " ", "x" * 201, "a b", "\xe9", "\x7f"])
def test_keys_that_are_none(admin: Caller, wish: dict[str, str], key: str) -> None:
    found = problem_of(admin("POST", "people", wish, idempotency_key=key), 422)
    assert found["faults"][0]["place"] == "header.Idempotency-Key"


def test_the_answer_is_kept_with_the_change_or_not_at_all(
    admin: Caller, wish: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    admin.client.raise_request_exception = False
    with monkeypatch.context() as patched, transaction.atomic():
        patched.setattr("fokozat.api.writing._keep", broken)
        problem_of(admin("POST", "people", wish, idempotency_key="k-1"), 500)
    assert not Person.objects.exists()
    assert admin("POST", "people", wish, idempotency_key="k-1").status_code == 201
