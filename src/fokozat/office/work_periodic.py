"""Work that comes by itself: each turn once, however many workers look."""

from dataclasses import dataclass
from datetime import datetime

from fokozat.office.models.work import Work
from fokozat.office.rights import OPERATOR
from fokozat.office.work_kinds import kind_of
from fokozat.office.works import put

_AFTER_WHO_WAITS = -10


@dataclass(frozen=True)
class Periodic:
    """A kind of long work, and the form of the moment that names its turn: %Y-%m-%d is once a day."""

    kind: str
    turn: str = "%Y-%m-%d"


# One line for each; the turn begins when its name changes, by UTC.
PERIODIC: tuple[Periodic, ...] = (Periodic("upkeep"),)


def put_periodic(now: datetime) -> int:
    """Let the turns that have begun wait for a worker; how many are new."""
    turns = {f"{each.kind} {now.strftime(each.turn)}": each.kind for each in PERIODIC}
    known = set(Work.objects.filter(slot__in=turns).values_list("slot", flat=True))
    made = 0
    for slot, kind in turns.items():
        if slot not in known:
            work = Work(kind=kind, slot=slot, actor=OPERATOR, asked_at=now, most_tries=kind_of(kind).most_tries)
            made += put(work, _AFTER_WHO_WAITS)[1]
    return made
