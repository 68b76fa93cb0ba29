"""Derivations as a person reads them, in three languages, and the tree as the contract publishes it."""

import json
from pathlib import Path

import pytest

from fokozat.formats import read_event
from fokozat.kernel import LANGUAGES, Event
from fokozat.kernel.derivation import lines, tree
from fokozat.kernel.paragraph import Step
from fokozat.kernel.words import Words
from fokozat.ratings import derive
from tests.golden.golden import FOLDER, compare_with_golden, orphans

EVENTS = sorted((FOLDER / "events").glob("*.json"))
WORDS = Words.of("mgsz_2012")


def event_in(path: Path) -> Event:
    return read_event(path.read_bytes())


def derivation_of(path: Path) -> Step:
    """Of the player whom the document asks about, else of the event."""
    event = event_in(path)
    player = event.extra.get("x-player")
    return derive(event, "mgsz-2012", player=None if player is None else str(player))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_derivation_as_lines(path: Path, language: str) -> None:
    step = derivation_of(path)
    text = "".join(
        f"{'  ' * line.depth}{'' if line.applied else '- '}{line.text}  [{line.paragraph}]\n"
        for line in lines(step, WORDS, language)
    )
    compare_with_golden(f"derivations/{path.stem}.{language}.txt", text)


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_derivation_as_tree(path: Path) -> None:
    document = tree(derivation_of(path), WORDS, "en")
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    compare_with_golden(f"derivations/{path.stem}.json", text)


def test_no_golden_file_is_left_behind() -> None:
    wanted = {f"{path.stem}.{end}" for path in EVENTS for end in (*(f"{each}.txt" for each in LANGUAGES), "json")}
    assert orphans("derivations", wanted) == set()
