"""Cards that may be one person: the same words in any order, without marks; what speaks for it and against it."""

import pytest

from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.keep_private import keep_birth_date
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.duplicates import MOST_CARDS, alike, likenesses
from fokozat.office.models import Body, Person
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewPerson

pytestmark = pytest.mark.django_db


def pairs() -> list[tuple[Person, Person]]:
    return [(found.one, found.other) for found in likenesses()]


@pytest.mark.parametrize("name", ["Minta Mária", "Mária Minta", "MINTA MARIA", "Mïntä Màrîa", "Minta-Mária"])
def test_one_name_in_many_spellings(name: str, person: Person, new_person: NewPerson) -> None:
    other = new_person(name)
    assert pairs() == [(person, other)]
    assert [found.other for found in alike(person)] == [other]
    assert [found.other for found in alike(other)] == [person]


@pytest.mark.parametrize("name", ["Minta Márta", "Minta", "Minta Mária Anna"])
def test_other_names(name: str, person: Person, new_person: NewPerson) -> None:
    new_person(name)
    assert pairs() == []


def test_what_speaks_for_it_and_against_it(new_person: NewPerson, beside: Body) -> None:
    one, other, third = new_person(sex="f"), new_person(sex="f"), new_person(keeper=beside)
    keep_birth_date(operator(), one, {"born": "1990-01-01"}, TODAY)
    found = {(like.one, like.other): like for like in likenesses()}
    assert found[one, other].reasons == ("name", "keeper", "sex")
    assert found[one, third].reasons == ("name",)
    assert not any(like.sure for like in found.values())
    keep_birth_date(operator(), other, {"born": "1991-01-01"}, TODAY)
    keep_birth_date(operator(), third, {"born": "1990-01-01"}, TODAY)
    (like,) = likenesses()
    assert (like.one, like.other, like.sure) == (one, third, True)
    assert like.reasons == ("name", "birth-date")


def test_told_apart_is_not_proposed_again(person: Person, new_person: NewPerson) -> None:
    other = new_person()
    tell_apart(operator(), other, person)
    assert pairs() == []
    assert alike(person) == alike(other) == []


def test_closed_cards_are_not_proposed(person: Person, new_person: NewPerson) -> None:
    other = new_person()
    merge = merge_people(operator(), person, other)
    assert pairs() == []
    undo_merge(operator(), merge)
    assert pairs() == [(person, other)]
    erase_person(operator(), other)
    assert pairs() == []
    assert alike(person) == []


def test_a_name_of_very_many_does_not_stop_the_list(new_person: NewPerson, society: Body) -> None:
    for _ in range(30):
        new_person()
    assert len(list(likenesses(limit=10))) == 10
    assert len(list(likenesses(limit=1000))) == 30 * 29 / 2
    assert MOST_CARDS >= 30
