"""Long work that comes by itself: the daily upkeep. A person may ask for it too."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fokozat.office.rights import INSTALLATION, Actor, require
from fokozat.office.upkeep import forget_old_work, keep_house
from fokozat.office.work_wanted import Asked, Doing, Kind
from fokozat.office.works import Outcome


def read(actor: Actor, _given: Mapping[str, Any]) -> Asked:
    require(actor, "keep", "house", INSTALLATION)
    return Asked()


def do(doing: Doing) -> Outcome:
    """All of it happens in the transaction that ends the work, so it happens once."""
    now = datetime.now(UTC)
    doing.tell(0, 1)

    def settle() -> Mapping[str, Any]:
        return {"forgotten": keep_house(now.date()), "files": forget_old_work(now)}

    return Outcome(settle=settle)


KIND = Kind("upkeep", ("keep", "house"), read, do, seconds=3600)
