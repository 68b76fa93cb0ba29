"""Two cards of one person become one; the uid that is given up leads to the other for ever, and it can be undone.

Nothing published changes: figures name persons by the uid they had, and an alias says who that is now.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Conflict, InvalidInput, NotFound
from fokozat.office.facts import hold_card, read_uid
from fokozat.office.journal import Change, write
from fokozat.office.live import PEOPLE_LIST, announce, body_topic
from fokozat.office.models import Account, BirthDate, Claim, Consent, Contact, FormerName, Membership, Number, Person
from fokozat.office.models.people import Alias, Merge, NotSame
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import keep_search_words
from fokozat.office.wishes import shown

_MOVING = {"numbers": Number.objects, "consents": Consent.objects, "former_names": FormerName.objects}
_SINGLE = {"birth_date": BirthDate.objects, "contact": Contact.objects, "account": Account.objects}
_MOVING_BACK = {**_MOVING, **_SINGLE, "memberships": Membership.objects, "claims": Claim.objects}


def merge_people(actor: Actor, kept: Person, merged: Person) -> Merge:
    """Move everything from one card to the other and leave an alias behind."""
    for person in (kept, merged):
        require(actor, "merge", "person", person)
    if kept.pk == merged.pk:
        raise InvalidInput("office.same-card", "merged")
    with transaction.atomic():
        kept, merged = _hold_both(kept, merged)
        moved = _move(kept, merged)
        merged.merged_into = kept
        Alias.objects.create(uid=merged.uid, person=kept)
        _refresh(kept, merged)
        merge = Merge.objects.create(kept=kept, merged=merged, moved=moved, at=datetime.now(UTC))
        write(actor.name, Change("merge", "person", str(kept.uid), None, {"merged": str(merged.uid)}))
        _announce(kept, merged)
    return merge


def undo_merge(actor: Actor, merge: Merge) -> None:
    """The two cards stand for themselves again, each with what was its own.

    What was merged last is undone first; of an erased card nothing is left to undo.
    """
    for person in (merge.kept, merge.merged):
        require(actor, "merge", "person", person)
    with transaction.atomic():
        kept = hold_card(merge.kept)
        merge = Merge.objects.select_for_update(of=("self",)).select_related("merged").get(pk=merge.pk)
        if merge.undone_at:
            raise Conflict("office.undone-already")
        if Merge.objects.filter(kept=kept, undone_at=None, pk__gt=merge.pk).exists():
            raise Conflict("office.merged-since", uid=str(kept.uid))
        _move_back(merge)
        merged = merge.merged
        merged.merged_into = None
        Alias.objects.filter(uid=merged.uid).delete()
        _refresh(kept, merged)
        merge.undone_at = datetime.now(UTC)
        merge.save(update_fields=("undone_at",))
        write(actor.name, Change("undo-merge", "person", str(kept.uid), None, {"merged": str(merged.uid)}))
        _announce(kept, merged)


def find_merge(uid: object) -> Merge:
    """The merge by which a uid was given up and that still holds."""
    known = read_uid(uid)
    merges = Merge.objects.select_related("kept__keeper", "merged__keeper").filter(undone_at=None)
    merge = merges.filter(merged__uid=known).first() if known else None
    if merge is None:
        raise NotFound("office.no-merge", uid=shown(uid))
    return merge


def tell_apart(actor: Actor, one: Person, other: Person) -> None:
    """Somebody looked: these are two persons. They are not proposed again."""
    for person in (one, other):
        require(actor, "merge", "person", person)
    if one.pk == other.pk:
        raise InvalidInput("office.same-card", "other")
    with transaction.atomic():
        first, second = sorted(_hold_both(one, other), key=lambda person: person.pk)
        _, new = NotSame.objects.get_or_create(one=first, other=second)
        if new:
            write(actor.name, Change("tell-apart", "person", str(first.uid), None, {"other": str(second.uid)}))


def _hold_both(one: Person, other: Person) -> tuple[Person, Person]:
    """Held in one order, so that two officers who merge crosswise do not wait for each other for ever."""
    held = {person.pk: hold_card(person) for person in sorted((one, other), key=lambda person: person.pk)}
    return held[one.pk], held[other.pk]


def _move(kept: Person, merged: Person) -> dict[str, Any]:
    """What moves, by the keys of its rows; what the kept card has already stays where it is."""
    moved: dict[str, Any] = {}
    for name, cards in _MOVING.items():
        moved[name] = list(cards.filter(person=merged).values_list("pk", flat=True))
    for name, cards in _SINGLE.items():
        free = not cards.filter(person=kept).exists()
        moved[name] = list(cards.filter(person=merged).values_list("pk", flat=True)) if free else []
    theirs = {(each.body_id, each.kind, each.year) for each in kept.memberships.all()}
    moved["memberships"] = [
        each.pk for each in merged.memberships.all() if (each.body_id, each.kind, each.year) not in theirs
    ]
    asking = Claim.objects.filter(person=kept, state=Claim.State.OPEN).values("account")
    open_claims = Claim.objects.filter(person=merged, state=Claim.State.OPEN).exclude(account__in=asking)
    moved["claims"] = list(open_claims.values_list("pk", flat=True))
    for name, cards in _MOVING_BACK.items():
        cards.filter(pk__in=moved[name]).update(person=kept)
    if merged.name_key != kept.name_key:
        moved["name_added"] = FormerName.objects.create(person=kept, family=merged.family, given=merged.given).pk
    return moved


def _move_back(merge: Merge) -> None:
    for name, cards in _MOVING_BACK.items():
        cards.filter(pk__in=merge.moved[name], person=merge.kept_id).update(person=merge.merged)
    FormerName.objects.filter(pk=merge.moved.get("name_added")).delete()


def _announce(*cards: Person) -> None:
    """Who is shown in the list, and how many the bodies have of which they are members."""
    bodies = Membership.objects.filter(person__in=cards).values_list("body__uid", flat=True).distinct()
    announce(PEOPLE_LIST, *map(body_topic, bodies))


def _refresh(*cards: Person) -> None:
    """Names, numbers and versions of cards after something moved."""
    for card in cards:
        card.fill_keys()
        card.version += 1
        card.save()
        keep_search_words(card)
