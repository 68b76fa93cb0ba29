"""Items of asvs.toml that no other test proves; the number of the item is in the name."""

import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as kept_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from fokozat.kernel.errors import Forbidden
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_birth_date, keep_contact
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Import, Membership, Number, Person, Record, Role
from fokozat.office.models.people import Merge
from fokozat.office.rights import VISITOR, Actor, actor_of, operator
from tests.doors.security.conftest import SignedIn

TODAY = datetime(2026, 1, 1, tzinfo=UTC).date()
LIST = "Vezetéknév;Utónév\nMinta;Mária\n"
SOURCES = Path(__file__).resolve().parents[3] / "frontend/src"


def test_2_2_2_what_the_page_would_not_send_is_refused_here(signed_in: SignedIn, card: Person) -> None:
    """A value outside of a closed list, a day that is none, a line that is too long: no browser sends them."""
    client, home = signed_in("registrar"), f"/en/people/{card.uid}"
    for address, fields in (
        (f"{home}/change/", {"family": "x" * 101, "version": "1"}),
        (f"{home}/change/", {"family": "Minta", "order": "sideways", "version": "1"}),
        (f"{home}/numbers/new/", {"scheme": "passport", "value": "1"}),
        (f"{home}/years/new/", {"body": str(card.keeper.uid), "kind": "owner", "year": "2024"}),
        (f"{home}/birth-date/", {"born": "2026-02-30"}),
    ):
        assert client.post(address, fields).status_code == 422, address
    card.refresh_from_db()
    assert card.version == 1
    assert not Number.objects.exists()
    assert not Membership.objects.exists()


def test_2_3_1_nothing_is_taken_in_that_nobody_looked_at(signed_in: SignedIn, federation: Body) -> None:
    client = signed_in("registrar")
    file = SimpleUploadedFile("tagok.csv", LIST.encode())
    for digest in ("", "0" * 64):
        file.seek(0)
        sent = {"body": str(federation.uid), "file": file, "take": "in", "digest": digest}
        assert client.post("/en/office/import/look/", sent).status_code in (409, 422)
    assert not Person.objects.exists()
    assert not Import.objects.exists()


def test_2_3_1_a_merge_is_undone_after_it_was_made_and_once(
    signed_in: SignedIn, card: Person, federation: Body
) -> None:
    client = signed_in("registrar")
    assert client.post("/en/office/merges/1/undo/", {}).status_code == 404
    other = register_person(operator(), {"family": "Minta", "given": "Anna", "keeper": str(federation.uid)})
    merge_people(operator(), card, other)
    merge = Merge.objects.get()
    statuses = [client.post(f"/en/office/merges/{merge.pk}/undo/", {}).status_code for _ in range(2)]
    assert statuses[0] == 303
    assert statuses[1] in (404, 409)


def test_8_2_3_fields_that_a_form_does_not_ask_for_change_nothing(
    signed_in: SignedIn, card: Person, foreign: Body
) -> None:
    """What a form does not show is not read, however it is called."""
    before: dict[str, Any] = dict(Person.objects.values().get(pk=card.pk))
    client = signed_in("registrar")
    sent = {
        "family": "Minta", "given": "Anna", "version": "1", "uid": "0" * 32, "id": "7", "pk": "7",
        "keeper": str(foreign.uid), "keeper_id": str(foreign.pk), "merged_into": str(card.pk),
        "erased_at": "2026-01-01", "name_search": "x", "role": "administrator", "is_active": "", "born": "1990-01-01",
    }  # fmt: skip
    assert client.post(f"/en/people/{card.uid}/change/", sent).status_code == 303
    after: dict[str, Any] = dict(Person.objects.values().get(pk=card.pk))
    assert {name for name in after if after[name] != before[name]} == {"version"}
    assert Role.objects.count() == 1
    assert not hasattr(Person.objects.get(pk=card.pk), "birth_date")


def acts(body: Body, card: Person) -> list[Callable[[Actor], object]]:
    """One change of each kind of thing."""
    return [
        lambda by: change_body(by, body, 1, {"place": "Elsewhere"}),
        lambda by: close_body(by, body, 1, TODAY),
        lambda by: found_body(by, {"kind": "club", "name": "Inside", "parent": str(body.uid)}),
        lambda by: register_person(by, {"family": "New", "keeper": str(body.uid)}),
        lambda by: change_person(by, card, 1, {"given": "Other"}),
        lambda by: give_number(by, card, {"scheme": "egf", "value": "12345678"}),
        lambda by: enrol(by, card, {"body": str(body.uid), "year": "2024"}),
        lambda by: keep_birth_date(by, card, {"born": "1990-05-06"}, TODAY),
        lambda by: keep_contact(by, card, {"phone": "+36 1 555 0100"}),
        partial(erase_person, person=card),
    ]


