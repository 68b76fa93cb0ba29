"""Exit codes and lines of errors, ours among them."""

import pytest

from fokozat.cli.faults import report
from fokozat.kernel.errors import (
    BrokenInvariant,
    Conflict,
    Fault,
    FokozatError,
    Forbidden,
    IllegalMove,
    InvalidInput,
    NoPairing,
    NotFound,
)
from fokozat.kernel.words import LANGUAGES

CODES = ((InvalidInput, 2), (IllegalMove, 2), (NoPairing, 3), (NotFound, 4), (Conflict, 5))


@pytest.mark.parametrize(("kind", "code"), CODES)
def test_exit_code(kind: type[FokozatError], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(kind("cli.no-file", file="a.json"), "en") == code
    assert capsys.readouterr().err == "fokozat: there is no file a.json; check its name and folder\n"


def test_exit_code_of_what_a_paragraph_forbids() -> None:
    assert report(Forbidden("cli.no-file", "6.§(2)", file="a.json"), "en") == 3


def test_the_file_stands_in_front_of_each_of_twenty_faults(capsys: pytest.CaptureFixture[str]) -> None:
    error = InvalidInput.of(tuple(Fault("cli.no-file", f"players[{at}]", {"file": "x"}) for at in range(22)))
    error.add_note("event.json")
    assert report(error, "en") == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("fokozat: event.json: players[0]: there is no file x;")
    assert lines[20] == "fokozat: event.json: and 2 more"
    assert len(lines) == 21


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", [BrokenInvariant("table\n'x'"), ZeroDivisionError(), NotFound("cli.nonsense")])
def test_our_own_fault(error: Exception, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(error, language) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "FOKOZAT_TRACEBACK=1" in told


def test_the_traceback_is_there_for_who_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FOKOZAT_TRACEBACK", "1")
    assert report(BrokenInvariant("x"), "en") == 1
    assert "BrokenInvariant: x\nfokozat: " in capsys.readouterr().err
