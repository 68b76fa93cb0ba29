"""Reads spans of time from the environment.

FOKOZAT_RETENTION: after how many years without a membership private data are forgotten.
FOKOZAT_LEASE: after how many seconds of silence a worker is taken for dead.
"""

from fokozat.kernel.errors import InvalidInput

MOST_YEARS = 100
USUAL_LEASE, SHORTEST_LEASE, LONGEST_LEASE = 10, 2, 600


def whole_years(text: str) -> int:
    """0 where nothing is set: nothing is forgotten by itself."""
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or not 1 <= int(text) <= MOST_YEARS:
        raise InvalidInput("site.retention", value=text[:20], most=MOST_YEARS)
    return int(text)


def lease_seconds(text: str) -> int:
    """The usual lease where nothing is set."""
    if not text.strip():
        return USUAL_LEASE
    if not text.strip().isdecimal() or not SHORTEST_LEASE <= int(text) <= LONGEST_LEASE:
        raise InvalidInput("site.lease", value=text[:20], least=SHORTEST_LEASE, most=LONGEST_LEASE)
    return int(text)
