"""The one place that hears of every change of a long work, right after it was stored: states, progress, results."""

import logging

from fokozat.office.models.work import Work

LOG = logging.getLogger("fokozat.work")


def told(work: Work) -> None:
    """Called within the transaction that keeps the change; who passes it on does so when that is committed."""
    LOG.info("%s %s %s %s/%s", work.kind, work.uid, work.state, work.progress_done, work.progress_total)
