"""`fokozat people number, enrol, birth-date, ...`: what belongs to a card, typed by the operator."""

from typing import Any

import pytest

from fokozat.office.models import BirthDate, Body, Number, Person, Record
from tests.doors.office.conftest import TODAY, NewPerson
from tests.doors.office.seen import last_record
from tests.doors.office.test_people_command import Typed, at_hand, document, refusal

__all__ = ("at_hand", "document", "refusal")  # fixtures

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-4000-8000-000000000000"


def test_numbers_begin_and_end(document: Typed, person: Person) -> None:
    wish = ("--scheme", "egf", "--value", "12 34", "--begins", "2011-01-01")
    shown = document("people", "number", person.uid, *wish)
    number = {"scheme": "egf", "value": "12 34", "begins": "2011-01-01", "ends": None}
    assert (shown["uid"], shown["numbers"]) == (str(person.uid), [number])
    shown = document("people", "end-number", person.uid, "--scheme", "egf", "--value", "1234", "--on", "2012-03-10")
    assert shown["numbers"] == [{**number, "ends": "2012-03-10"}]
    assert last_record()[:3] == ("operator", "end-number", "person")


def test_years_are_enrolled_and_struck(document: Typed, person: Person, beside: Body) -> None:
    year = ("--body", beside.uid, "--year", 2012)
    shown = document("people", "enrol", person.uid, *year)
    assert shown["memberships"] == [{"body": str(beside.uid), "kind": "member", "year": 2012}]
    shown = document("people", "enrol", person.uid, *year, "--kind", "licence")
    assert [each["kind"] for each in shown["memberships"]] == ["member", "licence"]
    shown = document("people", "strike", person.uid, *year)
    assert [each["kind"] for each in shown["memberships"]] == ["licence"]


def test_private_facts_are_kept_and_forgotten(document: Typed, person: Person) -> None:
    assert document("people", "birth-date", person.uid, "--born", "1990-05-01")["birth_date"] == [
        {"born": "1990-05-01"}
    ]
    document("people", "contact", person.uid, "--email", "maria@example.org", "--phone", "1")
    kept = document("people", "contact", person.uid, "--phone", "")["contact"]
    assert kept == [{"email": "maria@example.org", "phone": "", "address": ""}]
    document("people", "consent", person.uid, "--given-by", "Minta Szülő", "--on", "2012-01-02")
    shown = document("people", "withdraw", person.uid, "--on", "2012-03-10")
    assert shown["consents"] == [{"given_by": "Minta Szülő", "on": "2012-01-02", "withdrawn_on": "2012-03-10"}]
    assert document("people", "private", person.uid) == shown
    assert "1990" not in str(document("people", "show", person.uid))
    assert document("people", "birth-date", person.uid)["birth_date"] == []
    assert not BirthDate.objects.exists()


def test_two_persons_are_told_apart(document: Typed, person: Person, new_person: NewPerson) -> None:
    other = new_person()
    assert document("people", "apart", person.uid, other.uid)["alike"] == []
    assert document("people", "duplicates") == {"duplicates": []}


def test_who_is_hidden_and_what_the_name_was(document: Typed, person: Person) -> None:
    changed = document(
        "people", "change", person.uid, "--hidden-from-search", "true", "--family", "Kő", "--former-name",
        "--former-until", "2012-03-10",
    )  # fmt: skip
    assert (changed["hidden_from_search"], person.former_names.get().until) == (True, TODAY)
    assert document("people", "change", person.uid, "--hidden-from-search", "false")["hidden_from_search"] is False


@pytest.mark.parametrize(
    ("code", "verb", "said"),
    [
        (2, ("number", "--scheme", "aga", "--value", "1"), "aga"),
        (2, ("number", "--scheme", "egf", "--value", "--"), "--value"),
        (2, ("number", "--scheme", "egf", "--value", "..."), "neither a letter nor a digit"),
        (2, ("number", "--scheme", "egf"), "--value"),
        (4, ("end-number", "--scheme", "egf", "--value", "7", "--on", "2012-03-10"), "no number 7 of egf"),
        (2, ("end-number", "--scheme", "egf", "--value", "7", "--on", "soon"), "soon"),
        (4, ("enrol", "--body", NOBODY, "--year", "2012"), NOBODY),
        (4, ("strike", "--body", "KEEPER", "--year", "2012"), "Kavics Kör, 2012"),
        (2, ("strike", "--body", "KEEPER", "--year", "this"), "this"),
        (2, ("birth-date", "--born", "2999-01-01"), "born"),
        (2, ("contact", "--email", "nobody"), "nobody"),
        (4, ("withdraw", "--on", "2012-03-10"), "Minta Mária"),
        (4, ("apart", NOBODY), NOBODY),
        (2, ("apart", "SELF"), "one and the same"),
    ],
)
def test_what_cannot_be_done_is_said(code: int, verb: Any, said: str, refusal: Typed, person: Person) -> None:
    before = Record.objects.count()
    named = {"KEEPER": str(person.keeper.uid), "SELF": str(person.uid)}
    refused = refusal(code, "people", verb[0], person.uid, *(named.get(each, each) for each in verb[1:]))
    assert said in refused
    assert refused.count("\n") == 1
    assert (Record.objects.count(), Number.objects.count()) == (before, 0)
