"""`fokozat systems`: from an empty installation to a system with balances, only by typing."""

import json
from pathlib import Path
from typing import Any

import pytest

from fokozat.cli.main import main
from fokozat.kernel import LANGUAGES
from fokozat.office.actions.found_body import found_body
from fokozat.office.models import Body
from fokozat.office.models.systems import System
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
TYPED = ["--key", "go-19", "--name", "Kavics Go", "--game", "go", "--class", "19x19", "--edition", "mgsz-2012"]


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


def opened(club: Body, *more: str) -> int:
    return main(["systems", "open", "--body", str(club.uid), *TYPED, "--from", "2012-01-01", *more])


def test_from_nothing_to_balances(capsys: Any, tmp_path: Path) -> None:
    def answer(*typed: str) -> dict[str, Any]:
        assert main([*typed, "--json"]) == 0
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return told

    body = answer("bodies", "found", "--kind", "club", "--name", "Kavics Egyesület")["uid"]
    person = answer("people", "register", "--keeper", body, "--family", "Minta", "--given", "Anna")["uid"]
    system = answer("systems", "open", "--body", body, *TYPED, "--from", "2012-01-01")
    assert (system["klass"], system["opening"]) == ("19x19", None)
    assert system["editions"] == [{"edition": "mgsz-2012", "from": "2012-01-01"}]
    balances = tmp_path / "nyitas.csv"
    balances.write_text(f"Uid;Élő-pont\n{person};1947\n")
    signed = ["--day", "2012-01-01", "--signed-by", "Minta Elnök"]
    assert main(["import", "opening", str(balances), "--system", system["uid"], *signed]) == 0
    capsys.readouterr()
    assert answer("systems", "list") == {"systems": [{**system, "opening": "2012-01-01"}]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_for_a_reader(club: Body, capsys: Any, language: str) -> None:
    assert main(["systems", "list", "--lang", language]) == 0
    assert capsys.readouterr().out == ""
    assert opened(club, "--lang", language) == 0
    assert "Kavics Go" in capsys.readouterr().out
    assert main(["systems", "list", "--body", str(club.uid), "--lang", language]) == 0
    assert str(System.objects.get().uid) in capsys.readouterr().out


def test_only_of_a_body(club: Body, capsys: Any) -> None:
    assert opened(club) == 0
    other = found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    capsys.readouterr()
    assert main(["systems", "list", "--body", str(other.uid), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"systems": []}
    assert main(["systems", "list", "--body", "nowhere"]) == 4


def test_slips_end_with_their_codes(club: Body, capsys: Any) -> None:
    assert main(["systems", "open", "--body", str(club.uid)]) == 2
    assert "--edition" in capsys.readouterr().err
    assert opened(club, "--edition", "none-2000") == 2
    assert opened(club, "--key", "Go 19") == 2
    assert opened(club, "--body", "nowhere") == 4
    assert opened(club) == 0
    assert opened(club) == 5
    assert System.objects.count() == 1
