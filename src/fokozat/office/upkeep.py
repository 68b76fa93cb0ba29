"""What an installation does by itself once a day: a backup; then it forgets whom it need not know any more, and
closes old sessions and counts.

A worker does it as long work (`work_upkeep.py`), so it is done once however many run.
"""

from datetime import UTC, date, datetime, timedelta
from time import time

from django.conf import settings
from django.core.management import call_command

from fokozat.office.actions.erase_person import forget_lapsed
from fokozat.office.limits import forget_old as forget_old_counts
from fokozat.office.live import forget_old as forget_old_topics
from fokozat.office.models.work import Work
from fokozat.office.rights import operator
from fokozat.office.scheduled_backups import daily_backup
from fokozat.office.works import folder
from fokozat.work import lease

WORK_KEPT = timedelta(days=90)
_FILE_WITHOUT_WORK = timedelta(hours=12)


def keep_house(today: date) -> int:
    """How many people's private data were forgotten; none where no years are set (FOKOZAT_RETENTION)."""
    daily_backup(datetime.now(UTC))
    call_command("clearsessions")
    forget_old_counts(time())
    forget_old_topics(datetime.now(UTC))
    years: int = settings.RETENTION_YEARS
    return len(forget_lapsed(operator(), today, years)) if years else 0


def forget_old_work(now: datetime) -> int:
    """How many files went: results that have had their days, and what a dead worker left behind."""
    Work.objects.filter(file_ends_at__lte=now).update(file="", file_ends_at=None)
    Work.objects.filter(state__in=lease.ENDED, ended_at__lte=now - WORK_KEPT, file="").delete()
    wanted = set(Work.objects.exclude(file="").values_list("file", flat=True))
    files = [path for path in folder().iterdir() if path.is_file() and path.name not in wanted]
    old = [path for path in files if path.stat().st_mtime <= (now - _FILE_WITHOUT_WORK).timestamp()]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
