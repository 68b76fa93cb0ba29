"""Writes and proves the journal: who changed what and when, in append-only chains.

A chain is broken where a record does not follow from the one before, or where a detail that is still there is not
the one that was digested. Personal data stands in details only.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from fokozat.kernel.canonical import digest_of
from fokozat.office.live import announce, journal_topic
from fokozat.office.models import Body, Record
from fokozat.office.models.journal import Chain, Detail

PEOPLE = "people"  # the installation's own chain, for facts about persons

_BATCH = 1000
_CHUNK = 2000
_HASHED = ("place", "at", "actor", "verb", "kind", "subject", "digest", "previous")
_READ = (*_HASHED, "hash", "detail__salt", "detail__before", "detail__after")

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """What an action did: the verb, the kind and uid of its subject, and the facts before and after."""

    verb: str
    kind: str
    subject: str
    before: Facts | None = None
    after: Facts | None = None


@dataclass(frozen=True)
class BrokenLink:
    """Where a chain does not hold."""

    chain: str
    place: int
    why: str


def write(actor: str, change: Change, body: Body | None = None) -> Record:
    """Append a record to the body's chain (without a body: to that of people); part of the caller's transaction."""
    with transaction.atomic():
        name = f"body:{body.uid}" if body else PEOPLE
        Chain.objects.get_or_create(name=name, defaults={"body": body})
        chain = Chain.objects.select_for_update().get(name=name)
        record, detail = sealed(chain, actor, change, datetime.now(UTC))
        record.save(force_insert=True)
        detail.save(force_insert=True)
        chain.save(update_fields=("length", "head"))
        announce(journal_topic(body.uid if body else None))
        return record


def hold_people() -> None:
    """Whoever comes second waits here until the first is done; part of the caller's transaction."""
    Chain.objects.get_or_create(name=PEOPLE)
    Chain.objects.select_for_update().get(name=PEOPLE)


def write_all(actor: str, changes: Iterable[Change]) -> tuple[int, int]:
    """Append a record for each change to the chain of people, in their order; the first and the last place."""
    with transaction.atomic():
        Chain.objects.get_or_create(name=PEOPLE)
        chain = Chain.objects.select_for_update().get(name=PEOPLE)
        first = chain.length + 1
        pairs = [sealed(chain, actor, change, datetime.now(UTC)) for change in changes]
        Record.objects.bulk_create([record for record, _ in pairs], batch_size=_BATCH)
        for record, detail in pairs:
            detail.record = record  # has its key only now
        Detail.objects.bulk_create([detail for _, detail in pairs], batch_size=_BATCH)
        chain.save(update_fields=("length", "head"))
        announce(journal_topic(None))
        return first, chain.length


def sealed(chain: Chain, actor: str, change: Change, at: datetime) -> tuple[Record, Detail]:
    """The next record of a chain with its detail, neither of them saved yet, and the chain grown by it."""
    detail = Detail(salt=secrets.token_hex(16), before=change.before, after=change.after)
    record = Record(
        chain=chain,
        place=chain.length + 1,
        at=at,
        actor=actor,
        verb=change.verb,
        kind=change.kind,
        subject=change.subject,
        digest=_detail_digest(detail.salt, detail.before, detail.after),
        previous=chain.head,
    )
    record.hash = _record_hash(chain.name, record)
    detail.record = record
    chain.length, chain.head = record.place, record.hash
    return record, detail


def forget_details(records: QuerySet[Record], *which: Q) -> None:
    """Erase what stands beside these records (of it, what fits); the chain holds without.

    By keys, a batch at a time: asked in one sentence, a database that misjudges its tables compares each with each.
    """
    keys = list(records.values_list("pk", flat=True))
    for begin in range(0, len(keys), _BATCH):
        Detail.objects.filter(*which, record_id__in=keys[begin : begin + _BATCH]).delete()


def broken_links(chain: Chain, seen: Callable[[int], None] | None = None) -> Iterator[BrokenLink]:
    """Every place where the chain does not hold; reads it as a stream, in constant memory.

    What others append meanwhile is left for the next time. `seen` is told now and then how far the reading is.
    """
    previous, place = "", 0
    for record in chain.records.filter(place__lte=chain.length).order_by("place").values(*_READ).iterator(_CHUNK):
        place += 1
        if record["place"] != place:
            yield BrokenLink(chain.name, place, "missing")
            place = record["place"]
        if record["previous"] != previous or record["hash"] != _hash_of(chain.name, record):
            yield BrokenLink(chain.name, place, "changed")
        if record["detail__salt"] is not None and record["digest"] != _detail_digest(
            record["detail__salt"], record["detail__before"], record["detail__after"]
        ):
            yield BrokenLink(chain.name, place, "detail-changed")
        previous = record["hash"]
        if seen is not None and place % _CHUNK == 0:
            seen(place)
    if (place, previous) != (chain.length, chain.head) or _has_more_than_its_head_says(chain):
        yield BrokenLink(chain.name, chain.length, "head")


def _has_more_than_its_head_says(chain: Chain) -> bool:
    more = chain.records.filter(place__gt=chain.length).exists()
    return more and Chain.objects.filter(pk=chain.pk, length=chain.length).exists()


def _detail_digest(salt: str, before: Facts | None, after: Facts | None) -> str:
    return digest_of({"before": before, "after": after}, salt)


def _record_hash(chain: str, record: Record) -> str:
    return _hash_of(chain, {name: getattr(record, name) for name in _HASHED})


def _hash_of(chain: str, record: Facts) -> str:
    facts = {name: record[name] for name in _HASHED}
    at = record["at"].astimezone(UTC).isoformat(timespec="microseconds")
    return digest_of({**facts, "chain": chain, "at": at})
