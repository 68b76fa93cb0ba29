"""Reads whole numbers of the environment: FOKOZAT_RETENTION in years, FOKOZAT_DISK_RESERVE in megabytes."""

import re

from fokozat.kernel.errors import InvalidInput

MOST_YEARS = 100
_YEARS = re.compile("[0-9]{1,3}")
USUAL_MEGABYTES, MOST_MEGABYTES = 32, 1_000_000


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
