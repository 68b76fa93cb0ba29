"""Undo an import: exactly what it made goes away, as long as nothing newer stands on it."""

from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Q

from fokozat.kernel.errors import Conflict
from fokozat.office.batches import batches
from fokozat.office.facts import hold_body
from fokozat.office.import_keeping import import_facts
from fokozat.office.journal import PEOPLE, Change, write, write_all
from fokozat.office.live import PEOPLE_LIST, announce, body_topic
from fokozat.office.models import (
    BirthDate,
    Body,
    Contact,
    Import,
    Membership,
    Number,
    Person,
    Record,
)
from fokozat.office.models.journal import Detail
from fokozat.office.models.people import Merge
from fokozat.office.models.systems import Opening, OpeningRow
from fokozat.office.openings import stands_on
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import keep_search_words

_MOST_NAMED = 20
# What happens to a card that was there before and leaves the rows alone that an import added.
_HARMLESS = (
    "change", "claim", "decide-claim", "keep-consent", "withdraw-consent", "tell-apart", "enrol", "strike",
    "give-number",
)  # fmt: skip
_ADDED = {
    "numbers": Number.objects,
    "birth_dates": BirthDate.objects,
    "contacts": Contact.objects,
    "memberships": Membership.objects,
}


def undo_import(actor: Actor, kept: Import) -> Import:
    """Take back what the import made; what stands on it is named, and then nothing is undone."""
    require(actor, "import", "person" if kept.kind == Import.Kind.MEMBERS else "opening", kept.body)
    with transaction.atomic():
        body = hold_body(kept.body)
        kept = Import.objects.select_for_update(of=("self",)).get(pk=kept.pk)
        if kept.undone_at:
            raise Conflict("office.import-undone-already", uid=str(kept.uid))
        if kept.kind == Import.Kind.MEMBERS:
            _undo_members(actor, kept)
        else:
            _undo_opening(actor, kept, body)
        kept.undone_at = datetime.now(UTC)
        kept.save(update_fields=("undone_at",))
        write(actor.name, Change("undo-import", "import", str(kept.uid), import_facts(kept), None), body)
        announce(body_topic(body.uid), PEOPLE_LIST)
    return kept


def _undo_opening(actor: Actor, kept: Import, body: Body) -> None:
    opening = Opening.objects.select_for_update(of=("self",)).select_related("system").get(uid=kept.made["opening"])
    standing = stands_on(opening)
    if standing:
        raise Conflict("office.opening-stood-on", count=sum(standing.values()), what=tuple(standing))
    opening.rows.all().delete()
    opening.undone_at = datetime.now(UTC)
    opening.save(update_fields=("undone_at",))
    before = {"system": str(opening.system.uid), "day": opening.day.isoformat(), "signed_by": opening.signed_by}
    write(actor.name, Change("undo-import", "opening", str(opening.uid), before, None), body)


def _undo_members(actor: Actor, kept: Import) -> None:
    made, touched = list(kept.made["people"]), list(kept.made["touched"])
    _refuse_newer(made, touched, kept)
    for name, rows in _ADDED.items():
        for keys in batches(kept.made[name]):
            rows.filter(pk__in=keys).delete()
    for uids in batches(made):
        Detail.objects.filter(record__kind="person", record__subject__in=uids).delete()
        Person.objects.filter(uid__in=uids).delete()
    for uids in batches(touched):
        for card in Person.objects.filter(uid__in=uids):
            keep_search_words(card)
    told = {"import": str(kept.uid)}
    write_all(actor.name, (Change("undo-import", "person", uid, told, None) for uid in (*made, *touched)))


def _refuse_newer(made: list[str], touched: list[str], kept: Import) -> None:
    """A new card must be as the import left it; of a card that was there, the rows that the import added to it."""
    newer = Record.objects.filter(chain__name=PEOPLE, kind="person", place__gt=kept.made["journal"][-1])
    found: list[tuple[str, str]] = []
    for uids in batches(made):
        found += newer.filter(subject__in=uids).values_list("verb", "subject")
        cards = Person.objects.filter(uid__in=uids)
        found += [("merge", str(uid)) for uid in cards.exclude(merged_into=None).values_list("uid", flat=True)]
        merged = Merge.objects.filter(Q(kept__in=cards) | Q(merged__in=cards)).values_list("merged__uid", flat=True)
        found += [("merge", str(uid)) for uid in merged]
        begun = OpeningRow.objects.filter(person__in=cards).values_list("person__uid", flat=True)
        found += [("opening", str(uid)) for uid in begun]
    for uids in batches(touched):
        found += newer.filter(subject__in=uids).exclude(verb__in=_HARMLESS).values_list("verb", "subject")
    if found:
        _refuse(found)


def _refuse(found: list[tuple[str, str]]) -> None:
    """Name the cards on which something stands, and what it is."""
    uids = list(dict.fromkeys(subject for _, subject in found))
    cards = Person.objects.filter(uid__in=uids[:_MOST_NAMED]).order_by("pk")
    who = tuple(card.shown_name for card in cards)
    what = tuple(sorted({verb for verb, _ in found}))
    raise Conflict("office.import-stood-on", count=len(uids), who=who, uids=tuple(uids), what=what)
