"""What the benches promise: a missing peer is said, and the bare rules are the same rules."""

import json
from io import StringIO

from fokozat.cli.bench.explain import without_marks
from fokozat.cli.bench.measure import Figure, median
from fokozat.cli.bench.read import event_document
from fokozat.cli.bench.runner import run_benches
from fokozat.cli.screen import Screen
from fokozat.formats import event_of
from fokozat.kernel.paragraph import explain
from fokozat.regulations import edition_room


def alone() -> tuple[Figure, ...]:
    return (Figure("alone", "walk", "ms", 2.0, "somebody", None),)


def beside() -> tuple[Figure, ...]:
    return (Figure("beside", "walk", "ms", 3.0, "somebody", 2.0),)


def test_a_missing_peer_is_said_and_no_success() -> None:
    out = StringIO()
    assert run_benches([beside, alone], False, Screen(out, "en")) != 0
    assert "not measured" in out.getvalue()
    assert out.getvalue().startswith("Calibration loop: ")


def test_a_missing_peer_in_json() -> None:
    out = StringIO()
    assert run_benches([alone], True, Screen(out, "en")) != 0
    [figure] = json.loads(out.getvalue())["figures"]
    assert figure["peer_median"] == "not measured"
    assert figure["ratio"] is None


def test_a_peer_makes_a_ratio() -> None:
    out = StringIO()
    assert run_benches([beside], False, Screen(out, "hu")) == 0
    assert "× 1,5" in out.getvalue()


def test_the_bare_rules_give_the_same_and_leave_no_trace() -> None:
    room = edition_room("mgsz-2012")
    event, law = event_of(event_document(players=10, rounds=4)), room.law()
    bare = without_marks(room.source)
    assert bare["process"](law, event) == room.entry(law, event)
    assert not hasattr(bare["process"], "paragraph")
    assert explain(room.entry, law, event).step.steps


def test_the_median_is_the_middle_one() -> None:
    assert median([5.0, 1.0, 3.0]) == 3.0
