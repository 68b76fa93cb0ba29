"""Every row of every examples.toml is a test; every room's five files agree; every derivation checks out."""

import json
from dataclasses import dataclass

import pytest

from fokozat.formats import event_of
from fokozat.kernel.derivation import tree
from fokozat.regulations import Room, rooms
from fokozat.regulations.examples import ExampleRun, run_example
from fokozat.regulations.inspection import inspect_room


@dataclass(frozen=True)
class Case:
    room: Room
    at: int

    def run(self) -> ExampleRun:
        return run_example(self.room, self.room.cases["example"][self.at], event_of)


CASES = [Case(room, at) for room in rooms() for at in range(len(room.cases["example"]))]
NAMES = [f"{case.room.edition} {case.room.cases['example'][case.at]['name']}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_example_of_the_document(case: Case) -> None:
    run = case.run()
    assert run.found == run.expected


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_independent_checker_recomputes_the_example(case: Case) -> None:
    published = json.loads(json.dumps(tree(case.run().step, case.room.words, "en")))
    assert list(case.room.checker().differences(published)) == []


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.edition)
def test_text_tables_rules_examples_and_words_agree(room: Room) -> None:
    assert inspect_room(room, event_of) == ()


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.edition)
def test_every_computed_paragraph_of_the_regulation_is_accounted_for(room: Room) -> None:
    done = {rule.paragraph for rule in room.rules}
    computed = set(room.tables["edition"]["computed"])
    assert computed <= done | set(room.missing)
    assert not done & set(room.missing)
