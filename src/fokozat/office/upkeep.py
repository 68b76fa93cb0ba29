"""What an installation does by itself once a day: forgets whom it need not know any more, and closes old sessions."""

from datetime import UTC, date, datetime

from django.conf import settings
from django.core.management import call_command

from fokozat.office.actions.erase_person import forget_lapsed
from fokozat.office.live import forget_old
from fokozat.office.rights import operator


def keep_house(today: date) -> int:
    """How many people's private data were forgotten; none where no years are set (FOKOZAT_RETENTION)."""
    call_command("clearsessions")
    forget_old(datetime.now(UTC))
    years: int = settings.RETENTION_YEARS
    return len(forget_lapsed(operator(), today, years)) if years else 0
