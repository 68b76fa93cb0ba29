"""Reads whole numbers of the environment.

FOKOZAT_RETENTION: after how many years without a membership private data are forgotten.
FOKOZAT_DISK_RESERVE: how many megabytes a disk must keep.
FOKOZAT_LEASE: after how many seconds of silence a worker is taken for dead.
"""

import os
import re

from fokozat.kernel.errors import InvalidInput

MOST_YEARS = 100
_MOST = 1_000_000
_YEARS = _SECONDS = re.compile("[0-9]{1,3}")
USUAL_MEGABYTES, MOST_MEGABYTES = 32, 1_000_000
USUAL_LEASE, SHORTEST_LEASE, LONGEST_LEASE = 10, 2, 600


def whole_years(text: str) -> int:
    """0 where nothing is set: nothing is forgotten by itself."""
    if not text.strip():
        return 0
    if not _YEARS.fullmatch(text.strip()) or not 1 <= int(text) <= MOST_YEARS:
        raise InvalidInput("site.retention", value=text[:20], most=MOST_YEARS)
    return int(text)


def whole_megabytes(text: str) -> int:
    """How much room a disk must keep; 0: it may be filled to the last byte."""
    if not text.strip():
        return USUAL_MEGABYTES
    if not text.strip().isdecimal() or len(text.strip()) > 9 or int(text) > MOST_MEGABYTES:
        raise InvalidInput("site.disk-reserve", value=text[:20], most=MOST_MEGABYTES)
    return int(text)


def lease_seconds(text: str) -> int:
    """The usual lease where nothing is set."""
    if not text.strip():
        return USUAL_LEASE
    if not _SECONDS.fullmatch(text.strip()) or not SHORTEST_LEASE <= int(text) <= LONGEST_LEASE:
        raise InvalidInput("site.lease", value=text[:20], least=SHORTEST_LEASE, most=LONGEST_LEASE)
    return int(text)


def whole_number(name: str, usual: int) -> int:
    """The number that a variable says, or the usual one."""
    text = os.environ.get(name, "").strip()
    if not text:
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(_MOST)) or int(text) > _MOST:
        raise InvalidInput("site.number", name=name, value=text[:20], most=_MOST)
    return int(text)
