"""Every fault of the office has its sentence in three languages, and every sentence its fault."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fokozat
from fokozat.kernel.words import LANGUAGES, Words, fields_of

HOUSE = Path(fokozat.__file__).parent
WORDS = Words.of("office")
ERRORS = WORDS.sections["error"]
KEY = re.compile(r"office\.([a-z][a-z0-9-]*)")


def texts(folder: Path = HOUSE) -> Iterator[ast.AST]:
    """The code that may raise a fault of the office: the office's own, and that of the doors."""
    for path in folder.rglob("*.py"):
        if "migrations" not in path.parts:
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def whole_keys(folder: Path = HOUSE) -> set[str]:
    """What is raised by its whole key."""
    constants = (node.value for node in texts(folder) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {found[1] for text in constants if (found := KEY.fullmatch(text))}


def noted_keys() -> set[str]:
    """What a wish notes for a field: `wish.fault("family", "missing")`."""
    calls = (node for node in texts() if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "fault")
    given = (call.args[1] for call in calls if len(call.args) > 1)
    return {str(each.value) for each in given if isinstance(each, ast.Constant)}


def test_every_fault_has_words() -> None:
    assert whole_keys(HOUSE / "office") - set(ERRORS) == set()


def test_every_sentence_has_its_fault() -> None:
    others = " ".join(path.read_text(encoding="utf-8") for path in (HOUSE / "office").rglob("*.py"))
    unused = set(ERRORS) - whole_keys() - noted_keys()
    assert {key for key in unused if f'"{key}"' not in others} == set()


@pytest.mark.parametrize("name", ERRORS)
def test_three_languages_with_the_same_fields(name: str) -> None:
    sentences = ERRORS[name]
    assert tuple(sentences) == LANGUAGES
    # a field may be called after the language, where its value is a word of that language
    assert len({fields_of(sentence) - set(LANGUAGES) for sentence in sentences.values()}) == 1
    assert all(sentence == sentence.strip() != "" and "!" not in sentence for sentence in sentences.values())
