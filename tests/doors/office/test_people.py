"""Cards begin and change: what is kept, what is refused and where, and what the journal says."""

from typing import Any

import pytest

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from fokozat.office.actions import change_person as change_module
from fokozat.office.actions import register_person as register_module
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.register_person import register_person
from fokozat.office.facts import find_person, person_facts
from fokozat.office.models import Body, FormerName, Person
from fokozat.office.queries import Sought, people
from fokozat.office.rights import VISITOR, operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import last_record, nothing_is_left, refused

pytestmark = pytest.mark.django_db

STRANGER = "00000000-0000-4000-8000-000000000000"
MARY = {"family": "  Minta ", "given": "Mária", "country": "hun", "sex": "f"}


def test_a_card_begins(society: Body) -> None:
    person = register_person(operator(), {**MARY, "keeper": str(society.uid)})
    kept = Person.objects.get(uid=person.uid)
    assert (kept.family, kept.given, kept.country, kept.sex, kept.version) == ("Minta", "Mária", "HUN", "f", 1)
    assert (kept.shown_name, kept.filed_name, kept.name_search) == ("Minta Mária", "Minta Mária", "minta maria")
    assert last_record() == ("operator", "register", "person", str(person.uid), None, person_facts(kept))


def test_names_stand_as_cultures_write_them(new_person: NewPerson) -> None:
    person = new_person("Tamm Tiit", order="given-first")
    assert (person.shown_name, person.filed_name) == ("Tiit Tamm", "Tamm Tiit")
    assert new_person("Szótlan").shown_name == "Szótlan"


@pytest.mark.parametrize("name", ["علی\u200cرضا", "ශ්\u200dරී", "नेत्र\u200dा"])
def test_names_of_scripts_that_join_their_letters(name: str, new_person: NewPerson) -> None:
    """A Persian or Sinhala name is another one without the sign that shapes it."""
    person = new_person(name)
    assert person.shown_name == name
    assert [card.shown_name for card in people(Sought(search=name)).rows] == [name]


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"family": ""}, [("missing", "family")]),
        ({"family": "  "}, [("missing", "family")]),
        ({"family": None}, [("missing", "family")]),
        ({"family": "x" * 101}, [("too-long", "family")]),
        ({"family": 7}, [("not-text", "family")]),
        ({"given": "a\0b"}, [("unprintable", "given")]),
        ({"given": "\u202eairáM"}, [("unprintable", "given")]),
        ({"given": "\ud800"}, [("unprintable", "given")]),
        ({"given": "Má\u200cria"}, [("unprintable", "given")]),
        ({"given": "\u200dعلی"}, [("unprintable", "given")]),
        ({"given": "علی\u200c\u200cرضا"}, [("unprintable", "given")]),
        ({"given": "\U0001f469\u200d\U0001f467"}, [("unprintable", "given")]),
        ({"order": "upside-down"}, [("unknown-choice", "order")]),
        ({"order": ["family-first"]}, [("unknown-choice", "order")]),
        ({"sex": "x"}, [("unknown-choice", "sex")]),
        ({"country": "Hungary"}, [("too-long", "country")]),
        ({"country": "H1"}, [("no-country", "country")]),
        ({"hidden_from_search": "maybe"}, [("no-switch", "hidden_from_search")]),
        (
            {"family": "", "given": "x" * 500, "country": "12", "sex": 5},
            [("missing", "family"), ("too-long", "given"), ("unknown-choice", "sex"), ("no-country", "country")],
        ),
    ],
)
def test_every_fault_is_named_with_its_field(wish: dict[str, Any], faults: list[Any], society: Body) -> None:
    with refused(InvalidInput, *faults):
        register_person(operator(), {**MARY, "keeper": str(society.uid), **wish})


@pytest.mark.parametrize(
    "name",
    ["Robert'); DROP TABLE office_person;--", "<script>alert(1)</script>", "🪨🪵", "مثال", "Őrsi-Tűz O’Minta", "李"],
)
def test_strange_names_stay_what_they_are(name: str, society: Body) -> None:
    person = register_person(operator(), {"family": name, "keeper": str(society.uid)})
    assert Person.objects.get(uid=person.uid).family == name


@pytest.mark.parametrize(
    ("keeper", "kind", "fault"),
    [(None, InvalidInput, "missing"), ("", InvalidInput, "missing"), ("7", NotFound, "no-body")]
    + [(uuid, NotFound, "no-body") for uuid in (STRANGER, "9" * 400, "\0", ["a"])],
)
def test_a_card_needs_a_keeper(keeper: Any, kind: Any, fault: str, db: None) -> None:
    with refused(kind, (fault, "keeper")):
        register_person(operator(), {**MARY, "keeper": keeper})


