"""Long work: prove every journal and what else must hold, as `fokozat check` does."""

from collections.abc import Mapping
from typing import Any

from fokozat.office.check import Difference, check
from fokozat.office.rights import INSTALLATION, Actor, require
from fokozat.office.work_wanted import Asked, Doing, Kind
from fokozat.office.works import Outcome

MOST_TOLD = 50


def read(actor: Actor, _given: Mapping[str, Any]) -> Asked:
    """All chains together: for who may prove them all."""
    require(actor, "prove", "journal", INSTALLATION)
    return Asked()


def do(doing: Doing) -> Outcome:
    """Reads as a stream, changes nothing."""
    checked = check(lambda done, total: doing.tell(done, total, records=done))
    told = [difference_facts(each) for each in checked.differences[:MOST_TOLD]]
    counts = {"chains": checked.chains, "records": checked.records, "differences": len(checked.differences)}
    return Outcome({**counts, "told": told})


def difference_facts(difference: Difference) -> dict[str, Any]:
    """A difference as plain values, as `fokozat check --json` writes it."""
    return {"what": difference.key, **difference.fields}


KIND = Kind("check", ("prove", "journal"), read, do, seconds=6 * 3600)
