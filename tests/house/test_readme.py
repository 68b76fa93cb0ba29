"""README.md keeps its word: what its console blocks show is what happens.

In a block marked ```console every line after `$ ` is run, and the lines below it must be what it prints; a
line of three dots stands for any lines. In a block marked ```console no-run the commands are only read: the
targets must be in the Makefile and the arguments of fokozat must parse.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.house.tree import ROOT

README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"^```console([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    """A line to type, and what is shown below it."""

    line: str
    shown: str
    runs: bool


def commands() -> list[Command]:
    """Every command of every console block, in order."""
    found = []
    for words, block in BLOCK.findall(README):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, shown = piece.partition("\n")
            found.append(Command(line, shown.strip("\n"), "no-run" not in words.split()))
    return found


def matches(shown: str, printed: str) -> bool:
    """Whether what was printed is what is shown, three dots standing for any lines."""
    parts = [r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown.splitlines()]
    return re.fullmatch("".join(parts), printed.strip("\n") + "\n" if printed.strip("\n") else "") is not None


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the checkout, where a command may write without harm."""
    folder = tmp_path_factory.mktemp("readme")
    for path in ROOT.iterdir():
        (folder / path.name).symlink_to(path)
    return folder


RUN = [command for command in commands() if command.runs]
READ = [command for command in commands() if not command.runs]


@pytest.mark.parametrize("command", RUN, ids=lambda command: command.line)
def test_command_prints_what_is_shown(command: Command, checkout: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    line = f"exec 2>&1; {command.line}"
    done = subprocess.run(line, shell=True, cwd=checkout, env=env, text=True, stdout=subprocess.PIPE)
    assert matches(command.shown, done.stdout), f"shown:\n{command.shown}\n\nprinted:\n{done.stdout}"


@pytest.mark.parametrize("command", READ, ids=lambda command: command.line)
def test_command_could_be_given(command: Command) -> None:
    words = shlex.split(command.line, comments=True)
    if words[0] == "make":
        makefile = (ROOT / "Makefile").read_text()
        targets = [word for word in words[1:] if "=" not in word]
        assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets), targets
    elif words[0].endswith("fokozat"):
        from fokozat.cli.main import build_parser

        build_parser().parse_args(words[1:])


def test_readme_shows_the_two_commands() -> None:
    assert {"make run", "make test"} <= {command.line for command in commands()}


def test_three_dots_stand_for_any_lines() -> None:
    assert matches("a\n...\nd", "a\nb\nc\nd\n")
    assert matches("", "\n")
    assert not matches("a", "a\nb\n")


@pytest.mark.parametrize("program", re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
def test_program_of_the_readme_runs(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
