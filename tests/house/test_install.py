"""What a newcomer's machine may lack is said in one line with its cure, before anything is made."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT

# A Python that lacks something, as Debian's does before a package is installed.
LACKING = """import importlib.util, runpy, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {lacks!r} else real(name, *more)
sys.version_info = {version!r}
sys.argv = ["tools/install.py"]
runpy.run_path("tools/install.py", run_name="__main__")
"""
NOW = tuple(sys.version_info[:3])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What `make install` reads, and nothing installed."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def refused(checkout: Path, *command: str) -> str:
    """What is said where it cannot be done."""
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert done.stdout == ""
    assert not (checkout / ".venv").exists()
    return done.stderr


@pytest.mark.parametrize("lacks", ["venv", "ensurepip"])
def test_a_python_without_environments_is_told_which_package_to_install(lacks: str, checkout: Path) -> None:
    said = refused(checkout, sys.executable, "-c", LACKING.format(lacks=(lacks,), version=NOW))
    assert said.count("\n") == 1
    assert said.startswith("make install: ")
    assert "sudo apt install python3-venv" in said


def test_an_old_python_is_told_its_version(checkout: Path) -> None:
    said = refused(checkout, sys.executable, "-c", LACKING.format(lacks=(), version=(3, 9, 2)))
    assert said.count("\n") == 1
    assert "3.11 or newer is needed, this is 3.9" in said


@pytest.mark.parametrize("target", ["install", "run", "test"])
def test_a_machine_without_python_is_told_so(target: str, checkout: Path) -> None:
    said = refused(checkout, "make", "--no-print-directory", target, "PYTHON=python-that-is-not-there")
    assert "there is no python-that-is-not-there here" in said
    assert "sudo apt install python3 python3-venv" in said
