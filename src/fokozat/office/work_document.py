"""A long work as programs see it, the same from the API and the command line; and the words of its fault."""

from datetime import datetime
from fractions import Fraction
from typing import Any

from fokozat.kernel.errors import Fault
from fokozat.kernel.words import word_fault
from fokozat.office.models.work import Work


def work_document(work: Work, language: str) -> dict[str, Any]:
    """How it stands, how far it is, what came of it; a fault has its key for programs and its sentence for a person."""
    fault = fault_of(work)
    told = {"key": fault.key, "text": word_fault(fault, language), "fields": dict(fault.fields)} if fault else None
    return {
        "uid": str(work.uid),
        "kind": work.kind,
        "body": str(work.body.uid) if work.body else None,
        "state": str(work.state),
        "cancel_asked": work.cancel_asked,
        "tries": work.tries,
        "most_tries": work.most_tries,
        "progress": {"done": work.progress_done, "total": work.progress_total},
        "result": work.result,
        "fault": told,
        "file_ends_at": _moment(work.file_ends_at),
        "asked_at": _moment(work.asked_at),
        "started_at": _moment(work.started_at),
        "ended_at": _moment(work.ended_at),
    }


def fault_of(work: Work) -> Fault | None:
    """Why it failed, or why the last try did."""
    return Fault(work.fault["key"], "", work.fault["fields"]) if work.fault else None


def share_of(work: Work) -> Fraction | None:
    """How much of it is done, where that is known: a share of one."""
    if not work.progress_total:
        return None
    return min(Fraction(work.progress_done, work.progress_total), Fraction(1))


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
