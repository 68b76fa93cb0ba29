"""Nothing grows out of hand: files, functions, parameters.

The house aims at 300 lines a file and 40 lines a function; what is refused here is the double of the one,
and half as much again of the other. Tables of a regulation may be as long as the regulation.
"""

import ast
from collections.abc import Iterator

from tests.house.tree import ROOT, files, is_built, name_of, python_files

LINES_OF_A_FILE = 600
LINES_OF_A_FUNCTION = 60
PARAMETERS = 5
SOURCES = {".py", ".ts", ".mjs", ".js", ".css", ".html"}
FOLDERS = ("src", "tests", "tools", "frontend")

# "file:function" and why it may be longer or take more; each line is a debt
ALLOWED: dict[str, str] = {}


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its name, those that are allowed to be big left out."""
    for path in python_files(*FOLDERS):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{name_of(path)}:{node.name}"
                if name not in ALLOWED:
                    yield name, node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of its body; a docstring may take what it needs."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """What a caller has to know, however it is passed."""
    given = function.args
    named = [arg.arg for arg in given.posonlyargs + given.args + given.kwonlyargs]
    rest = [arg.arg for arg in (given.vararg, given.kwarg) if arg]
    return [name for name in named + rest if name not in ("self", "cls")]


def test_files_stay_short() -> None:
    sources = (path for path in files() if path.suffix in SOURCES and name_of(path).split("/")[0] in FOLDERS)
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in sources if not is_built(path)}
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LINES_OF_A_FILE} == {}


def test_functions_stay_short() -> None:
    assert {name: length(node) for name, node in functions() if length(node) > LINES_OF_A_FUNCTION} == {}


def test_functions_take_few_parameters() -> None:
    assert {name: parameters(node) for name, node in functions() if len(parameters(node)) > PARAMETERS} == {}


def test_allowed_functions_exist() -> None:
    for name in ALLOWED:
        file, _, function = name.partition(":")
        assert f"def {function}(" in (ROOT / file).read_text()
