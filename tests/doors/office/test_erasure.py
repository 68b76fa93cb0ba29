"""Erasing leaves a uid and a pseudonym; nothing in the whole database says any more who it was."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput
from fokozat.kernel.words import LANGUAGES, word_fault
from fokozat.office import guards
from fokozat.office.actions import erase_person as module
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.claim_card import claim_card, decide_claim
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import PSEUDONYM, erase_person, forget_lapsed
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact
from fokozat.office.actions.make_token import make_token
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.facts import find_person
from fokozat.office.models import (
    Account,
    BirthDate,
    Body,
    Contact,
    Idempotency,
    Membership,
    Person,
    Record,
)
from fokozat.office.models.journal import Detail
from fokozat.office.models.people import NotSame, SearchWord
from fokozat.office.queries import Sought, people
from fokozat.office.rights import actor_of, operator
from fokozat.office.upkeep import keep_house
from fokozat.site.retention import whole_years
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import last_record, links, nothing_is_left, refused, whole_database

pytestmark = pytest.mark.django_db

DATE_OBJECT = "1987, 6, 5"  # as a driver may give it
TELLING = (
    "ritkanev", "Ritkanév", "Özséb", "ozseb", "Régineve", "regineve", "1987-06-05", DATE_OBJECT, "KOM-Q4711Z",
    "Q4711Z", "q4711z", "rare@example.org", "+36 99", "Titok u. 3", "Szülő Szilvia", "NZL",
)  # fmt: skip


def tell_all(card: Person) -> None:
    """Fill a card with everything that there is to know, along every way."""
    operate = operator()
    change_person(operate, card, card.version, {"family": "Ritkanév", "former_name": True})
    give_number(operate, card, {"scheme": "komir", "value": "KOM-Q4711Z"})
    keep_birth_date(operate, card, {"born": "1987-06-05"}, TODAY)
    keep_contact(operate, card, {"email": "rare@example.org", "phone": "+36 99", "address": "Titok u. 3"})
    keep_consent(operate, card, {"given_by": "Szülő Szilvia", "on": "2002-01-01"})
    enrol(operate, card, {"body": str(card.keeper.uid), "year": 2011})
    account = Account.objects.create_user("rare@example.org")
    decide_claim(operate, claim_card(actor_of(account, TODAY), card), True)
    make_token(actor_of(account, TODAY), {"name": "Ritkanév’s program"})
    Idempotency.objects.create(
        account=Account.objects.create(email="office@example.org"), key="k", digest="d",
        content=f'{{"uid": "{card.uid}", "family": "Ritkanév"}}', made_at=datetime.now(UTC),
    )  # fmt: skip


@pytest.fixture
def rare(new_person: NewPerson) -> Person:
    card = new_person("Régineve Özséb", country="NZL", sex="m")
    tell_all(card)
    return card


def test_nothing_is_left_anywhere(rare: Person) -> None:
    text = whole_database()
    assert [word for word in TELLING if word not in text and word != DATE_OBJECT] == []
    erased = erase_person(operator(), rare)
    text = whole_database()
    assert [word for word in TELLING if word in text] == []
    assert (erased.uid, erased.family, erased.version) == (rare.uid, PSEUDONYM, 3)
    assert str(rare.uid) in text or rare.uid.hex in text
    assert find_person(rare.uid) == rare
    assert links() == []
    assert not SearchWord.objects.filter(person=rare).exists()
    assert people(Sought()).rows == ()
    assert last_record() == ("operator", "erase", "person", str(rare.uid), None, {"erased": True})
    with refused(Conflict, ("card-closed", "")):
        erase_person(operator(), rare)


def test_what_was_merged_goes_too_at_whatever_depth(rare: Person, new_person: NewPerson) -> None:
    second, third = new_person("Másnév Margit"), new_person("Harmadik Hugó")
    merge_people(operator(), second, rare)
    merge_people(operator(), third, second)
    with refused(Conflict, ("card-closed", "")):
        erase_person(operator(), rare)
    erase_person(operator(), third)
    text = whole_database()
    assert [word for word in (*TELLING, "Másnév", "Margit", "Harmadik") if word in text] == []
    assert {find_person(card.uid) for card in (rare, second, third)} == {third}
    assert links() == []


def test_a_merge_that_was_undone_leads_nowhere(rare: Person, new_person: NewPerson) -> None:
    """Somebody else bears the name: that they were compared would tell it."""
    other, third = new_person("Ritkanév Özséb"), new_person("Özséb Ritkanév")
    undo_merge(operator(), merge_people(operator(), other, rare))
    undo_merge(operator(), merge_people(operator(), rare, other))
    tell_apart(operator(), third, rare)
    erase_person(operator(), rare)
    assert not NotSame.objects.exists()
    details = Detail.objects.exclude(record__subject=str(rare.uid)).values_list("before", "after")
    assert str(rare.uid) not in repr(list(details))
    assert links() == []
    assert people(Sought(search="ritkanev")).rows == (third, other)


def test_the_login_goes_and_an_office_holder_stays(rare: Person, new_person: NewPerson) -> None:
    holder = Account.objects.create(email="holder@example.org", person=new_person("Próba Pál"))
    grant_role(operator(), holder, {"role": "officer"})
    assert holder.person is not None
    erase_person(operator(), rare)
    erase_person(operator(), holder.person)
    accounts = Account.objects.order_by("pk")
    assert [(account.email, account.person) for account in accounts] == [
        ("office@example.org", None), ("holder@example.org", None),
    ]  # fmt: skip


@pytest.mark.parametrize("role", ["officer", "leader", "player"])
def test_who_may_not(role: str, person: Person, new_actor: NewActor) -> None:
    for actor in (new_actor(role, person.keeper), new_actor("", None, person)):
        with refused(Forbidden, ("no-right", "")):
            erase_person(actor, person)


def test_a_registrar_of_the_body_may(person: Person, beside: Body, new_actor: NewActor) -> None:
    far = new_actor("registrar", beside)
    with refused(Forbidden, ("no-right", "")):
        erase_person(far, person)
    erase_person(new_actor("registrar", person.keeper), person)


def test_a_break_in_the_middle_leaves_nothing(rare: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_left(lambda: erase_person(operator(), rare), monkeypatch, module)
    nothing_is_left(lambda: forget_lapsed(operator(), date(2020, 1, 1), 5), monkeypatch, module)


def test_what_lapsed_is_forgotten(rare: Person, new_person: NewPerson) -> None:
    young = new_person("Próba Pál")
    enrol(operator(), young, {"body": str(young.keeper.uid), "year": 2015})
    keep_birth_date(operator(), young, {"born": "1999-09-09"}, TODAY)
    assert forget_lapsed(operator(), date(2016, 12, 31), 5) == []
    assert forget_lapsed(operator(), date(2017, 1, 1), 5) == [rare]
    text = whole_database()
    private = ("1987-06-05", "1987, 6, 5", "+36 99", "Titok u. 3", "Szülő Szilvia")
    assert [word for word in private if word in text] == []
    assert "Ritkanév" in text
    assert "1999" in text
    assert last_record() == (
        "operator", "forget-private", "person", str(rare.uid), None, {"last_year_before": 2012},
    )  # fmt: skip
    assert forget_lapsed(operator(), date(2017, 1, 1), 5) == []
    assert links() == []


def test_merged_cards_lapse_with_the_living_one(rare: Person, new_person: NewPerson) -> None:
    kept = new_person("Próba Pál")
    keep_birth_date(operator(), kept, {"born": "1999-09-09"}, TODAY)
    enrol(operator(), kept, {"body": str(kept.keeper.uid), "year": 2014})
    merge_people(operator(), kept, rare)
    assert forget_lapsed(operator(), date(2019, 1, 1), 5) == []
    assert forget_lapsed(operator(), date(2020, 1, 1), 5) == [kept]
    assert not BirthDate.objects.exists()
    assert not Contact.objects.exists()
    assert "1987-06-05" not in whole_database()


def test_who_never_belonged_counts_from_the_registration(person: Person) -> None:
    keep_contact(operator(), person, {"phone": "1"})
    guards.take_away(connection)
    Record.objects.filter(verb="register").update(at=datetime(2005, 6, 1, tzinfo=UTC))
    guards.put_up(connection)
    assert forget_lapsed(operator(), date(2010, 1, 1), 5) == []
    assert forget_lapsed(operator(), date(2011, 1, 1), 5) == [person]
    assert not Membership.objects.exists()


def test_only_the_installation_forgets(person: Person, new_actor: NewActor) -> None:
    below = new_actor("registrar", person.keeper)
    with refused(Forbidden, ("no-right", "")):
        forget_lapsed(below, TODAY, 5)
    assert forget_lapsed(new_actor("registrar"), TODAY, 5) == []


def test_the_installation_forgets_by_itself(settings: Any, new_person: NewPerson, society: Body) -> None:
    """Once a day, where somebody set the years; never before."""
    card = new_person("Minta Mária")
    keep_contact(operator(), card, {"phone": "+36 1 000 0000"})
    enrol(operator(), card, {"body": society.uid, "year": 2012})
    assert keep_house(date(2030, 1, 1)) == 0
    settings.RETENTION_YEARS = 5
    assert keep_house(date(2017, 12, 31)) == 0
    assert Contact.objects.exists()
    assert keep_house(date(2018, 1, 1)) == 1
    assert not Contact.objects.exists()
    assert keep_house(date(2018, 1, 2)) == 0


@pytest.mark.parametrize(("text", "years"), [("", 0), (" ", 0), ("1", 1), ("100", 100)])
def test_years_of_retention(text: str, years: int) -> None:
    assert whole_years(text) == years


@pytest.mark.parametrize("text", ["0", "-1", "101", "5.5", "five", "٥٥٥", "9" * 5000])
def test_years_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        whole_years(text)
    assert all(word_fault(refused.value.faults[0], language) for language in LANGUAGES)
