"""Forms that waited for the network come again and again, in any order: each is done once."""

from itertools import permutations

import pytest
from django.test import Client

from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Idempotency, Membership, Person, Record, Role
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
KEYS = ("0" * 31 + "1", "0" * 31 + "2", "0" * 31 + "3")
Form = tuple[str, dict[str, str], str]  # address, fields, key


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Kör", "country": "HUN"})


@pytest.fixture
def card(club: Body) -> Person:
    return register_person(operator(), {"family": "Minta", "given": "Anna", "keeper": str(club.uid)})


@pytest.fixture
def registrar(client: Client) -> Client:
    account = Account.objects.create_user("registrar@example.org")
    Role.objects.create(account=account, role="registrar")
    client.force_login(account)
    return client


def changed(card: Person, given: str, version: int, key: str) -> Form:
    fields = {"family": "Minta", "given": given, "order": "family-first", "version": str(version), "was.given": "Anna"}
    return f"/en/people/{card.uid}/change/", fields, key


def enrolled(card: Person, club: Body, year: int, key: str) -> Form:
    return f"/en/people/{card.uid}/years/new/", {"body": str(club.uid), "kind": "member", "year": str(year)}, key


def send(client: Client, form: Form) -> tuple[int, str]:
    address, fields, key = form
    response = client.post(address, fields, headers={"Idempotency-Key": key} if key else {})
    return response.status_code, response.headers.get("Location", "")


def state(card: Person) -> tuple[object, ...]:
    card.refresh_from_db()
    years = sorted(Membership.objects.values_list("year", flat=True))
    return card.given, card.version, years, Record.objects.count(), Idempotency.objects.count()


def test_a_form_of_the_outbox_is_told_where_to_go_on(registrar: Client, card: Person) -> None:
    home = f"/en/people/{card.uid}/"
    assert send(registrar, changed(card, "Mária", 1, KEYS[0])) == (204, home)
    assert send(registrar, changed(card, "Éva", 2, "")) == (303, home)


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=lambda order: "".join(map(str, order)))
def test_sent_again_three_times_in_any_order_nothing_changes(
    registrar: Client, card: Person, club: Body, order: tuple[int, ...]
) -> None:
    forms = (changed(card, "Mária", 1, KEYS[0]), enrolled(card, club, 2024, KEYS[1]), changed(card, "Éva", 2, KEYS[2]))
    first = [send(registrar, form) for form in forms]
    assert {status for status, _ in first} == {204}
    once = state(card)
    assert once[:3] == ("Éva", 3, [2024])
    for _ in range(3):
        assert [send(registrar, forms[at]) for at in order] == [first[at] for at in order]
    assert state(card) == once


def test_what_came_too_early_is_told_and_may_come_again(registrar: Client, card: Person) -> None:
    early, late = changed(card, "Éva", 2, KEYS[0]), changed(card, "Mária", 1, KEYS[1])
    assert send(registrar, early)[0] == 409
    assert send(registrar, late)[0] == 204
    assert send(registrar, early)[0] == 204
    assert state(card)[:2] == ("Éva", 3)


def test_whoever_was_outrun_sees_both(registrar: Client, card: Person) -> None:
    send(registrar, changed(card, "Mária", 1, ""))
    address, fields, key = changed(card, "Éva", 1, KEYS[0])
    response = registrar.post(address, fields, headers={"Idempotency-Key": key})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Mária" in page
    assert "Éva" in page
    assert 'data-outbox="' in page
    assert state(card)[:2] == ("Mária", 2)


def test_a_fault_is_not_kept_under_the_key(registrar: Client, card: Person, club: Body) -> None:
    address, fields, key = enrolled(card, club, 2024, KEYS[0])
    assert send(registrar, (address, {**fields, "year": "soon"}, key))[0] == 422
    assert send(registrar, (address, fields, key))[0] == 204


def test_a_key_stands_for_one_form(registrar: Client, card: Person, club: Body) -> None:
    send(registrar, enrolled(card, club, 2024, KEYS[0]))
    assert send(registrar, enrolled(card, club, 2025, KEYS[0]))[0] == 400
    assert state(card)[2] == [2024]


@pytest.mark.parametrize("key", ["x", "0" * 33, "G" * 32, "page " + "0" * 27])
def test_keys_that_no_page_makes_are_refused(registrar: Client, card: Person, club: Body, key: str) -> None:
    assert send(registrar, enrolled(card, club, 2024, key))[0] == 400
    assert not Membership.objects.exists()


def test_a_key_opens_nothing_to_whom_nothing_is_open(client: Client, registrar: Client, card: Person) -> None:
    send(registrar, changed(card, "Mária", 1, KEYS[0]))
    stranger = Client()
    status, where = send(stranger, changed(card, "Mária", 1, KEYS[0]))
    assert (status, where.split("?")[0]) == (302, "/en/account/sign-in/")


def test_another_account_s_key_is_another_key(registrar: Client, card: Person, club: Body) -> None:
    send(registrar, enrolled(card, club, 2024, KEYS[0]))
    other = Account.objects.create_user("leader@example.org")
    Role.objects.create(account=other, role="leader", body=club)
    registrar.force_login(other)
    assert send(registrar, enrolled(card, club, 2025, KEYS[0]))[0] == 204
    assert state(card)[2] == [2024, 2025]


def test_forms_that_may_not_wait_are_not_marked(registrar: Client, card: Person, club: Body) -> None:
    enrol(operator(), card, {"body": str(club.uid), "year": "2024"})
    marked = {
        path: 'data-outbox="' in registrar.get(f"/en/{path}").content.decode()
        for path in (
            f"people/{card.uid}/change/", f"people/{card.uid}/years/new/", f"bodies/{club.uid}/change/",
            f"people/{card.uid}/erase/", f"people/{card.uid}/birth-date/", f"bodies/{club.uid}/close/",
        )
    }  # fmt: skip
    assert list(marked.values()) == [True, True, True, False, False, False]
