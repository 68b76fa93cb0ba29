"""What an installation does by itself once a day: a backup; then it forgets whom it need not know any more, and
closes old sessions and counts."""

from datetime import UTC, date, datetime
from time import time

from django.conf import settings
from django.core.management import call_command

from fokozat.office.actions.erase_person import forget_lapsed
from fokozat.office.limits import forget_old
from fokozat.office.rights import operator
from fokozat.office.scheduled_backups import daily_backup


def keep_house(today: date) -> int:
    """How many people's private data were forgotten; none where no years are set (FOKOZAT_RETENTION)."""
    daily_backup(datetime.now(UTC))
    call_command("clearsessions")
    forget_old(time())
    years: int = settings.RETENTION_YEARS
    return len(forget_lapsed(operator(), today, years)) if years else 0
