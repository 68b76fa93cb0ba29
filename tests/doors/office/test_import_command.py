"""`fokozat import` and `fokozat export`: the same actions, typed."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fokozat.cli.commands import exports, imports
from fokozat.cli.main import main
from fokozat.kernel import LANGUAGES
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.register_person import register_person
from fokozat.office.exports import TABLES
from fokozat.office.models import Body, Import, Person
from fokozat.office.models.systems import OpeningRow, System
from fokozat.office.preview import VERDICTS
from fokozat.office.rights import operator
from fokozat.office.sheet_writers import FORMS

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def system(club: Body) -> System:
    wish = {"body": club.uid, "key": "go-19", "name": "Kavics Go", "game": "go", "klass": "19x19"}
    return open_system(operator(), {**wish, "edition": "mgsz-2012", "from": date(2012, 1, 1)})


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    file = tmp_path / "tagok.csv"
    file.write_text("Vezetéknév;Utónév;EGF-szám;Cipőméret\nMinta;Őrs;1;41\nPróba;Béla;;\n")
    return str(file)


def test_the_commands_know_what_the_office_knows() -> None:
    assert tuple(TABLES) == exports.TABLES
    assert tuple(FORMS) == exports.FORMS
    assert set(Import.Kind.values) | {"undo"} == set(imports.WHAT)
    assert len(VERDICTS) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_look_in_every_language(club: Body, sheet: str, capsys: Any, language: str) -> None:
    register_person(operator(), {"family": "Próba", "given": "Béla", "keeper": club.uid})
    assert main(["import", "members", sheet, "--body", str(club.uid), "--dry-run", "--lang", language]) == 0
    said = capsys.readouterr().out
    assert "Cipőméret" in said
    assert "3=skip" in said
    assert Person.objects.count() == 1


def test_members_are_taken_in_and_taken_back(club: Body, sheet: str, capsys: Any) -> None:
    bela = register_person(operator(), {"family": "Próba", "given": "Béla", "keeper": club.uid})
    typed = ["import", "members", sheet, "--body", str(club.uid)]
    assert main(typed) == 2
    assert f"{sheet}: 3: " in capsys.readouterr().err
    assert main([*typed, "--decide", f"3={bela.uid}"]) == 0
    uid = str(Import.objects.get().uid)
    assert uid in capsys.readouterr().out
    assert main([*typed, "--decide", f"3={bela.uid}"]) == 5
    assert main(["import", "undo", uid]) == 0
    assert main(["import", "undo", uid]) == 5
    assert Person.objects.count() == 1


def test_balances_are_taken_in(club: Body, system: System, sheet: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["import", "members", sheet, "--body", str(club.uid)]) == 0
    balances = tmp_path / "nyitas.csv"
    balances.write_text("EGF-szám;Élő-pont;Minősítés\n1;1947;2d\n")
    typed = ["import", "opening", str(balances), "--system", str(system.uid), "--day", "2012-01-01"]
    assert main(typed) == 2
    assert main([*typed, "--signed-by", "Minta Elnök"]) == 0
    assert OpeningRow.objects.get().points == "1947"
    capsys.readouterr()
    assert main(["export", "openings", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["title"] == "2d"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (["import", "members", "absent.csv", "--body", "x"], 4),
        (["import", "members", "-"], 2),
        (["import", "opening", "-"], 2),
        (["import", "undo", "nothing"], 4),
        (["import", "others", "-"], 2),
        (["export", "secrets"], 2),
        (["export", "members"], 2),
        (["export", "people", "--body", "nothing"], 4),
        (["export", "people", "-o", "/absent/folder/file.csv"], 4),
    ],
)
def test_slips_are_answered(typed: list[str], code: int, capsys: Any) -> None:
    assert main(typed) == code
    assert capsys.readouterr().err.startswith("fokozat: ")


def test_a_decision_for_nobody_names_its_line(club: Body, sheet: str, capsys: Any) -> None:
    assert main(["import", "members", sheet, "--body", str(club.uid), "--decide", "3"]) == 2
    assert main(["import", "members", sheet, "--body", str(club.uid), "--decide", "77=new"]) == 2
    assert "77" in capsys.readouterr().err


@pytest.mark.parametrize("form", exports.FORMS)
def test_what_was_written_comes_in_again(club: Body, sheet: str, tmp_path: Path, form: str) -> None:
    assert main(["import", "members", sheet, "--body", str(club.uid)]) == 0
    target = tmp_path / f"out.{form}"
    typed = ["export", "members", "--body", str(club.uid), "--format", form, "-o", str(target), "--lang", "et"]
    assert main(typed) == 0
    assert target.stat().st_size
    if form != "json":
        assert main(["import", "members", str(target), "--body", str(club.uid)]) == 0
        assert Person.objects.count() == 2
