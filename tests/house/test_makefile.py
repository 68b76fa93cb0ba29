"""The targets that the README and the other documents speak of exist and say what they do."""

import re
import subprocess

import pytest

from tests.house.tree import ROOT

TARGETS = ("help", "install", "check", "test", "golden", "compare", "run", "bench", "audit", "lock", "front")
MAKEFILE = (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("target", TARGETS)
def test_target_says_what_it_does(target: str) -> None:
    assert re.search(rf"^{target}:.*## \w", MAKEFILE, re.MULTILINE)


def test_help_lists_every_target() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert sorted(line.split()[1] for line in done.stdout.splitlines()) == sorted(TARGETS)


def test_no_target_is_taken_for_a_file() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)) == set(phony[1].split())
