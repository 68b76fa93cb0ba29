"""Letters about the own card: who gets them, in which language, who refuses them, and what they never say."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.claim_card import decide_claim
from fokozat.office.actions.enrol import enrol, strike
from fokozat.office.actions.give_number import end_number, give_number
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact, withdraw_consent
from fokozat.office.actions.report_error import report_error, settle_report
from fokozat.office.models import Account, Claim, Person
from fokozat.office.notices import NOTICES
from fokozat.office.rights import Actor, actor_of, operator
from tests.doors.accounts.conftest import House, Opened

pytestmark = pytest.mark.django_db

TODAY = date(2026, 1, 1)
ADDRESS = "anna@example.org"
Committed = Callable[[], AbstractContextManager[object]]


def subject(notice: str, language: str = "hu") -> str:
    return Words.of("office").say(f"letter.{notice}.subject", language)


@pytest.fixture
def anna(account: Opened, house: House) -> Account:
    return account("anna", card=house.cards["society"])


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]) -> Committed:
    """What is done inside is kept: letters go out behind it."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def give_and_end(actor: Actor, card: Person) -> None:
    end_number(actor, give_number(actor, card, {"scheme": "egf", "value": "1"}), TODAY)


def enrol_and_strike(actor: Actor, card: Person) -> None:
    strike(actor, enrol(actor, card, {"body": str(card.keeper.uid), "year": 2026}))


def consent_and_withdraw(actor: Actor, card: Person) -> None:
    withdraw_consent(actor, keep_consent(actor, card, {"given_by": "Minta Szülő", "on": "2020-01-01"}), TODAY)


# What others do with a card, and how many letters tell of it.
DEEDS: dict[str, tuple[Callable[[Actor, Person], object], int]] = {
    "names": (lambda actor, card: change_person(actor, card, card.version, {"given": "Titkosné"}), 1),
    "numbers": (give_and_end, 2),
    "years": (enrol_and_strike, 2),
    "birth date": (lambda actor, card: keep_birth_date(actor, card, {"born": "2001-02-03"}, TODAY), 1),
    "contact": (lambda actor, card: keep_contact(actor, card, {"phone": "+36 1 000 0000"}), 1),
    "consent": (consent_and_withdraw, 2),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_whose_card_it_is_is_told_that_it_changed(deed: str, anna: Account, house: House, committed: Committed) -> None:
    do, letters = DEEDS[deed]
    with committed():
        do(operator(), house.cards["society"])
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [([ADDRESS], subject("card-changed"))] * letters
    for letter in mail.outbox:
        for secret in ("Titkos", "2001", "000 0000", "Szülő"):
            assert secret not in str(letter.body)


def test_nobody_is_told_of_the_own_doing_and_of_another_card(anna: Account, house: House, committed: Committed) -> None:
    with committed():
        keep_contact(actor_of(anna, TODAY), house.cards["society"], {"phone": "+36 1 000 0000"})
        give_and_end(operator(), house.cards["federation"])
    assert mail.outbox == []


def test_a_decision_and_a_settled_report_are_told(account: Opened, house: House, committed: Committed) -> None:
    anna = account("anna")
    claim = Claim.objects.create(account=anna, person=house.cards["society"], asked_at=datetime.now(UTC))
    with committed():
        decide_claim(operator(), claim, confirmed=True)
        anna.refresh_from_db()
        settle_report(operator(), report_error(actor_of(anna, TODAY), {"text": "hiba"}))
    assert [letter.subject for letter in mail.outbox] == [subject("claim-decided"), subject("report-settled")]
    assert all("Minta Társaság" in str(letter.body) for letter in mail.outbox)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_language_of_the_account(language: str, anna: Account, house: House, committed: Committed) -> None:
    Account.objects.update(language=language)
    with committed():
        give_and_end(operator(), house.cards["society"])
    assert mail.outbox[0].subject == subject("card-changed", language)


def test_what_was_not_done_is_not_told(anna: Account, house: House, committed: Committed) -> None:
    with committed(), transaction.atomic():
        give_and_end(operator(), house.cards["society"])
        transaction.set_rollback(True)
    assert mail.outbox == []


def test_a_mail_server_that_fails_undoes_nothing(
    anna: Account,
    house: House,
    committed: Committed,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_given: object, **_more: object) -> None:
        raise ConnectionRefusedError(ADDRESS)

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", refuse)
    with committed():
        give_and_end(operator(), house.cards["society"])
    assert house.cards["society"].numbers.get().ends == TODAY
    assert "ConnectionRefusedError" in caplog.text
    assert ADDRESS not in caplog.text


def test_the_owner_chooses(
    anna: Account, house: House, signed_in: Callable[[Account], Client], committed: Committed
) -> None:
    client = signed_in(anna)
    page = client.get("/et/account/").content.decode()
    assert page.count('name="notices"') == len(NOTICES)
    assert client.post("/et/account/notices/", {"notices": ["claim-decided"]})["Location"] == "/et/account/"
    anna.refresh_from_db()
    assert anna.refused_notices == ["report-settled", "card-changed"]
    with committed():
        give_and_end(operator(), house.cards["society"])
    assert mail.outbox == []
    client.post("/et/account/notices/", {"notices": ["<b>"]})
    anna.refresh_from_db()
    assert anna.refused_notices == ["report-settled", "card-changed"]
    client.post("/et/account/notices/", {})  # no box is ticked
    anna.refresh_from_db()
    assert anna.refused_notices == [*NOTICES]
    assert client.get("/et/account/data/file/").json()["account"]["refused_notices"] == [*NOTICES]


def test_a_closed_account_gets_none(anna: Account, house: House, committed: Committed) -> None:
    Account.objects.update(is_active=False)
    with committed():
        give_and_end(operator(), house.cards["society"])
    assert mail.outbox == []
