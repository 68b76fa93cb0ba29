"""Make a backup now. No fact changes, so the journal stays silent; the work goes on when the page has answered."""

import threading
from datetime import UTC, datetime

from django.db import connections

from fokozat.kernel.errors import Conflict, FokozatError
from fokozat.office.rights import Actor, require
from fokozat.office.scheduled_backups import back_up, is_running


def make_backup(actor: Actor) -> threading.Thread:
    """Begins it; how it ended is told where backups are listed. One at a time."""
    require(actor, "make", "backup")
    if is_running():
        raise Conflict("office.backup-running")
    work = threading.Thread(target=_work, name="backup")
    work.start()
    return work


def _work() -> None:
    try:
        back_up(datetime.now(UTC))
    except FokozatError:
        pass  # noted and logged by back_up
    finally:
        connections.close_all()
