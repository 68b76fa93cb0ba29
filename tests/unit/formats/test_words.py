"""Every fault has its sentence in the three languages, every sentence its fault, and all ask for the same fields."""

import ast
import re
from pathlib import Path

import pytest

import fokozat.formats
import fokozat.kernel
from fokozat.kernel.words import LANGUAGES, Words, fields_of

FOLDER = Path(fokozat.formats.__file__).parent
WORDS = Words.of("formats").sections
KERNEL = Path(fokozat.kernel.__file__).parent
KERNEL_WORDS = Words.of("kernel").sections
CALLS = {"fault", "add", "_Refused"}


def keys_used(folder: Path, room: str) -> set[str]:
    """The faults that the code of a room can note or raise: "room.key", and the keys of the collecting calls."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(rf"^{room}\.([a-z][a-z0-9-]*)$", node.value))
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in CALLS:
                    found.add(str(node.args[0].value))
    return found


def test_every_fault_has_words_and_all_words_have_a_fault() -> None:
    assert keys_used(FOLDER, "formats") == set(WORDS["error"])


def test_every_fault_of_the_kernel_has_words_and_all_words_have_a_fault() -> None:
    own = {key for key in keys_used(KERNEL, "kernel") if key in KERNEL_WORDS["error"] or "-" in key}
    assert own == set(KERNEL_WORDS["error"])


def test_every_kind_of_value_has_a_word() -> None:
    source = (FOLDER / "fields.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'_wrong\(\w+, "(\w+)"', source)) | set(re.findall(r'return "(\w+)"', source))
    assert kinds == set(WORDS["word"])


@pytest.mark.parametrize("section", ["error", "word"])
def test_the_three_languages_say_the_same(section: str) -> None:
    for name, sentences in WORDS[section].items():
        assert tuple(sentences) == LANGUAGES, name
        assert len({fields_of(sentence) for sentence in sentences.values()}) == 1, name
        assert all(sentence.strip() == sentence != "" for sentence in sentences.values()), name
