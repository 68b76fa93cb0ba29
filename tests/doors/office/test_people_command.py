"""`fokozat people` and `fokozat bodies`: the same actions and queries, typed by the operator."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fokozat.cli.commands import bodies, people
from fokozat.cli.main import main
from fokozat.kernel import LANGUAGES
from fokozat.office import facts
from fokozat.office.actions.keep_private import keep_contact
from fokozat.office.models import Body, Membership, Person, Record
from fokozat.office.rights import operator
from tests.doors.office.conftest import NewPerson
from tests.doors.office.seen import last_record
from tests.doors.pictures import png

pytestmark = pytest.mark.django_db

Typed = Callable[..., Any]
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands find the tests' own database open."""
    monkeypatch.setattr("fokozat.cli.office_door.open_office", lambda **_told: None)


@pytest.fixture
def document(capsys: pytest.CaptureFixture[str]) -> Typed:
    """What a command answers with --json, where it succeeds."""

    def typed(*arguments: object) -> Any:
        assert main([*map(str, arguments), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return typed


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Typed:
    """What a command says on standard error, where it fails with this code."""

    def typed(code: int, *arguments: object) -> str:
        assert main([*map(str, arguments)]) == code
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    return typed


def test_the_facts_that_can_be_typed_are_those_that_are_kept() -> None:
    assert {*people.FACTS, people.HIDDEN} == set(facts.PERSON)
    assert {*bodies.FACTS, "colours", "logo", "closed_on"} == set(facts.BODY)


def test_a_persons_life(document: Typed, society: Body) -> None:
    made = document(
        "people", "register", "--keeper", society.uid, "--family", "Őrsi", "--given", "Anna", "--country", "hun"
    )
    assert (made["name"], made["country"], made["version"]) == ("Őrsi Anna", "HUN", 1)
    assert last_record()[:3] == ("operator", "register", "person")
    changed = document("people", "change", made["uid"], "--family", "Kő", "--former-name", "--version", 1)
    assert (changed["name"], changed["version"], changed["country"]) == ("Kő Anna", 2, "HUN")
    shown = document("people", "show", made["uid"])
    assert (shown["former_names"], shown["numbers"], shown["merged"]) == (["Őrsi Anna"], [], [])
    assert [each["uid"] for each in document("people", "list", "--search", "orsi")["people"]] == [made["uid"]]
    erased = document("people", "erase", made["uid"], "--sure")
    assert (erased["uid"], erased["family"]) == (made["uid"], "N. N.")
    assert document("people", "list") == {"people": [], "next": None, "count": 0}


def test_merging_and_undoing(document: Typed, person: Person, new_person: NewPerson) -> None:
    other = new_person("Minta Mária")
    (likeness,) = document("people", "duplicates")["duplicates"]
    assert (likeness["one"]["uid"], likeness["other"]["uid"]) == (str(person.uid), str(other.uid))
    assert (likeness["sure"], likeness["reasons"]) == (False, ["name", "keeper"])
    assert document("people", "show", person.uid)["alike"] == [str(other.uid)]
    assert document("people", "merge", person.uid, other.uid)["merged"] == [str(other.uid)]
    assert document("people", "show", other.uid)["uid"] == str(person.uid)
    assert document("people", "undo-merge", other.uid)["uid"] == str(other.uid)


def test_pages(document: Typed, new_person: NewPerson, society: Body, beside: Body) -> None:
    for name in ("Minta Egy", "Minta Két", "Minta Há"):
        new_person(name)
    new_person("Csaba Csilla", beside)
    first = document("people", "list", "--limit", 2, "--body", society.uid)
    assert ([each["name"] for each in first["people"]], first["count"]) == (["Minta Egy", "Minta Há"], 3)
    second = document("people", "list", "--limit", 2, "--body", society.uid, "--after", first["next"])
    assert ([each["name"] for each in second["people"]], second["next"]) == (["Minta Két"], None)
    assert document("people", "list", "--letter", "cs", "--lang", "hu")["count"] == 1


def test_retention(document: Typed, person: Person) -> None:
    keep_contact(operator(), person, {"phone": "1"})
    Membership.objects.create(person=person, body=person.keeper, kind="member", year=2001)
    assert document("people", "retention", "--years", 5) == {"forgotten": [str(person.uid)]}


def test_a_bodys_life(document: Typed, federation: Body, tmp_path: Path) -> None:
    wish = ("--name", "Kő Klub", "--kind", "club", "--short-name", "KK", "--time-zone", "Europe/Tallinn")
    made = document("bodies", "found", "--parent", federation.uid, *wish, "--languages", "hu", "et")
    assert (made["name"], made["parent"], made["languages"]) == ("Kő Klub", str(federation.uid), ["hu", "et"])
    changed = document("bodies", "change", made["uid"], "--place", "Kőfalva")
    assert (changed["place"], changed["version"], changed["short_name"]) == ("Kőfalva", 2, "KK")
    logo = tmp_path / "logo"
    logo.write_bytes(png(40, 20))
    worn = document("bodies", "look", made["uid"], "--light", "#0a5c36", "--logo", logo)
    assert (worn["colours"], worn["logo"]["width"]) == ({"light": "#0a5c36", "dark": "#5e947b"}, 40)
    bare = document("bodies", "look", made["uid"], "--light", "", "--dark", "", "--no-logo")
    assert (bare["colours"], bare["logo"]) == ({}, {})
    assert document("bodies", "close", made["uid"], "--on", "2012-03-10")["closed_on"] == "2012-03-10"
    assert document("bodies", "reopen", made["uid"])["closed_on"] is None
    assert document("bodies", "show", made["uid"])["version"] == 6
    listed = document("bodies", "list", "--search", "kof", "--body", federation.uid)
    assert ([each["name"] for each in listed["bodies"]], listed["count"]) == (["Kő Klub"], 1)


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (2, ("people",), "VERB"),
        (2, ("people", "fly"), "fly"),
        (2, ("people", "register", "--family", "Minta"), "--keeper"),
        (4, ("people", "register", "--family", "Minta", "--keeper", NOBODY), NOBODY),
        (4, ("people", "show", NOBODY), NOBODY),
        (4, ("people", "undo-merge", NOBODY), NOBODY),
        (4, ("people", "list", "--body", "7"), "--body"),
        (4, ("people", "list", "--after", "7"), "after"),
        (2, ("people", "list", "--letter", "??"), "??"),
        (2, ("people", "list", "--limit", "0"), "--limit"),
        (2, ("people", "retention", "--years", "many"), "many"),
        (2, ("bodies", "found", "--name", ""), "name"),
        (2, ("bodies", "found", "--name", "x", "--languages", "xx"), "languages"),
        (2, ("bodies", "close", NOBODY, "--on", "soon"), "soon"),
        (4, ("bodies", "close", NOBODY, "--on", "2012-03-10"), NOBODY),
    ],
)
def test_what_cannot_be_done_is_said(code: int, arguments: Any, said: str, refusal: Typed, db: None) -> None:
    assert said in refusal(code, *arguments)
    assert not Record.objects.exists()


