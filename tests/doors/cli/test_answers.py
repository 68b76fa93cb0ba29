"""What the pure commands answer, to a person and as JSON."""

import json
from pathlib import Path

import pytest

from fokozat.cli.main import main
from fokozat.kernel.words import LANGUAGES
from tests.doors.cli.front_door import FAULTY, MGSZ, WEEKEND, fokozat

JSON_COMMANDS = (
    ("rate", WEEKEND, *MGSZ),
    ("explain", WEEKEND, *MGSZ),
    ("explain", WEEKEND, *MGSZ, "--player", "MM"),
    ("editions",),
    ("editions", "mgsz-2012"),
)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, *([] if "--lang" in arguments else ["--lang", "en"])]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("arguments", JSON_COMMANDS)
def test_json_and_nothing_else(arguments: tuple[str, ...], language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(json.loads(answer(capsys, *arguments, "--json", "--lang", language)), dict)


def test_json_is_utf8_whatever_the_locale() -> None:
    done = fokozat("explain", WEEKEND, *MGSZ, "--json", "--lang", "hu", LC_ALL="POSIX", PYTHONUTF8="0")
    assert done.returncode == 0
    assert json.loads(done.stdout)["paragraph"] == "6.§(1)"
    assert "szorzója" in done.stdout


def test_rate_as_the_contract_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    rated = json.loads(answer(capsys, "rate", WEEKEND, *MGSZ, "--json"))
    assert rated["edition"] == "mgsz-2012"
    assert rated["multiplier"] == 25
    assert rated["parts"] == [[1, 2]]
    assert [player["id"] for player in rated["players"]] == ["MM", "PP", "KK"]
    assert rated["players"][0] == {
        "id": "MM", "before": 1947, "after": 1939, "change": -8, "grade_before": "1k", "grade_after": "1k",
        "reached": [], "flags": [],
        "games": [{"round": 1, "opponent": "PP", "points": "-0.34", "difference": 63, "corrected": [1947, 2010]}],
    }  # fmt: skip
    assert rated["players"][1]["flags"] == ["opponent-unknown"]
    assert rated["players"][2] == {"id": "KK", "flags": ["no-entry-grade"]}


def test_rate_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    text = answer(capsys, "rate", WEEKEND, *MGSZ)
    assert text.startswith("Minta-kupa A\n")
    assert "multiplier  25\n" in text
    assert "PP  Próba Péter" in text
    assert "MM  Minta Mária" in text
    assert "Not computed yet" not in text
    assert "\x1b" not in text


def test_rate_reads_standard_input() -> None:
    done = fokozat("rate", "-", *MGSZ, "--json", text=Path(WEEKEND).read_text())
    assert json.loads(done.stdout)["multiplier"] == 25


def test_a_switch_changes_the_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(Path(WEEKEND).read_text())
    document["time"] = {"base": 15, "overtime": {"kind": "japanese", "seconds": 10}}
    event = tmp_path / "quick.json"
    event.write_text(json.dumps(document))
    rate = ("rate", str(event), *MGSZ, "--json")
    assert json.loads(answer(capsys, *rate))["multiplier"] == 15
    assert json.loads(answer(capsys, *rate, "--switch", "category_e=unrated"))["multiplier"] is None


def test_explain_a_paragraph_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "explain", WEEKEND, *MGSZ).splitlines()
    assert lines[0].endswith(" — 6.§(1)")
    assert all(" — " in line for line in lines)
    assert any(line.startswith("  ") and "table 2" in line for line in lines)
    assert any(line.lstrip().startswith("not applied: ") for line in lines)


def test_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "editions").startswith("mgsz-2012  ")
    listed = json.loads(answer(capsys, "editions", "--json"))["editions"]
    assert {"edition", "title", "state", "in_force"} <= listed[0].keys()


def test_an_edition_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(answer(capsys, "editions", "mgsz-2012", "--json"))
    assert {"name": "fischer", "default": "moves-60"}.items() <= whole["readings"][1].items()
    assert "table 2" in whole["computed"]
    assert not set(whole["computed"]) & set(whole["missing"])
    assert whole["slips"]
    text = answer(capsys, "editions", "mgsz-2012")
    assert "moves-60, committee (default moves-60)" in text
    assert "Slips of the document" in text


@pytest.mark.parametrize("name", ["mgsz_2012", "mgsz-2012"])
def test_compare(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "@paragraph(" in answer(capsys, "compare", name)
    page = tmp_path / "page.html"
    assert answer(capsys, "compare", name, "--html", str(page)) == ""
    assert page.read_text().startswith("<!doctype html>")


def test_convert_settles_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"
    assert answer(capsys, "convert", WEEKEND, str(once)) == ""
    answer(capsys, "convert", str(once), str(twice), "--from", "event/1", "--to", "event/1")
    assert once.read_text() == twice.read_text() == answer(capsys, "convert", str(twice), "-")
    assert json.loads(once.read_text())["x-colour"] == "green"


def test_convert_over_itself_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = tmp_path / "event.json"
    event.write_bytes(Path(WEEKEND).read_bytes())
    answer(capsys, "convert", str(event), str(event))
    kept = event.read_text()
    assert main(["convert", FAULTY, str(event)]) == 2
    assert event.read_text() == kept
    assert [path.name for path in tmp_path.iterdir()] == ["event.json"]


def test_version() -> None:
    done = fokozat("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("fokozat 0.")


def test_bench_measures_beside_its_peer(capsys: pytest.CaptureFixture[str]) -> None:
    measured = json.loads(answer(capsys, "bench", "explain", "--json"))
    assert measured["calibration_ms"] > 0
    assert {figure["bench"] for figure in measured["figures"]} == {"explain"}
    assert all(figure["ratio"] > 0 for figure in measured["figures"])
