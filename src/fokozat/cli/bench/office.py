"""The office with many people, on a scratch database beside the configured one.

The peer of the search is what a Django page would ask: `icontains` on family and given name, in their order.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from fokozat.cli.bench.measure import Figure, once

PEOPLE = 100_000
SEARCHES = 200
SHARES = ((50, "median"), (95, "p95"))
MILLI = 1000


def office() -> tuple[Figure, ...]:
    """Searching among people."""
    import tempfile

    from fokozat.cli.bench.office_data import fill_people, scratch_database

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as folder, scratch_database(folder) as vendor:
        fill_people(PEOPLE)
        return tuple(_searches(vendor))


def _searches(vendor: str) -> list[Figure]:
    figures = []
    for what, words in typed().items():
        ours, peer = _times(_ours, words), _times(_contains, words)
        for share, name in SHARES:
            at = len(words) * share // 100
            figures.append(Figure("office", f"{vendor}, {what}, {name}", "ms", ours[at], "icontains", peer[at]))
    return figures


def typed() -> dict[str, list[str]]:
    """What people type: the beginning of a name, a whole name, two initials, a number."""
    from fokozat.cli.bench.office_data import SEED, names

    sample = Random(SEED).sample(list(names(PEOPLE)), SEARCHES)
    return {
        "one letter": [family[:1] for family, _ in sample],
        "three letters": [family[:3] for family, _ in sample],
        "whole name": [f"{family} {given}" for family, given in sample],
        "initials": [f"{family[:1]} {given[:1]}" for family, given in sample],
        "number": [f"K{at * 401:06}" for at in range(SEARCHES)],
    }


def _ours(words: str) -> object:
    from fokozat.office.queries import Sought, people

    return people(Sought(search=words, language="hu")).rows


def _contains(words: str) -> object:
    from django.db.models import Q

    from fokozat.office.models import Person

    found = Person.objects.select_related("keeper").filter(merged_into=None, erased_at=None)
    for word in words.split():
        found = found.filter(Q(family__icontains=word) | Q(given__icontains=word) | Q(numbers__value=word))
    return list(found.order_by("family", "given")[:50])


def _times(search: Callable[[str], object], words: Sequence[str]) -> list[float]:
    """In milliseconds, the shortest first."""
    search(words[0])
    return sorted(once(partial(search, each)) * MILLI for each in words)