def test_a_version_that_passed(refusal: Typed, document: Typed, person: Person) -> None:
    document("people", "change", person.uid, "--given", "Márta")
    assert "meanwhile" in refusal(5, "people", "change", person.uid, "--given", "Magda", "--version", 1)


def test_erasing_asks_first(refusal: Typed, person: Person) -> None:
    assert "Minta Mária" in refusal(2, "people", "erase", person.uid)
    assert Person.objects.get(pk=person.pk).erased_at is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_answers(
    language: str, person: Person, new_person: NewPerson, capsys: pytest.CaptureFixture[str]
) -> None:
    new_person("Minta Mária", country="EST")
    for arguments, said in (
        (("people", "list"), "Minta Mária"), (("people", "list", "--limit", "1"), "--after"),
        (("people", "show", person.uid), "Minta"), (("people", "duplicates"), "keeper"),
        (("people", "retention", "--years", "5"), "0"), (("bodies", "list"), "Kavics Kör"),
        (("bodies", "list", "--limit", "1"), "--after"), (("bodies", "show", person.keeper.uid), "society"),
    ):  # fmt: skip
        assert main([*map(str, arguments), "--lang", language]) == 0
        assert said in capsys.readouterr().out
    assert main(["people", "list", "--search", "xqxq", "--lang", language]) == 0
    assert capsys.readouterr().out == ""
