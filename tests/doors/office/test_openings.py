"""Systems and the signed lists with which they begin."""

from datetime import date

import pytest

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import Conflict, FokozatError, Forbidden, InvalidInput, NotFound
from fokozat.kernel.words import word_fault
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.import_opening import import_opening
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.preview_import import preview_opening
from fokozat.office.actions.register_person import register_person
from fokozat.office.actions.undo_import import undo_import
from fokozat.office.columns import OPENING, lay_out
from fokozat.office.journal import broken_links
from fokozat.office.models import Body, Import, Person
from fokozat.office.models.journal import Chain
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.opening_rows import Scale, edition_on, read_balance, scale_of
from fokozat.office.openings import find_system, stands_on
from fokozat.office.preview import Agreed, File, Preview
from fokozat.office.rights import VISITOR, operator
from fokozat.office.sheets import Row

pytestmark = pytest.mark.django_db

DAY = date(2012, 1, 1)
SIGNED = {"day": "2012-01-01", "signed_by": "Minta Elnök"}
HEADS = "EGF-szám;Vezetéknév;Utónév;Élő-pont;Minősítés;Elért határok;Játszmák"


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "society", "name": "Kavics Szövetség", "country": "HUN"})


@pytest.fixture
def system(club: Body) -> System:
    wish = {"body": club.uid, "key": "go-19", "name": "Kavics Go", "game": "go", "klass": "19x19"}
    return open_system(operator(), {**wish, "edition": "mgsz-2012", "from": "2012-01-01"})


@pytest.fixture
def people(club: Body) -> list[Person]:
    made = [
        register_person(operator(), {"family": f"Minta{at}", "given": "Anna", "keeper": club.uid}) for at in range(3)
    ]
    for at, person in enumerate(made):
        give_number(operator(), person, {"scheme": "egf", "value": f"{at}"})
    return made


def file(*lines: str, heads: str = HEADS) -> File:
    return File("nyitas.csv", "\n".join((heads, *lines)).encode())


def look(system: System, *lines: str, heads: str = HEADS) -> Preview:
    return preview_opening(operator(), system, file(*lines, heads=heads), DAY)


def take(system: System, sent: File, decisions: dict[int, str] | None = None) -> Import:
    return import_opening(operator(), system, sent, Agreed(sent.digest, decisions or {}), SIGNED)


def faults(error: FokozatError) -> list[tuple[str, str]]:
    assert all(word_fault(fault, language) for fault in error.faults for language in LANGUAGES)
    return [(fault.key.removeprefix("office."), fault.place) for fault in error.faults]


def test_a_system_begins_with_its_edition(system: System, club: Body) -> None:
    assert system.editions == [{"edition": "mgsz-2012", "from": "2012-01-01"}]
    assert find_system(system.uid) == system
    assert [edition_on(system, day) for day in (date(2011, 12, 31), DAY, date(2030, 1, 1))] == ["mgsz-2012"] * 3
    with pytest.raises(NotFound):
        find_system("nothing")


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"key": "Go 19"}, ["key"]),
        ({"edition": "none-2000"}, ["edition"]),
        ({"edition": "", "from": ""}, ["edition", "from"]),
        ({"name": "", "game": "", "klass": ""}, ["name", "game", "klass"]),
    ],
)
def test_a_system_is_described_whole(club: Body, change: dict[str, str], places: list[str]) -> None:
    wish = {"body": str(club.uid), "key": "go", "name": "Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012"}
    with pytest.raises(InvalidInput) as error:
        open_system(operator(), {**wish, "from": "2012-01-01", **change})
    assert sorted(place for _, place in faults(error.value)) == sorted(places)
    with pytest.raises(Forbidden):
        open_system(VISITOR, {**wish, "from": "2012-01-01"})


def test_a_key_is_one_system_of_a_body(system: System, club: Body) -> None:
    wish = {"body": club.uid, "key": "go-19", "name": "Go", "game": "go", "klass": "19x19"}
    with pytest.raises(Conflict):
        open_system(operator(), {**wish, "edition": "mgsz-2012", "from": "2012-01-01"})


def test_balances_are_taken_in(system: System, people: list[Person]) -> None:
    made = take(system, file("0;;;1947;2 dan;3d;120", "1;;;1000;35k;;", "2;Minta2;Anna;1915,0;1. kyu;1d 1d, 2 dan;0"))
    opening = Opening.objects.get()
    assert (opening.day, opening.signed_by, opening.undone_at) == (DAY, "Minta Elnök", None)
    assert [(row.person_id, row.points, row.title, row.reached, row.games) for row in opening.rows.order_by("pk")] == [
        (people[0].pk, "1947", "2d", ["3d"], 120),
        (people[1].pk, "1000", "35k", [], None),
        (people[2].pk, "1915", "1k", ["1d", "1d", "2d"], 0),
    ]
    assert made.made["opening"] == str(opening.uid)
    assert [link for chain in Chain.objects.all() for link in broken_links(chain)] == []


