"""Let long work that failed or was cancelled run once more, with all its tries."""

from django.db import IntegrityError, transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.journal import Change, write
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor
from fokozat.office.work_queries import require_hand
from fokozat.office.works import change_stand, hold_work
from fokozat.work import lease


def retry_work(actor: Actor, work: Work) -> Work:
    """Whoever asked for it may, and who may cancel any work of the body."""
    require_hand(actor, "retry", work)
    try:
        with transaction.atomic():
            work = hold_work(work)
            stand = lease.retried(work.stand())
            if stand is None:
                raise Conflict("office.work-not-failed", uid=str(work.uid))
            write(
                actor.name,
                Change("retry", "work", str(work.uid), {"state": work.state, "fault": work.fault}),
                work.body,
            )
            work.fault = {}
            change_stand(work, stand)
    except IntegrityError:
        raise Conflict("office.work-asked-again", uid=str(work.uid)) from None
    return work
