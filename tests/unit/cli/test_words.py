"""Every command that can be typed says what it does; that its words are whole is seen in tests/house/test_words.py."""

import pytest

from fokozat.cli.commands import COMMANDS
from fokozat.cli.main import build_parser
from fokozat.cli.parser import Parser
from fokozat.kernel.words import Words

WORDS = Words.of("cli")


def test_every_command_has_its_help() -> None:
    assert [command.name for command in COMMANDS if not WORDS.has("help", command.name)] == []


def test_every_help_can_be_asked_for_and_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def note(_parser: Parser, name: str) -> str:
        asked.add(name)
        return name

    monkeypatch.setattr(Parser, "help", note)
    build_parser()  # asks for the help of everything that can be typed
    assert sorted(asked - set(WORDS.sections["help"])) == []
    assert sorted(set(WORDS.sections["help"]) - asked) == ["fokozat"]  # the head of it all