def test_every_fault_of_a_balance_has_its_place(system: System, people: list[Person]) -> None:
    preview = look(
        system,
        "0;;;;2d;;",
        "1;;;1947,5;mester;2d semmi;sok",
        "2;;;sok;;;-1",
        ";;;1800;;;",
        "0;;;1/3;;;",
        ";Minta0;Anna;999999;;;1,5",
    )
    assert [(fault.key.removeprefix("office."), fault.place) for fault in preview.faults] == [
        ("missing", "2:Élő-pont"),
        ("not-whole", "3:Élő-pont"),
        ("unknown-choice", "3:Minősítés"),
        ("unknown-choice", "3:Elért határok"),
        ("no-count", "3:Játszmák"),
        ("no-number", "4:Élő-pont"),
        ("no-count", "4:Játszmák"),
        ("who-is-it", "5:Vezetéknév"),
        ("not-whole", "6:Élő-pont"),
        ("number-twice", "6:EGF-szám"),
        ("no-number", "7:Élő-pont"),
        ("no-count", "7:Játszmák"),
    ]
    for language in LANGUAGES:
        assert all(word_fault(fault, language) for fault in preview.faults)


def test_names_alone_and_strangers_are_asked(system: System, people: list[Person]) -> None:
    sent = file(";Minta0;Anna;1800;;;", ";Senki;Béla;1500;;;", "1;;;1700;;;")
    preview = preview_opening(operator(), system, sent, DAY)
    assert [(line.verdict, len(line.candidates)) for line in preview.lines] == [
        ("doubtful", 1),
        ("doubtful", 0),
        ("known", 0),
    ]
    with pytest.raises(InvalidInput) as error:
        take(system, sent, {3: "new"})
    assert faults(error.value) == [("undecided", "2"), ("not-a-newcomer", "3")]
    take(system, sent, {2: str(people[0].uid), 3: "skip"})
    assert OpeningRow.objects.count() == 2


def test_nobody_stands_twice(system: System, people: list[Person]) -> None:
    heads = "Uid,EGF number,Points"
    preview = look(system, f"{people[0].uid},,1800", ",0,1900", heads=heads)
    assert [fault.key for fault in preview.faults] == ["office.person-twice"]
    with pytest.raises(InvalidInput) as error:
        take(system, file(f"{people[0].uid},,1800", ",1,1900", heads=heads), {3: str(people[0].uid)})
    assert faults(error.value) == [("person-twice", "3")]


def test_a_system_begins_once_until_it_is_undone(system: System, people: list[Person]) -> None:
    first = take(system, file("0;;;1800;;;"))
    with pytest.raises(Conflict) as error:
        take(system, file("0;;;1900;;;"))
    assert faults(error.value) == [("system-has-opening", "")]
    undo_import(operator(), first)
    assert OpeningRow.objects.count() == 0
    take(system, file("0;;;1800;;;"))
    assert Opening.objects.filter(undone_at=None).count() == 1


def test_an_opening_is_signed(system: System, people: list[Person]) -> None:
    sent = file("0;;;1800;;;")
    with pytest.raises(InvalidInput) as error:
        import_opening(operator(), system, sent, Agreed(sent.digest, {}), {})
    assert faults(error.value) == [("missing", "day"), ("missing", "signed_by")]
    with pytest.raises(Forbidden):
        preview_opening(VISITOR, system, sent, DAY)


def test_members_with_a_balance_are_not_undone(system: System, club: Body) -> None:
    members = File("tagok.csv", b"Family name,EGF number\nMinta,77\n")
    made = import_members(operator(), club, members, Agreed(members.digest, {}), DAY)
    opening = take(system, file("77;;;1800;;;"))
    with pytest.raises(Conflict) as error:
        undo_import(operator(), made)
    assert (faults(error.value), error.value.fields["what"]) == ([("import-stood-on", "")], ("opening",))
    undo_import(operator(), opening)
    undo_import(operator(), made)
    assert Person.objects.count() == 0


def test_what_stands_on_an_opening_keeps_it(
    system: System, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = take(system, file("0;;;1800;;;"))
    assert stands_on(Opening.objects.get()) == {}
    monkeypatch.setattr("fokozat.office.actions.undo_import.stands_on", lambda _opening: {"run": 2})
    with pytest.raises(Conflict) as error:
        undo_import(operator(), made)
    assert (faults(error.value), error.value.fields["count"]) == ([("opening-stood-on", "")], 2)
    assert OpeningRow.objects.count() == 1


@pytest.mark.parametrize(
    ("scale", "points", "title", "expected"),
    [
        (Scale(whole=False, graded=False), "1947.5", "I. osztály", ("1947.5", "I. osztály", [])),
        (Scale(whole=False, graded=False), "1/3", "", ("1/3", "", [])),
        (Scale(grades=("2d", "1d")), "1947", "2 dan", ("1947", "2d", [])),
        (Scale(grades=("2d", "1d")), "1947", "3d", ("1947", "3d", ["office.unknown-choice"])),
        (Scale(), "-5", "10K", ("-5", "10k", [])),
    ],
)
def test_scales(scale: Scale, points: str, title: str, expected: tuple[str, str, list[str]]) -> None:
    columns = lay_out(("uid", "points", "title"), OPENING).columns
    row = read_balance(Row(2, ("x", points, title)), columns, DAY, scale)
    assert (row.facts["points"], row.facts["title"], [fault.key for fault in row.faults]) == expected


def test_an_edition_outside_the_library_has_no_scale(system: System) -> None:
    system.editions, system.game = [{"edition": "lost-1970", "from": "1970-01-01"}], "chess"
    assert scale_of(system, DAY) == Scale(whole=False, graded=False)
