"""Writes and proves the journal: who changed what and when, in append-only chains.

A chain is broken where a record does not follow from the one before, or where a detail that is still there is not
the one that was digested. Personal data stands in details only.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from fokozat.kernel.canonical import digest_of
from fokozat.office.models import Body, Record
from fokozat.office.models.journal import Chain, Detail

PEOPLE = "people"  # the installation's own chain, for facts about persons

_BATCH = 1000

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
        return record


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


def broken_links(chain: Chain) -> Iterator[BrokenLink]:
    """Every place where the chain does not hold; reads it as a stream, in constant memory."""
    previous, place = "", 0
    records = chain.records.select_related("detail").order_by("place")
    for record in records.iterator(chunk_size=2000):
        place += 1
        if record.place != place:
            yield BrokenLink(chain.name, place, "missing")
            place = record.place
        if record.previous != previous or record.hash != _record_hash(chain.name, record):
            yield BrokenLink(chain.name, record.place, "changed")
        detail = getattr(record, "detail", None)
        if detail and record.digest != _detail_digest(detail.salt, detail.before, detail.after):
            yield BrokenLink(chain.name, record.place, "detail-changed")
        previous = record.hash
    if (place, previous) != (chain.length, chain.head):
        yield BrokenLink(chain.name, chain.length, "head")


def _detail_digest(salt: str, before: Facts | None, after: Facts | None) -> str:
    return digest_of({"before": before, "after": after}, salt)


def _record_hash(chain: str, record: Record) -> str:
    return digest_of(
        {
            "chain": chain,
            "place": record.place,
            "at": record.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "actor": record.actor,
            "verb": record.verb,
            "kind": record.kind,
            "subject": record.subject,
            "digest": record.digest,
            "previous": record.previous,
        }
    )
