"""Words an error in one line for each thing to mend, and finds its exit code (spec/contract.md)."""

import os
import sys
import traceback

from fokozat.kernel.errors import (
    Conflict,
    FokozatError,
    Forbidden,
    IllegalMove,
    InvalidInput,
    NoPairing,
    NotFound,
)
from fokozat.kernel.words import Words, word_fault

OUR_FAULT = 1
INTERRUPTED = 130
PIPE_CLOSED = 141
MOST_FAULTS = 20

EXIT_CODES: tuple[tuple[type[FokozatError], int], ...] = (
    (InvalidInput, 2),
    (IllegalMove, 2),
    (Forbidden, 3),
    (NoPairing, 3),
    (NotFound, 4),
    (Conflict, 5),
)


def report(error: Exception, language: str) -> int:
    """Say on standard error what went wrong; returns the exit code."""
    error = _told(error)
    if isinstance(error, FokozatError):
        try:
            lines = worded(error, language)
        except Exception as ours:  # noqa: BLE001 - a sentence that cannot be filled is our fault too
            ours.__cause__ = error
            return _blame_us(ours, language)
        _tell(lines)
        return next(code for kind, code in EXIT_CODES if isinstance(error, kind))
    return _blame_us(error, language)


def worded(error: FokozatError, language: str) -> list[str]:
    """A line for each fault; the notes of the error name the file that it stands in."""
    where = "".join(f"{note}: " for note in getattr(error, "__notes__", ()))
    lines = [f"{where}{word_fault(fault, language)}" for fault in error.faults[:MOST_FAULTS]]
    more = len(error.faults) - len(lines)
    if more > 0:
        lines.append(where + Words.of("cli").say("more-faults", language, count=more))
    return lines


def _told(error: Exception) -> Exception:
    """What a disk or a database did not keep is no fault of ours. Pure commands know no database."""
    if isinstance(error, FokozatError) or "django.db" not in sys.modules:
        return error
    from fokozat.office.unkept import why_unkept

    why = why_unkept(error)
    return Conflict(f"office.{why}") if why else error


def _blame_us(error: Exception, language: str) -> int:
    if os.environ.get("FOKOZAT_TRACEBACK") == "1":
        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    _tell([Words.of("cli").text("error", "our-fault", language, {"what": what})])
    return OUR_FAULT


def _tell(lines: list[str]) -> None:
    for line in lines:
        print(f"fokozat: {' '.join(line.split())}", file=sys.stderr)
