"""The completion scripts are what their shells can read, and they complete."""

import shutil
import subprocess
from pathlib import Path

import pytest

from fokozat.cli.commands import COMMANDS
from fokozat.kernel.words import LANGUAGES
from tests.doors.cli.front_door import fokozat

ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
_shtab_fokozat 2>/dev/null
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_script_is_valid(shell: str, language: str) -> None:
    done = fokozat("completion", shell, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(command.name in done.stdout for command in COMMANDS)
    reader = shutil.which(shell)
    if reader:
        subprocess.run([reader, "-n"], input=done.stdout, text=True, check=True)
    else:
        assert done.stdout.startswith("#compdef fokozat\n")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("ra",), "rate"),
        (("editions", "mg"), "mgsz-2012"),
        (("rate", "--edition", "mg"), "mgsz-2012"),
        (("editions", "--lang", "h"), "hu"),
        (("bench", "re"), "read"),
    ],
)
def test_bash_completes(typed: tuple[str, ...], offered: str, tmp_path: Path) -> None:
    script = tmp_path / "fokozat.bash"
    script.write_text(fokozat("completion", "bash").stdout)
    command = ["bash", "-c", ASK, "ask", str(script), "fokozat", *typed]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [offered]
