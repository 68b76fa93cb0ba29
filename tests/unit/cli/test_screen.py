"""Colour only on a terminal, marginal notes only where they fit."""

from io import StringIO

import pytest

from fokozat.cli.commands.explain import laid_out
from fokozat.cli.screen import Screen
from fokozat.kernel.derivation import Line

LINES = (
    Line(0, "The multiplier is 25.", "6.§(1)", applied=True),
    Line(1, "it is neither.", "table 3, row 1", applied=False),
)


class Terminal(StringIO):
    """Something that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "60")


def test_a_pipe_sees_no_colour() -> None:
    screen = Screen(StringIO(), "en")
    assert screen.quiet("aside") == "aside"


def test_a_terminal_sees_colour() -> None:
    assert Screen(Terminal(), "en").quiet("aside") == "\x1b[2maside\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_can_refuse_colour(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert Screen(Terminal(), "en").quiet("aside") == "aside"


def test_the_paragraph_stands_at_the_right_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    first, second = laid_out(LINES, Screen(Terminal(), "en"))
    assert first == "The multiplier is 25." + "6.§(1)".rjust(60 - 21)
    assert second == "  not applied: it is neither." + "table 3, row 1".rjust(60 - 29)


def test_the_paragraph_stands_behind_where_it_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    first, _ = laid_out(LINES, Screen(Terminal(), "en"))
    assert first == "The multiplier is 25. — 6.§(1)"


def test_a_pipe_gets_the_paragraph_behind() -> None:
    _, second = laid_out(LINES, Screen(StringIO(), "en"))
    assert second == "  not applied: it is neither. — table 3, row 1"


def test_columns_line_up() -> None:
    out = StringIO()
    Screen(out, "en").table([("a", "1"), ("bbb", "22")], right=(1,))
    assert out.getvalue() == "a     1\nbbb  22\n"
