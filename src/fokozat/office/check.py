"""Proves what is kept: that no journal was rewritten, the guards stand, and nothing leads nowhere.

Everything is read as a stream; how much there is does not matter.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Sum

from fokozat.office import guards
from fokozat.office.journal import broken_links
from fokozat.office.models import Person
from fokozat.office.models.journal import Chain
from fokozat.office.models.people import Alias


@dataclass(frozen=True)
class Difference:
    """Something that is not as it must be: migration, guards, missing, changed, detail-changed, head, alias."""

    key: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Checked:
    """What was looked at, and every difference that was found."""

    chains: int = 0
    records: int = 0
    differences: tuple[Difference, ...] = ()


def check(tell: Callable[[int, int], None] | None = None) -> Checked:
    """Look at everything; of a broken chain the first broken link is named.

    `tell` hears now and then how many records of how many were proved.
    """
    unapplied = tuple(Difference("migration", {"name": name}) for name in unapplied_migrations())
    if unapplied:
        return Checked(differences=unapplied)
    found = [] if guards.stand(connection) else [Difference("guards")]
    chains = records = 0
    total = Chain.objects.aggregate(all=Sum("length"))["all"] or 0
    for chain in Chain.objects.select_related("body").order_by("name").iterator():
        before, chains, records = records, chains + 1, records + chain.length
        link = next(broken_links(chain, _further(tell, before, total)), None)
        if link:
            body = chain.body.name if chain.body else ""
            found.append(Difference(link.why, {"chain": link.chain, "body": body, "place": link.place}))
    found += (Difference("alias", {"uid": uid}) for uid in lost_aliases())
    return Checked(chains, records, tuple(found))


def _further(tell: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int], None] | None:
    """What the reading of one chain tells, as a part of all of them."""
    return (lambda place: tell(before + place, max(total, before + place))) if tell else None


def unapplied_migrations() -> list[str]:
    """What the database still lacks to be of this version."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def lost_aliases() -> Iterator[str]:
    """Uids that were given up in a merge and lead to no living or erased card, or to another than the merge says."""
    merged = dict(Person.objects.exclude(merged_into=None).values_list("pk", "merged_into"))
    uids = dict(Person.objects.exclude(merged_into=None).values_list("uid", "pk"))
    for uid, leads_to in Alias.objects.order_by("pk").values_list("uid", "person"):
        card = uids.pop(uid, None)
        if card is None or merged[card] != leads_to or not _ends(card, merged):
            yield str(uid)
    yield from map(str, uids)  # merged cards without an alias


def _ends(card: int, merged: dict[int, int | None]) -> bool:
    """Whether the way from card to card has an end."""
    seen: set[int] = set()
    at: int | None = card
    while at is not None and at not in seen:
        seen.add(at)
        at = merged.get(at)
    return at is None
