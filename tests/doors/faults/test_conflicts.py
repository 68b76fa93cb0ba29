"""Many edit one card at once, programs and people with the page: one wins each time, and every other is told of it.

Everybody holds the same version. FOKOZAT_THOROUGH=1 makes 1,000 edits, a commit 100.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.doors.cli.own_database import own_database
from tests.doors.faults.editors import TOLD, WON, Editor, Page, Program, at_once
from tests.doors.faults.site import Site, Witness, witnessed

EDITS = 1000 if os.environ.get("FOKOZAT_THOROUGH") == "1" else 100
PROGRAMS, PAGES = 6, 4
ROUNDS = EDITS // (PROGRAMS + PAGES)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Served by one process on SQLite, by two on PostgreSQL."""
    if "DATABASE_URL" not in os.environ:
        yield Site(tmp_path)
        return
    with own_database() as url:
        yield Site(tmp_path, url, workers=2)


@pytest.fixture
def witness(site: Site) -> Iterator[Witness]:
    with witnessed(site) as witness:
        yield witness


def test_of_all_who_saw_one_version_one_wins_and_every_other_is_told(site: Site, witness: Witness) -> None:
    made = witness.ask("fill", cards=1, accounts=PROGRAMS + PAGES)
    (card,) = made["cards"]
    site.start()
    editors: list[Editor] = [Program(site.port, card, key=key) for key in made["keys"][:PROGRAMS]]
    editors += [Page(site.port, card, session=session) for session in made["sessions"][PROGRAMS:]]
    with ExitStack() as open_ones:
        for editor in editors:
            open_ones.callback(editor.connection.close)
        winners, came_to, won_by = compete(editors)
    kept = witness.ask("look", cards=[card])
    assert came_to == {WON: ROUNDS, TOLD: EDITS - ROUNDS}
    assert kept["cards"][card] == {"version": ROUNDS + 1, "given": winners[-1], "changes": winners}
    assert (kept["differences"], kept["quick"]) == ([], "ok")
    line = json.dumps({"edits": EDITS, "came to": came_to, "won by": won_by})
    sys.stdout.write(f"\n{line}\n")


def compete(editors: Sequence[Editor]) -> tuple[list[str], Counter[str], Counter[str]]:
    """Round by round: the winners' marks, how it went for all, and by which door the winners came."""
    winners, came_to, won_by = [], Counter[str](), Counter[str]()
    for at in range(ROUNDS):
        marks = [f"r{at} e{number}" for number in range(len(editors))]
        versions, outcomes = at_once(editors, marks)
        assert versions == {at + 1}
        came_to.update(each.came_to for each in outcomes)
        (winner,) = [each for each in outcomes if each.came_to == WON]
        told = [each for each in outcomes if each.came_to == TOLD]
        assert len(told) == len(editors) - 1, outcomes
        assert all(each.theirs == winner.mark and each.mine == each.mark for each in told)
        winners.append(winner.mark)
        won_by[type(editors[marks.index(winner.mark)]).__name__] += 1
    return winners, came_to, won_by
