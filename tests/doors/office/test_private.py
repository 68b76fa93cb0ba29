"""Birth dates, contact data and consents: each has a right of its own; others see an age band."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput
from fokozat.office.actions import keep_private as module
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact, withdraw_consent
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.ages import age_band, is_minor, needs_consent
from fokozat.office.models import BirthDate, Consent, Contact, Person
from fokozat.office.rights import Actor, operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import last_record, nothing_is_left, refused

pytestmark = pytest.mark.django_db

BORN = {"born": "1999-12-31"}
CONTACT = {"email": "minta@example.org", "phone": "+36 1 000", "address": "Próbafalva, Kő u. 1."}
CONSENT = {"given_by": "Minta Márta", "on": "2012-01-02"}


def test_a_birth_date_is_kept_changed_and_forgotten(person: Person) -> None:
    keep_birth_date(operator(), person, BORN, TODAY)
    assert last_record() == ("operator", "keep-birth-date", "person", str(person.uid), None, BORN)
    keep_birth_date(operator(), person, {"born": date(2000, 1, 1)}, TODAY)
    assert last_record()[4:] == (BORN, {"born": "2000-01-01"})
    assert BirthDate.objects.get(person=person).born == date(2000, 1, 1)
    keep_birth_date(operator(), person, {}, TODAY)
    assert last_record()[4:] == ({"born": "2000-01-01"}, None)
    assert not BirthDate.objects.exists()


@pytest.mark.parametrize(
    ("born", "key"),
    [("2012-03-11", "not-born-yet"), *((wrong, "no-day") for wrong in ("soon", "1800-01-01", "20120101", 7))],
)
def test_no_birth_date(born: Any, key: str, person: Person) -> None:
    with refused(InvalidInput, (key, "born")):
        keep_birth_date(operator(), person, {"born": born}, TODAY)


def test_contact_data_is_kept_and_forgotten(person: Person) -> None:
    keep_contact(operator(), person, CONTACT)
    assert last_record() == ("operator", "keep-contact", "person", str(person.uid), None, CONTACT)
    keep_contact(operator(), person, {"phone": "1"})
    assert last_record()[4:] == (CONTACT, {"email": "", "phone": "1", "address": ""})
    keep_contact(operator(), person, {})
    assert not Contact.objects.exists()


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"email": "minta"}, [("no-email", "email")]),
        ({"email": "a@b@c.hu"}, [("no-email", "email")]),
        ({"email": "x" * 255 + "@example.org"}, [("too-long", "email")]),
        ({"phone": "1" * 41, "address": "\x07"}, [("too-long", "phone"), ("unprintable", "address")]),
    ],
)
def test_faults_of_contact_data(wish: dict[str, Any], faults: list[Any], person: Person) -> None:
    with pytest.raises(InvalidInput) as told:
        keep_contact(operator(), person, wish)
    assert [(fault.key.removeprefix("office."), fault.place) for fault in told.value.faults][: len(faults)] == faults


def test_a_parents_consent(new_person: NewPerson) -> None:
    child = new_person("Minta Kis", country="HUN")
    assert not needs_consent(child, TODAY)  # nobody is taken for a child without a birth date
    keep_birth_date(operator(), child, {"born": "2000-03-11"}, TODAY)
    child = Person.objects.get(pk=child.pk)
    assert is_minor(child, TODAY)
    assert needs_consent(child, TODAY)
    consent = keep_consent(operator(), child, CONSENT)
    assert last_record()[1:] == (
        "keep-consent", "person", str(child.uid), None, {**CONSENT, "withdrawn_on": None},
    )  # fmt: skip
    assert not needs_consent(child, TODAY)
    assert needs_consent(child, date(2012, 1, 1))
    withdraw_consent(operator(), consent, TODAY)
    assert last_record()[5] == {**CONSENT, "withdrawn_on": "2012-03-10"}
    assert needs_consent(child, TODAY)
    with refused(InvalidInput, ("ends-before", "withdrawn_on")):
        withdraw_consent(operator(), consent, date(2012, 1, 1))


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"given_by": ""}, [("missing", "given_by")]),
        ({"on": ""}, [("missing", "on")]),
        ({"given_by": None, "on": "x"}, [("missing", "given_by"), ("no-day", "on")]),
    ],
)
def test_faults_of_a_consent(wish: dict[str, Any], faults: list[Any], person: Person) -> None:
    with refused(InvalidInput, *faults):
        keep_consent(operator(), person, {**CONSENT, **wish})


@pytest.mark.parametrize(
    ("country", "born", "needs"),
    [("HUN", date(1996, 3, 11), True), ("HUN", date(1996, 3, 10), False), ("EST", date(1999, 3, 11), True),
     ("EST", date(1999, 3, 10), False), ("", date(1996, 3, 11), True)],
)  # fmt: skip
def test_the_age_of_consent_is_the_countrys(country: str, born: date, needs: bool, new_person: NewPerson) -> None:
    child = new_person("Minta Kis", country=country)
    keep_birth_date(operator(), child, {"born": born}, TODAY)
    assert needs_consent(Person.objects.get(pk=child.pk), TODAY) is needs


@pytest.mark.parametrize(
    ("born", "band"),
    [(None, ""), (date(2011, 5, 5), "U8"), (date(2004, 1, 1), "U8"), (date(2003, 12, 31), "U10"),
     (date(1992, 1, 1), "U20"), (date(1991, 12, 31), ""), (date(1952, 12, 31), "60+"), (date(1953, 1, 1), "")],
)  # fmt: skip
def test_others_see_a_band(born: date | None, band: str) -> None:
    assert age_band(born, TODAY) == band


ACTS: dict[str, Callable[[Actor, Person], object]] = {
    "birth-date": lambda actor, person: keep_birth_date(actor, person, BORN, TODAY),
    "contact": lambda actor, person: keep_contact(actor, person, CONTACT),
    "consent": lambda actor, person: keep_consent(actor, person, CONSENT),
}


@pytest.mark.parametrize("kind", ACTS)
@pytest.mark.parametrize("role", ["administrator", "registrar", "officer", "leader", "player", ""])
def test_who_may(role: str, kind: str, person: Person, new_actor: NewActor) -> None:
    actor = new_actor(role, person.keeper)
    if role in ("administrator", "registrar"):
        ACTS[kind](actor, person)
    else:
        with refused(Forbidden, ("no-right", "")):
            ACTS[kind](actor, person)


def test_a_player_changes_the_own_contact_data_only(person: Person, new_person: NewPerson, new_actor: NewActor) -> None:
    actor, other = new_actor("", None, person), new_person("Próba Pál")
    keep_contact(actor, person, CONTACT)
    assert last_record()[0] == actor.name
    for act, whose in (("contact", other), ("birth-date", person), ("consent", person)):
        with refused(Forbidden, ("no-right", "")):
            ACTS[act](actor, whose)


@pytest.mark.parametrize("kind", ACTS)
def test_nothing_is_kept_of_a_closed_card(kind: str, person: Person, new_person: NewPerson) -> None:
    other = new_person("Minta Mária")
    merge_people(operator(), person, other)
    with refused(Conflict, ("card-closed", "")):
        ACTS[kind](operator(), other)


@pytest.mark.parametrize("kind", ACTS)
def test_a_break_in_the_middle_leaves_nothing(kind: str, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_left(lambda: ACTS[kind](operator(), person), monkeypatch, module)
    assert not Consent.objects.exists()
