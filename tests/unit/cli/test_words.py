"""Every sentence of the command line is used, and stands in three languages with the same fields."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fokozat.cli
from fokozat.cli.commands import COMMANDS
from fokozat.cli.main import build_parser
from fokozat.cli.parser import Parser
from fokozat.kernel.words import LANGUAGES, Words, fields_of

ROOM = Path(fokozat.cli.__file__).parent
WORDS = Words.of("cli")
NAMES = [(kind, name) for kind, names in WORDS.sections.items() for name in names]
# by which call a sentence is asked for; errors are asked for by their key
ASKED = {"say": "say", "words": "say", "help": "help", "_part": "say"}


def strings() -> set[str]:
    """Every text that stands in the code of the command line."""
    trees = (ast.walk(ast.parse(path.read_text())) for path in ROOM.rglob("*.py"))
    return {node.value for tree in trees for node in tree if _is_text(node)}  # type: ignore[attr-defined]


def asked() -> Iterator[tuple[str, str]]:
    """Every sentence that a call names, as (kind, name)."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                for argument in node.args:
                    if called in ASKED and isinstance(argument, ast.Constant) and argument.value != "title":
                        yield ASKED[called], str(argument.value)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_three_languages_with_the_same_fields(kind: str, name: str) -> None:
    section = WORDS.sections[kind][name]
    assert tuple(section) == LANGUAGES
    assert len({fields_of(text) for text in section.values()}) == 1
    assert all(text == text.strip() and "!" not in text for text in section.values())


def test_every_sentence_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used = strings()

    def note(_parser: Parser, name: str) -> str:
        used.add(name)
        return name

    monkeypatch.setattr(Parser, "help", note)
    build_parser()  # asks for the help of everything that can be typed
    assert [name for kind, name in NAMES if kind != "error" and name not in used] == []
    assert [name for kind, name in NAMES if kind == "error" and not {name, f"cli.{name}"} & used] == []


def test_every_sentence_that_is_asked_for_exists() -> None:
    assert [each for each in asked() if not WORDS.has(*each)] == []
    keys = {text.removeprefix("cli.") for text in strings() if text.startswith("cli.")}
    assert keys
    assert [key for key in keys if not WORDS.has("error", key)] == []


def test_every_command_has_its_help() -> None:
    assert [command.name for command in COMMANDS if not WORDS.has("help", command.name)] == []
