"""CHANGELOG.md can be read by machine where a machine reads it."""

import re

import fokozat
import shelf_counts
from tests.house.tree import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text() if (ROOT / "CHANGELOG.md").exists() else ""


def test_the_newest_heading_is_this_version_or_what_follows_it() -> None:
    newest = re.search(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert newest
    assert newest[1] == "Unreleased" or newest[1].startswith(fokozat.__version__)


def test_each_loss_of_tests_names_a_shelf_and_a_reason() -> None:
    losses = [line for line in CHANGELOG.splitlines() if re.search(r"tests/\w+: *\d+ *->", line)]
    for line in losses:
        reason = shelf_counts.CHANGELOG_LINE.search(line)
        assert reason, line
        assert reason[1] in shelf_counts.SHELVES, line
