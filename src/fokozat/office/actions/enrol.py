"""Enrol a person in a body for a year, as a member or with a licence; or strike the enrolment."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Conflict, InvalidInput
from fokozat.office.facts import find_body, hold_card
from fokozat.office.journal import Change, write
from fokozat.office.live import PEOPLE_LIST, announce, body_topic
from fokozat.office.models import Body, Membership, Person
from fokozat.office.notices import tell_owner
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish


def enrol(actor: Actor, person: Person, given: Mapping[str, Any]) -> Membership:
    """Keep the membership or licence; enrolling twice changes nothing."""
    body = find_body(given.get("body"), "body")
    require(actor, "change", "membership", body)
    wish = Wish(given)
    kind = wish.choice("kind", Membership.Kind.values, Membership.Kind.MEMBER)
    year = wish.year("year") or 0
    wish.refuse_faults()
    if body.closed_on and body.closed_on.year < year:
        raise InvalidInput("office.body-closed", "body", name=body.name)
    with transaction.atomic():
        card = hold_card(person)
        membership, new = Membership.objects.get_or_create(person=card, body=body, kind=kind, year=year)
        if new:
            write(actor.name, Change("enrol", "person", str(card.uid), None, _facts(membership, body)))
            announce(body_topic(body.uid), PEOPLE_LIST)
            tell_owner(actor, card, "card-changed")
    return membership


def strike(actor: Actor, membership: Membership) -> None:
    """Take a membership or licence back, for instance one that was entered by mistake."""
    body, person = membership.body, membership.person
    require(actor, "change", "membership", body)
    with transaction.atomic():
        hold_card(person)
        struck, _ = Membership.objects.filter(pk=membership.pk).delete()
        if not struck:
            raise Conflict("office.struck-already")
        write(actor.name, Change("strike", "person", str(person.uid), _facts(membership, body), None))
        announce(body_topic(body.uid), PEOPLE_LIST)
        tell_owner(actor, person, "card-changed")


def _facts(membership: Membership, body: Body) -> dict[str, Any]:
    return {"body": str(body.uid), "kind": str(membership.kind), "year": membership.year}
