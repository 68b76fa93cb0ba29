"""Numbers have periods and belong to one person; memberships and licences are of a year."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from fokozat.office.actions import enrol as enrol_module
from fokozat.office.actions import give_number as number_module
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.enrol import enrol, strike
from fokozat.office.actions.give_number import end_number, give_number
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.models import Body, Membership, Number, Person
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import last_record, nothing_is_left, refused, verbs

pytestmark = pytest.mark.django_db

KOMIR = {"scheme": "komir", "value": " 123-A ", "begins": "2012-01-01"}


def test_a_number_is_given_and_ends(person: Person) -> None:
    number = give_number(operator(), person, KOMIR)
    facts = {"scheme": "komir", "value": "123-A", "begins": "2012-01-01", "ends": None}
    assert last_record() == ("operator", "give-number", "person", str(person.uid), None, facts)
    end_number(operator(), number, TODAY)
    assert Number.objects.get().ends == TODAY
    assert last_record()[1:] == ("end-number", "person", str(person.uid), facts, {**facts, "ends": "2012-03-10"})


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"scheme": ""}, [("missing", "scheme")]),
        ({"scheme": None, "value": None}, [("missing", "scheme"), ("missing", "value")]),
        ({"scheme": "aga"}, [("unknown-choice", "scheme")]),
        ({"value": ""}, [("missing", "value")]),
        ({"value": "1" * 41}, [("too-long", "value")]),
        ({"value": 123}, [("not-text", "value")]),
        ({"value": "-- / --"}, [("no-digit", "value")]),
        ({"begins": "yesterday"}, [("no-day", "begins")]),
        ({"begins": "2012-1-1", "ends": 7}, [("no-day", "begins"), ("no-day", "ends")]),
        ({"ends": "2011-12-31"}, [("ends-before", "ends")]),
    ],
)
def test_every_fault_is_named_with_its_field(wish: dict[str, Any], faults: list[Any], person: Person) -> None:
    with refused(InvalidInput, *faults):
        give_number(operator(), person, {**KOMIR, **wish})


def test_a_number_is_never_used_twice(person: Person, new_person: NewPerson) -> None:
    end_number(operator(), give_number(operator(), person, KOMIR), TODAY)
    other = new_person("Próba Pál")
    with refused(Conflict, ("number-taken", "value")):
        give_number(operator(), other, KOMIR)
    with pytest.raises(Conflict) as told:
        give_number(operator(), other, KOMIR)
    assert told.value.fields == {"value": "123-A", "holder": str(person.uid)}
    assert give_number(operator(), other, {**KOMIR, "scheme": "egf"}).pk


@pytest.mark.parametrize("written", ["123-A", "123 a", "123a", "\N{FULLWIDTH DIGIT ONE}23.A"])
def test_a_number_is_the_same_however_it_is_written(written: str, person: Person, new_person: NewPerson) -> None:
    give_number(operator(), person, KOMIR)
    with pytest.raises(Conflict) as told:
        give_number(operator(), new_person("Próba Pál"), {**KOMIR, "value": written})
    assert told.value.fields["holder"] == str(person.uid)
    with refused(Conflict, ("number-own", "value")):
        give_number(operator(), person, {**KOMIR, "value": written})
    assert Number.objects.get().value == "123-A"


def test_a_number_does_not_end_before_it_begins(person: Person) -> None:
    number = give_number(operator(), person, KOMIR)
    with refused(InvalidInput, ("ends-before", "ends")):
        end_number(operator(), number, date(2011, 12, 31))


def test_a_closed_card_takes_nothing(person: Person, new_person: NewPerson) -> None:
    other = new_person("Minta Mária")
    number = give_number(operator(), other, {**KOMIR, "value": "9"})
    merge_people(operator(), person, other)
    with refused(Conflict, ("card-closed", "")):
        give_number(operator(), other, KOMIR)
    with refused(Conflict, ("card-closed", "")):
        end_number(operator(), number, TODAY)
    with refused(Conflict, ("card-closed", "")):
        enrol(operator(), other, {"body": str(person.keeper.uid), "year": 2012})
    end_number(operator(), Number.objects.get(), TODAY)


def test_a_membership_and_a_licence(person: Person, beside: Body) -> None:
    wish = {"body": str(beside.uid), "year": "2012"}
    member = enrol(operator(), person, wish)
    assert (member.kind, member.year, member.body) == ("member", 2012, beside)
    facts = {"body": str(beside.uid), "kind": "member", "year": 2012}
    assert last_record() == ("operator", "enrol", "person", str(person.uid), None, facts)
    assert enrol(operator(), person, wish) == member
    assert enrol(operator(), person, {**wish, "kind": "licence"}) != member
    assert verbs() == ["register", "enrol", "enrol"]
    strike(operator(), member)
    assert last_record() == ("operator", "strike", "person", str(person.uid), facts, None)
    assert Membership.objects.get().kind == "licence"
    with refused(Conflict, ("struck-already", "")):
        strike(operator(), Membership(pk=member.pk or 1, person=person, body=beside, kind="member", year=2012))


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"year": ""}, [("missing", "year")]),
        ({"year": "12"}, [("no-year", "year")]),
        ({"year": True}, [("no-year", "year")]),
        ({"year": "٢٠١٢"}, [("no-year", "year")]),
        ({"year": 9999}, [("no-year", "year")]),
        ({"kind": "friend", "year": None}, [("unknown-choice", "kind"), ("missing", "year")]),
        ({"body": ""}, [("missing", "body")]),
    ],
)
def test_faults_of_an_enrolment(wish: dict[str, Any], faults: list[Any], person: Person) -> None:
    with refused(InvalidInput, *faults):
        enrol(operator(), person, {"body": str(person.keeper.uid), "year": 2012, **wish})


def test_a_closed_body_has_no_members_of_later_years(person: Person, beside: Body) -> None:
    with refused(NotFound, ("no-body", "body")):
        enrol(operator(), person, {"body": "7", "year": 2012})
    close_body(operator(), beside, 1, TODAY)
    with refused(InvalidInput, ("body-closed", "body")):
        enrol(operator(), person, {"body": str(beside.uid), "year": 2013})
    assert enrol(operator(), person, {"body": str(beside.uid), "year": 2012}).pk


def test_a_break_in_the_middle_leaves_nothing(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"body": str(person.keeper.uid), "year": 2012}
    nothing_is_left(lambda: give_number(operator(), person, KOMIR), monkeypatch, number_module)
    nothing_is_left(lambda: enrol(operator(), person, wish), monkeypatch, enrol_module)
    member, number = enrol(operator(), person, wish), give_number(operator(), person, KOMIR)
    nothing_is_left(lambda: strike(operator(), Membership.objects.get(pk=member.pk)), monkeypatch, enrol_module)
    nothing_is_left(lambda: end_number(operator(), number, TODAY), monkeypatch, number_module)


@pytest.mark.parametrize(
    ("role", "numbers", "enrols"),
    [("registrar", True, True), ("officer", True, False), ("leader", False, True), ("player", False, False)],
)
def test_who_may(role: str, numbers: bool, enrols: bool, person: Person, new_actor: NewActor) -> None:
    actor = new_actor(role, person.keeper)
    acts: list[tuple[bool, Callable[[], object]]] = [
        (numbers, lambda: give_number(actor, person, KOMIR)),
        (enrols, lambda: enrol(actor, person, {"body": str(person.keeper.uid), "year": 2012})),
    ]
    for may, act in acts:
        if may:
            act()
        else:
            with refused(Forbidden, ("no-right", "")):
                act()


def test_a_leader_enrols_in_the_own_body_only(person: Person, beside: Body, new_actor: NewActor) -> None:
    actor = new_actor("leader", person.keeper)
    with refused(Forbidden, ("no-right", "")):
        enrol(actor, person, {"body": str(beside.uid), "year": 2012})
    member = enrol(operator(), person, {"body": str(beside.uid), "year": 2012})
    with refused(Forbidden, ("no-right", "")):
        strike(actor, member)