def test_a_closed_body_takes_nobody(society: Body) -> None:
    close_body(operator(), society, 1, TODAY)
    with refused(InvalidInput, ("body-closed", "keeper")):
        register_person(operator(), {**MARY, "keeper": str(society.uid)})


def test_a_card_changes(person: Person) -> None:
    before = person_facts(person)
    changed = change_person(operator(), person, 1, {"given": "Márta", "country": "EST"})
    kept = Person.objects.get(uid=person.uid)
    assert (kept.given, kept.country, kept.family, kept.version, changed.version) == ("Márta", "EST", "Minta", 2, 2)
    assert kept.name_search == "minta marta"
    assert last_record() == ("operator", "change", "person", str(person.uid), before, person_facts(kept))
    assert not FormerName.objects.exists()


def test_a_new_name_leaves_the_former_one(person: Person) -> None:
    wish = {"family": "Próba", "former_name": True, "former_until": "2012-03-09"}
    changed = change_person(operator(), person, 1, wish)
    former = FormerName.objects.get(person=person)
    assert (former.family, former.given, str(former.until)) == ("Minta", "Mária", "2012-03-09")
    assert changed.name_search == "proba maria minta maria"


def test_a_name_that_stays_leaves_nothing(person: Person) -> None:
    change_person(operator(), person, 1, {"country": "EST", "former_name": "on"})
    assert not FormerName.objects.exists()


def test_faults_of_a_change(person: Person) -> None:
    with refused(InvalidInput, ("missing", "family")):
        change_person(operator(), person, 1, {"family": ""})
    with refused(InvalidInput, ("no-switch", "former_name"), ("no-day", "former_until")):
        change_person(operator(), person, 1, {"former_name": "perhaps", "former_until": "2012-02-30"})


def test_who_saw_an_older_version_is_told_what_the_other_made_of_it(person: Person) -> None:
    change_person(operator(), person, 1, {"given": "Márta"})
    with refused(Conflict, ("changed-meanwhile", "")):
        change_person(operator(), person, 1, {"given": "Magda"})
    with pytest.raises(Conflict) as told:
        change_person(operator(), person, 1, {"given": "Magda"})
    assert told.value.fields["version"] == 2
    assert told.value.fields["theirs"] == person_facts(Person.objects.get(pk=person.pk))


@pytest.mark.parametrize("version", [0, -1, 10**30])
def test_no_version_of_this_card(version: int, person: Person) -> None:
    with refused(Conflict, ("changed-meanwhile", "")):
        change_person(operator(), person, version, {"given": "Magda"})


def test_a_closed_card_does_not_change(person: Person, new_person: NewPerson) -> None:
    other = new_person("Minta Mária")
    merge_people(operator(), person, other)
    with refused(Conflict, ("card-closed", "")):
        change_person(operator(), other, 1, {"given": "Magda"})
    erase_person(operator(), person)
    with refused(Conflict, ("card-closed", "")):
        change_person(operator(), person, 3, {"given": "Magda"})


def test_a_break_in_the_middle_leaves_nothing(person: Person, society: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"family": "Próba", "former_name": True}
    nothing_is_left(lambda: change_person(operator(), person, 1, wish), monkeypatch, change_module)
    wish = {**MARY, "keeper": str(society.uid)}
    nothing_is_left(lambda: register_person(operator(), wish), monkeypatch, register_module)


@pytest.mark.parametrize(
    ("role", "registers", "changes"),
    [
        ("administrator", True, True), ("registrar", True, True), ("officer", True, True),
        ("leader", True, False), ("player", False, False), ("", False, False),
    ],
)  # fmt: skip
def test_who_may(role: str, registers: bool, changes: bool, person: Person, new_actor: NewActor) -> None:
    actor, wish = new_actor(role, person.keeper), {**MARY, "keeper": str(person.keeper.uid)}
    if registers:
        register_person(actor, wish)
        assert last_record()[0] == actor.name
    else:
        with refused(Forbidden, ("no-right", "")):
            register_person(actor, wish)
    if changes:
        change_person(actor, person, 1, {"given": "Márta"})
    else:
        with refused(Forbidden, ("no-right", "")):
            change_person(actor, person, 1, {"given": "Márta"})


def test_a_visitor_may_nothing(person: Person) -> None:
    with refused(Forbidden, ("no-right", "")):
        change_person(VISITOR, person, 1, {"given": "Márta"})


@pytest.mark.parametrize("uid", [None, "", "7", "x" * 999, "\0", STRANGER])
def test_nobody_of_this_uid(uid: object, db: None) -> None:
    with pytest.raises(NotFound):
        find_person(uid)
