"""Reads FOKOZAT_RETENTION: after how many years without a membership private data are forgotten."""

import re

from fokozat.kernel.errors import InvalidInput

MOST_YEARS = 100
_YEARS = re.compile("[0-9]{1,3}")


def whole_years(text: str) -> int:
    """0 where nothing is set: nothing is forgotten by itself."""
    if not text.strip():
        return 0
    if not _YEARS.fullmatch(text.strip()) or not 1 <= int(text) <= MOST_YEARS:
        raise InvalidInput("site.retention", value=text[:20], most=MOST_YEARS)
    return int(text)
