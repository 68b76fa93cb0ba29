"""A change is announced with the change itself: once, in its transaction, and not at all where that is undone."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.enrol import enrol, strike
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import end_number, give_number
from fokozat.office.actions.grant_role import end_role, grant_role
from fokozat.office.actions.merge_people import find_merge, merge_people, undo_merge
from fokozat.office.actions.open_account import note_account
from fokozat.office.actions.register_person import register_person
from fokozat.office.live import CHANNEL, announce, forget_old, hear, versions
from fokozat.office.models import Account, Body, Person
from fokozat.office.models.live import Topic
from fokozat.office.rights import operator
from fokozat.site.live.listen import _parameters
from tests.doors.live.house import session

Heard = Callable[[], list[str]]


@pytest.fixture
def heard(emptied_after: None) -> Iterator[Heard]:
    """The topics that were told, in order, on whichever database."""
    if connection.vendor == "sqlite":
        told: list[str] = []
        unhear = hear(lambda topic, _version: told.append(topic))
        yield lambda: told
        unhear()
        return
    with psycopg.connect(**_parameters(), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}".encode())
        yield lambda: [note.payload.rpartition(" ")[0] for note in listening.notifies(timeout=0.3)]


def test_it_is_told_at_the_commit_and_not_before(heard: Heard) -> None:
    with transaction.atomic():
        announce("people")
        early = list(heard())
    assert (early, heard()) == ([], ["people"])


def test_what_is_rolled_back_was_never_told_nor_counted(heard: Heard) -> None:
    with transaction.atomic():
        announce("people")
        transaction.set_rollback(True)
    assert heard() == []
    assert versions(["people"]) == {"people": 0}


def test_twice_in_one_transaction_is_one_step(heard: Heard) -> None:
    with transaction.atomic():
        announce("people")
    [first] = versions(["people"]).values()
    with transaction.atomic():
        for _ in range(5):
            announce("people", "body/a", "people")
    assert versions(["people"]) == {"people": first + 1}
    assert sorted(heard()) == ["body/a", "people", "people"]


def test_a_step_that_a_savepoint_took_back_is_made_again(heard: Heard) -> None:
    with transaction.atomic():
        with transaction.atomic():
            announce("people")
            transaction.set_rollback(True)
        announce("people")
    assert heard() == ["people"]
    assert versions(["people"])["people"] > 0


def test_nothing_is_announced_beside_a_transaction(emptied_after: None) -> None:
    with pytest.raises(transaction.TransactionManagementError):
        announce("people")


def test_a_version_never_falls_though_old_topics_are_forgotten(emptied_after: None) -> None:
    with transaction.atomic():
        announce("people")
    Topic.objects.update(version=7, at=datetime.now(UTC) - timedelta(days=40))
    forget_old(datetime.now(UTC))
    assert versions(["people"]) == {"people": 0}
    with transaction.atomic():
        announce("people")
    assert versions(["people"])["people"] > 1_700_000_000


@pytest.fixture
def society(emptied_after: None) -> Body:
    return found_body(operator(), {"kind": "society", "name": "Kavics Kör"})


@pytest.fixture
def card(society: Body) -> Person:
    return register_person(operator(), {"family": "Minta", "given": "Őrs", "keeper": society.uid})


def stepped(work: Callable[[], object]) -> set[str]:
    """Which topics an action stepped, each by one."""
    before = dict(Topic.objects.values_list("name", "version"))
    work()
    after = dict(Topic.objects.values_list("name", "version"))
    assert all(version == before[name] + 1 for name, version in after.items() if before.get(name, version) != version)
    return {name for name, version in after.items() if before.get(name) != version}


def test_every_change_of_bodies_is_announced(society: Body) -> None:
    by, own = operator(), {f"body/{society.uid}", f"journal/{society.uid}"}
    assert stepped(lambda: change_body(by, society, society.version, {"place": "Itt"})) == own
    inside: list[Body] = []
    told = stepped(lambda: inside.append(found_body(by, {"kind": "club", "name": "B", "parent": society.uid})))
    uid = inside[0].uid
    assert told == {f"body/{society.uid}", f"body/{uid}", f"journal/{uid}"}
    assert stepped(lambda: close_body(by, inside[0], inside[0].version, date(2026, 1, 1))) == {
        f"body/{uid}", f"journal/{uid}",
    }  # fmt: skip


def test_every_change_of_people_is_announced(society: Body, card: Person) -> None:
    by, everybody, body = operator(), {"people", "journal/people"}, f"body/{society.uid}"
    facts = {"family": "Minta", "given": "Anna", "keeper": society.uid}
    other: list[Person] = []
    assert stepped(lambda: other.append(register_person(by, facts))) == everybody
    assert stepped(lambda: change_person(by, card, card.version, {"given": "Áron"})) == everybody
    number = give_number(by, card, {"scheme": "egf", "value": "12345678"})
    assert stepped(lambda: give_number(by, card, {"scheme": "mgsz", "value": "M-1"})) == everybody
    assert stepped(lambda: end_number(by, number, date(2026, 1, 1))) == everybody
    year = {"body": society.uid, "year": 2026}
    assert stepped(lambda: enrol(by, card, year)) == everybody | {body}
    assert stepped(lambda: enrol(by, card, year)) == set()
    assert stepped(lambda: strike(by, card.memberships.get())) == everybody | {body}
    enrol(by, other[0], year)
    assert stepped(lambda: merge_people(by, card, other[0])) == everybody | {body}
    assert stepped(lambda: undo_merge(by, find_merge(other[0].uid))) == everybody | {body}
    assert stepped(lambda: erase_person(by, other[0])) == everybody | {body}


def test_who_may_what_is_announced_to_that_account(society: Body) -> None:
    account = Account.objects.create_user("anna@example.org")
    rights, day = f"rights/{account.uid}", date(2026, 1, 1)
    given = {"role": "officer", "body": society.uid}
    assert rights in stepped(lambda: grant_role(operator(), account, given))
    assert rights in stepped(lambda: end_role(operator(), account.roles.get(), day))
    assert rights in stepped(lambda: note_account(account, "change-password"))
    key = session(account)
    assert stepped(lambda: Session.objects.get(session_key=key).delete()) == {rights}


def test_a_large_transaction_of_many_topics_is_told_whole(heard: Heard) -> None:
    topics = [f"body/{at}" for at in range(1200)]
    with transaction.atomic():
        announce(*topics)
    assert sorted(heard()) == sorted(topics)
    assert all(version > 0 for version in versions(topics).values())