def test_8_3_1_actions_ask_by_themselves_whatever_a_door_lets_through(federation: Body, card: Person) -> None:
    records = Record.objects.count()
    nobody = actor_of(Account.objects.create_user("nobody@example.org"), TODAY)
    for by in (VISITOR, nobody):
        for act in acts(federation, card):
            with pytest.raises(Forbidden):
                act(by)
    assert Record.objects.count() == records


@pytest.mark.parametrize("role", ["registrar", "officer", "leader", "administrator"])
def test_8_4_1_nothing_of_another_federation_can_be_changed(
    role: str, federation: Body, foreign: Body, card: Person
) -> None:
    account = Account.objects.create_user(f"{role}@example.org")
    Role.objects.create(account=account, role=role, body=foreign)
    records = Record.objects.count()
    for act in acts(federation, card):
        with pytest.raises(Forbidden):
            act(actor_of(account, TODAY))
    assert Record.objects.count() == records


def test_14_3_3_only_the_theme_is_kept_in_a_browser() -> None:
    """Who keeps anything else in a browser says so here, and why."""
    asked = re.compile(r"localStorage|sessionStorage|indexedDB|document\.cookie|caches\.|navigator\.serviceWorker")
    used = {path.name: set(asked.findall(path.read_text())) for path in SOURCES.glob("*.ts")}
    assert {name: found for name, found in used.items() if found} == {
        "theme.ts": {"localStorage"},
        "theme-switch.ts": {"localStorage"},
        # the page for the time without a network, the same for everybody, and what it is drawn with
        "offline.ts": {"navigator.serviceWorker"},
        "offline-worker.ts": {"caches."},
    }
    assert 'getItem("theme")' in (SOURCES / "theme.ts").read_text()


def test_16_2_2_the_journal_and_the_log_tell_the_time_in_utc(
    federation: Body, caplog: pytest.LogCaptureFixture
) -> None:
    record = Record.objects.latest("pk")
    assert record.at.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - record.at) < timedelta(minutes=5)
    assert (kept_settings.USE_TZ, kept_settings.TIME_ZONE) == (True, "UTC")
    assert os.environ["TZ"] == "UTC", "Django sets the clock of the process, and with it that of the log"
    assert time.tzname[0] == "UTC"


def test_16_5_1_a_fault_of_ours_tells_nothing_of_the_house(
    signed_in: SignedIn, card: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret of the house")

    client = signed_in("registrar")
    client.raise_request_exception = False
    monkeypatch.setattr("fokozat.web.people_changes.change_person", broken)
    answer = client.post(f"/en/people/{card.uid}/change/", {"family": "Minta", "version": "1"})
    page = answer.content.decode()
    assert answer.status_code == 500
    for told in ("secret of the house", "Traceback", "ZeroDivision", ".py", "Django"):
        assert told not in page


def test_16_5_2_without_a_mail_server_the_change_is_kept(
    signed_in: SignedIn, card: Person, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    """The letter to the card's owner is lost, the change is not."""
    owner = Account.objects.create_user("owner@example.org", person=card)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 1
    client = signed_in("registrar")
    with django_capture_on_commit_callbacks(execute=True) as letters:
        answer = client.post(f"/en/people/{card.uid}/change/", {"family": "Minta", "given": "Mária", "version": "1"})
    assert answer.status_code == 303
    assert letters, "somebody was to be told"
    card.refresh_from_db()
    assert card.given == "Mária"
    assert owner.is_active


def test_16_5_3_where_rights_cannot_be_asked_nobody_gets_in(
    signed_in: SignedIn, card: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bool:
        raise RuntimeError("the table cannot be read")

    client: Client = signed_in("administrator")
    client.raise_request_exception = False
    monkeypatch.setattr("fokozat.site.gate.reaches", broken)
    for answer in (
        client.get("/en/office/roles/"),
        client.post(f"/en/people/{card.uid}/change/", {"family": "Changed", "version": "1"}),
    ):
        assert answer.status_code == 500
    card.refresh_from_db()
    assert card.family == "Minta"
