"""Cancel long work: what waits ends at once, what runs is stopped, with nothing half done; what has ended stays."""

from django.db import transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.journal import Change, write
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor
from fokozat.office.work_queries import require_hand
from fokozat.office.works import change_stand, hold_work
from fokozat.work import lease


def cancel_work(actor: Actor, work: Work) -> Work:
    """Whoever asked for it may, and who may cancel any work of the body."""
    require_hand(actor, "cancel", work)
    with transaction.atomic():
        work = hold_work(work)
        stand = lease.cancelled(work.stand())
        if stand is None:
            raise Conflict("office.work-ended", uid=str(work.uid))
        if not work.cancel_asked:
            write(actor.name, Change("cancel", "work", str(work.uid), {"state": work.state}), work.body)
        change_stand(work, stand)
    return work
