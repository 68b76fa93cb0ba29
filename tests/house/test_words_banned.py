"""Words that must not stand in the repository.

The needles are put together from pieces, so that this file does not contain what it looks for.
"""

import ast
import re

import pytest

from tests.house.tree import ROOT, is_built, name_of, python_files, texts

ROUNDING = "src/fokozat/kernel/rounding.py"
UNFINISHED = re.compile(r"\b(?:TO" + "DO|FIX" + r"ME)\b")
# a folder of one machine at the start of a path; a room of ours of the same name is fine
MACHINE_PATH = re.compile(r"(?<![\w.}>*-])/(?:ho" + "me|ro" + "ot|Use" + "rs|wo" + r"rk)/")
REGISTRIES = re.compile("pypi" + r"\.org|registry\.npm" + "js|python" + r"hosted\.org|registry\.yarn" + "pkg")


def found(pattern: re.Pattern[str]) -> list[str]:
    """Every place where a pattern stands, as file:line: text."""
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts()
        if not is_built(ROOT / name)
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def rounding_lines(source: str) -> list[int]:
    """The lines that speak of the builtin round; a field may be called so, a parameter is refused by ruff."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Name) and node.id == "round" and isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Attribute) and node.attr == "__round__")
        or (isinstance(node, ast.ImportFrom) and node.module == "builtins")
    ]


def test_only_the_kernel_rounds() -> None:
    """round() rounds halves to the even neighbour, which no regulation asks for."""
    sources = {name_of(path): path.read_text() for path in python_files("src")}
    rounding = {name: rounding_lines(text) for name, text in sources.items() if name != ROUNDING}
    assert {name: lines for name, lines in rounding.items() if lines} == {}


@pytest.mark.parametrize("pattern", [UNFINISHED, MACHINE_PATH, REGISTRIES], ids=["unfinished", "paths", "registries"])
def test_banned_words(pattern: re.Pattern[str]) -> None:
    assert found(pattern) == []


def test_built_files_name_no_machine() -> None:
    for name, text in texts():
        if is_built(ROOT / name):
            assert not REGISTRIES.search(text), name
            assert not MACHINE_PATH.search(text), name
