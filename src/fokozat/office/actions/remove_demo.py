"""Remove the demo: its rows go, and with them what the journal's details told of them; the journal stays whole.

The records stay in their chains, with the digests they always had: they say that something was there, not what. The
chain of a body that is gone keeps its name and belongs to no body.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.demo_rows import (
    GOING,
    KIND,
    REMOVED,
    SUBJECT,
    Demo,
    Keys,
    added_to,
    counts_of,
    hanging,
    refuse_outside,
    standing_demo,
)
from fokozat.office.journal import Change, forget_details, hold_people, write, write_all
from fokozat.office.live import PEOPLE_LIST, announce, body_topic
from fokozat.office.models import Body, Idempotency, Person, Record
from fokozat.office.models.journal import Chain
from fokozat.office.rights import Actor, require


@dataclass(frozen=True)
class Removed:
    """What went: how much of the demo, and how much that was added to it."""

    counts: Mapping[str, int] = field(default_factory=dict)
    added: Mapping[str, int] = field(default_factory=dict)


def remove_demo(actor: Actor, added_too: bool = False) -> Removed | None:
    """Take the demo away; nothing where there is none. What was added to it is refused, or goes with it if wished."""
    require(actor, "remove", "demo")
    try:
        with transaction.atomic():
            hold_people()
            demo = standing_demo()
            return _removed(actor, demo, added_too) if demo else None
    except IntegrityError:
        raise Conflict("office.register-changed") from None


def _removed(actor: Actor, demo: Demo, added_too: bool) -> Removed:
    keys = hanging(Body.objects.select_for_update().get(uid=demo.federation))
    refuse_outside(keys)
    added = added_to(demo, keys)
    if added and not added_too:
        raise Conflict("office.demo-added-to", count=sum(added.values()), what=tuple(added))
    bodies = list(Body.objects.filter(pk__in=keys[Body]).order_by("pk"))
    cards = [str(uid) for uid in Person.objects.filter(pk__in=keys.get(Person, ())).values_list("uid", flat=True)]
    _forget(cards, bodies)
    for body in bodies:
        write(actor.name, Change(REMOVED, "body", str(body.uid)), body)
    write_all(actor.name, (Change(REMOVED, "person", uid) for uid in cards))
    _delete(keys)
    counts = counts_of(keys)
    write(actor.name, Change(REMOVED, KIND, SUBJECT, {"counts": counts, "added": added}, None))
    announce(PEOPLE_LIST, *(body_topic(body.uid) for body in bodies))
    return Removed(counts, added)


def _forget(cards: list[str], bodies: list[Body]) -> None:
    """What the journal told of them, and the answers of the API that wait to be repeated."""
    forget_details(Record.objects.filter(kind="person", subject__in=cards))
    forget_details(Record.objects.filter(chain__body__in=bodies))
    forget_details(Record.objects.filter(kind=KIND, subject=SUBJECT))
    uids = (*cards, *(str(body.uid) for body in bodies))
    for answer in Idempotency.objects.all():
        if any(uid in answer.content for uid in uids):
            answer.delete()


def _delete(keys: Keys) -> None:
    """Row by row of what hangs on others first; the chains stay behind without their bodies."""
    Chain.objects.filter(body__in=keys[Body]).update(body=None)
    Person.objects.filter(pk__in=keys.get(Person, ())).update(merged_into=None)
    Body.objects.filter(pk__in=keys[Body]).update(parent=None)
    for model in GOING:
        model._default_manager.filter(pk__in=keys.get(model, ())).delete()  # noqa: SLF001 - Django's documented face
