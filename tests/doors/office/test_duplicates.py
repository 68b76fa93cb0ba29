"""Cards that may be one person: the same words in any order, without marks; what speaks for it and against it."""

import pytest

from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.keep_private import keep_birth_date
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.duplicates import MOST_CARDS, alike, bodies_to_merge, likenesses
from fokozat.office.models import Body, Number, Person
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson

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


def test_a_name_that_was_borne_before_counts(new_person: NewPerson) -> None:
    bride, other = new_person("Minta Mária"), new_person("Minta Mária Anna")
    change_person(operator(), bride, 1, {"family": "Kő", "former_name": True})
    assert pairs() == []
    again = new_person("Mária Minta")
    assert pairs() == [(bride, again)]
    assert [[each.other for each in alike(card)] for card in (bride, again, other)] == [[again], [bride], []]
    assert alike(bride)[0].reasons == ("name", "keeper")


def test_one_number_in_two_spellings_counts(new_person: NewPerson) -> None:
    one, other, third = new_person("Minta Egy"), new_person("Próba Két"), new_person("Kavics Há")
    Number.objects.create(person=one, scheme="fide", value="HU 12-34")
    Number.objects.create(person=other, scheme="fide", value="hu1234")
    Number.objects.create(person=third, scheme="egf", value="hu1234")
    (like,) = likenesses()
    assert (like.one, like.other, like.reasons, like.sure) == (one, other, ("number", "keeper"), False)
    assert [each.other for each in alike(other)] == [one]
    assert alike(third) == []
    keep_birth_date(operator(), one, {"born": "1990-01-01"}, TODAY)
    keep_birth_date(operator(), other, {"born": "1990-01-01"}, TODAY)
    assert [each.sure for each in likenesses()] == [True]
    keep_birth_date(operator(), other, {"born": "1991-01-01"}, TODAY)
    assert pairs() == []


@pytest.mark.parametrize(
    ("name", "proposed"),
    [("Minta Mária Anna", True), ("Kő Mária", True), ("Minta Marcsa", True), ("Próba Pál", False), ("M. Kő", False)],
)
def test_one_birth_date_and_a_word_of_the_name_count(name: str, proposed: bool, new_person: NewPerson) -> None:
    cards = one, other = new_person("M. Minta Mária"), new_person(name)
    for card in cards:
        keep_birth_date(operator(), card, {"born": "1990-01-01"}, TODAY)
    stranger = new_person("Minta Mária")
    keep_birth_date(operator(), stranger, {"born": "1990-01-02"}, TODAY)
    assert pairs() == ([(one, other)] if proposed else [])
    assert [each.other for each in alike(one)] == ([other] if proposed else [])
    assert [each.sure for each in likenesses()] == [False] * proposed
    if proposed:
        tell_apart(operator(), one, other)
        assert pairs() == []


def test_names_without_letters_are_not_one_name(new_person: NewPerson) -> None:
    new_person("\N{GRINNING FACE}")
    new_person("\N{CAT FACE}")
    assert pairs() == []


def test_a_pair_stands_once_whatever_ties_it(person: Person, new_person: NewPerson) -> None:
    other = new_person()
    for card, value in ((person, "1-2"), (other, "12")):
        Number.objects.create(person=card, scheme="fide", value=value)
        keep_birth_date(operator(), card, {"born": "1990-01-01"}, TODAY)
    (like,) = likenesses()
    assert (like.reasons, like.sure) == (("name", "number", "birth-date", "keeper"), True)


def test_who_may_merge_few_cards_sees_all_pairs_of_those(
    new_person: NewPerson, new_actor: NewActor, federation: Body, society: Body, beside: Body
) -> None:
    """The pairs of others do not use the list up, and are not looked at."""
    for _ in range(5):
        new_person("Homok Csaba")
    mine = [new_person("Próba Pál", keeper=beside) for _ in range(2)]
    new_person("Próba Pál")
    registrar = bodies_to_merge(new_actor("registrar", beside))
    assert [[each.one, each.other] for each in likenesses(limit=3, bodies=registrar)] == [mine]
    within = {body.pk for body in (federation, society, beside)}
    assert set(bodies_to_merge(new_actor("registrar", federation)) or ()) == within
    assert bodies_to_merge(new_actor("administrator")) is bodies_to_merge(operator()) is None
    assert bodies_to_merge(new_actor("officer", federation)) == []
    assert list(likenesses(bodies=[])) == []
