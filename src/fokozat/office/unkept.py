"""Why a database or a disk did not keep what it was given: what a person can do about it, told from our own faults."""

import errno
from collections.abc import Iterator

from django.db import DatabaseError, InterfaceError

FULL, READ_ONLY, FAILING, AWAY = "disk-full", "disk-read-only", "disk-failing", "database-away"
_ERRNO = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EROFS: READ_ONLY, errno.EIO: FAILING}
_SQLITE = {
    "database or disk is full": FULL,
    "attempt to write a readonly database": READ_ONLY,
    "unable to open database file": READ_ONLY,
    "disk i/o error": FAILING,
}
# of PostgreSQL: no room, a standby or a transaction that may only read, an input or output error
_STATES = {"53100": FULL, "25006": READ_ONLY, "58030": FAILING}
_AWAY = ("57P01", "57P02", "57P03", "08000", "08003", "08006")


def why_unkept(error: BaseException | None) -> str:
    """The reason, or nothing where the error is of another kind."""
    return next((why for each in _with_causes(error) if (why := _why(each))), "")


def _why(error: BaseException) -> str:
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0, "")
    if not isinstance(error, DatabaseError | InterfaceError):
        return ""
    cause = error.__cause__
    state = str(getattr(cause, "sqlstate", None) or "")
    if state in _STATES:
        return _STATES[state]
    told = str(error).lower()
    found = next((why for text, why in _SQLITE.items() if text in told), "")
    lost = state in _AWAY or any(text in told for text in ("connection", "server closed", "terminating"))
    return found or (AWAY if lost and type(error).__name__ in ("OperationalError", "InterfaceError") else "")


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
