"""`fokozat check`: names what was tampered with, and says by its exit code that something differs."""

import json
from typing import Any

import pytest
from django.db import connection

from fokozat.cli.main import main
from fokozat.kernel import LANGUAGES
from fokozat.office import guards
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.merge_people import merge_people, undo_merge
from fokozat.office.check import Difference, check
from fokozat.office.models import Body, Person, Record
from fokozat.office.models.journal import Chain, Detail
from fokozat.office.models.people import Alias
from fokozat.office.rights import operator
from tests.doors.office.conftest import NewPerson

pytestmark = pytest.mark.django_db
DIFFERENCE = 6
EMPTIED = "CREATE OR REPLACE FUNCTION office_record_refuse() RETURNS trigger"


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds the tests' own database open."""
    monkeypatch.setattr("fokozat.cli.office_door.open_office", lambda **_told: None)


def told(*arguments: str, code: int, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["check", *arguments]) == code
    return capsys.readouterr().out


def test_everything_holds(
    person: Person, new_person: NewPerson, federation: Body, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = new_person("Próba Pál"), new_person("Próba Péter")
    merge_people(operator(), first, second)
    undo_merge(operator(), merge_people(operator(), person, first))
    erase_person(operator(), first)
    checked = check()
    assert checked.differences == ()
    assert (checked.chains, checked.records) == (3, Record.objects.count())
    assert "everything holds" in told(code=0, capsys=capsys)
    found = json.loads(told("--json", code=0, capsys=capsys))
    assert {each["state"] for each in found.pop("machine")} >= {"good", "note"}
    assert found == {"chains": 3, "records": Record.objects.count(), "differences": []}


def test_the_first_broken_link_of_every_chain_is_named(
    new_person: NewPerson, society: Body, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(5):
        new_person(f"Minta {at}")
    guards.take_away(connection)
    Record.objects.filter(chain__name="people", place__in=(2, 4)).update(actor="somebody else")
    Record.objects.filter(chain__body=society).update(verb="close")
    guards.put_up(connection)
    assert check().differences == (
        Difference("changed", {"chain": f"body:{society.uid}", "body": "Kavics Kör", "place": 1}),
        Difference("changed", {"chain": "people", "body": "", "place": 2}),
    )
    documents = json.loads(told("--json", code=DIFFERENCE, capsys=capsys))["differences"]
    assert documents[1] == {"what": "changed", "chain": "people", "body": "", "place": 2}
    for language in LANGUAGES:
        text = told("--lang", language, code=DIFFERENCE, capsys=capsys)
        assert len(text.splitlines()) == 2
        assert "Kavics Kör" in text


def test_records_behind_the_end_are_found(new_person: NewPerson) -> None:
    new_person()
    new_person()
    chain = Chain.objects.get(name="people")
    before = Record.objects.get(chain=chain, place=1)
    Chain.objects.filter(pk=chain.pk).update(length=1, head=before.hash)
    assert [(each.key, each.fields["place"]) for each in check().differences] == [("head", 1)]


def test_a_changed_detail_is_found(person: Person) -> None:
    Detail.objects.filter(record__kind="person").update(after={"family": "Hamis"})
    assert [each.key for each in check().differences] == ["detail-changed"]


def test_guards_that_do_not_stand_are_found(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    guards.take_away(connection)
    assert check().differences == (Difference("guards"),)
    assert "guards" in told(code=DIFFERENCE, capsys=capsys)
    guards.put_up(connection)
    assert check().differences == ()


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    "trick",
    [
        "ALTER TABLE office_record DISABLE TRIGGER office_record_no_change",
        f"{EMPTIED} LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
    ],
    ids=["disabled", "emptied"],
)
def test_guards_that_look_away_are_found(trick: str, db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(trick)
    assert check().differences == (Difference("guards"),)


@pytest.mark.only_on("sqlite")
def test_a_guard_that_looks_away_is_found(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER office_record_no_update")
        cursor.execute("CREATE TRIGGER office_record_no_update BEFORE UPDATE ON office_record BEGIN SELECT 1; END")
    assert check().differences == (Difference("guards"),)


def test_aliases_that_lead_nowhere_are_found(person: Person, new_person: NewPerson) -> None:
    lost, doubled, circling = (new_person(f"Minta {name}") for name in ("Egy", "Két", "Há"))
    for card in (lost, doubled, circling):
        merge_people(operator(), person, card)
    assert check().differences == ()
    Alias.objects.filter(uid=lost.uid).delete()
    Alias.objects.filter(uid=doubled.uid).update(person=circling)
    Person.objects.filter(pk=circling.pk).update(merged_into=circling)
    Alias.objects.filter(uid=circling.uid).update(person=circling)
    found = {each.fields["uid"] for each in check().differences}
    assert found == {str(card.uid) for card in (lost, doubled, circling)}


def test_an_old_database_is_told_and_looked_at_no_further(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], db: None
) -> None:
    monkeypatch.setattr("fokozat.office.check.unapplied_migrations", lambda: ["office.0009_new"])
    assert check().differences == (Difference("migration", {"name": "office.0009_new"}),)
    assert "office.0009_new" in told(code=DIFFERENCE, capsys=capsys)


def test_it_asks_for_the_journal_once_however_long_it_is(new_person: NewPerson, django_assert_num_queries: Any) -> None:
    from fokozat.office.journal import broken_links

    for at in range(5):
        new_person(f"Minta {at}")
    chain = Chain.objects.get(name="people")
    with django_assert_num_queries(2):
        assert list(broken_links(chain)) == []
