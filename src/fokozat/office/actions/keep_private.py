"""Keep what only few may see: the birth date, contact data, a parent's consent. Each has a right of its own."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import InvalidInput
from fokozat.office.facts import hold_card, plain_facts
from fokozat.office.journal import Change, write
from fokozat.office.models import BirthDate, Consent, Contact, Person
from fokozat.office.notices import tell_owner
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish


def keep_birth_date(actor: Actor, person: Person, given: Mapping[str, Any], today: date) -> None:
    """Keep or, without a day, forget the birth date."""
    require(actor, "change", "birth-date", person)
    wish = Wish(given)
    born = wish.day("born")
    if born and born > today:
        wish.fault("born", "not-born-yet")
    wish.refuse_faults()
    with transaction.atomic():
        card = hold_card(person)
        before = BirthDate.objects.filter(person=card).first()
        if born:
            BirthDate.objects.update_or_create(person=card, defaults={"born": born})
        elif before:
            before.delete()
        facts = [{"born": day.isoformat()} if day else None for day in (before.born if before else None, born)]
        write(actor.name, Change("keep-birth-date", "person", str(card.uid), *facts))
        tell_owner(actor, card, "card-changed")


def keep_contact(actor: Actor, person: Person, given: Mapping[str, Any]) -> None:
    """Keep or, when all is empty, forget how a person is reached."""
    require(actor, "change", "contact", person)
    wish = Wish(given)
    wished = {"email": wish.email("email"), "phone": wish.text("phone", 40), "address": wish.text("address", 300)}
    wish.refuse_faults()
    with transaction.atomic():
        card = hold_card(person)
        before = Contact.objects.filter(person=card).first()
        facts = {name: getattr(before, name) for name in wished} if before else None
        if any(wished.values()):
            Contact.objects.update_or_create(person=card, defaults=wished)
        elif before:
            before.delete()
        write(actor.name, Change("keep-contact", "person", str(card.uid), facts, wished))
        tell_owner(actor, card, "card-changed")


def keep_consent(actor: Actor, person: Person, given: Mapping[str, Any]) -> Consent:
    """Keep a parent's consent."""
    require(actor, "change", "consent", person)
    wish = Wish(given)
    given_by, on = wish.text("given_by", 200, required=True), wish.required_day("on")
    wish.refuse_faults()
    with transaction.atomic():
        consent = Consent.objects.create(person=hold_card(person), given_by=given_by, on=on)
        write(actor.name, Change("keep-consent", "person", str(person.uid), None, _facts(consent)))
        tell_owner(actor, person, "card-changed")
    return consent


def withdraw_consent(actor: Actor, consent: Consent, on: date) -> Consent:
    """A parent takes the consent back."""
    require(actor, "change", "consent", consent.person)
    if on < consent.on:
        raise InvalidInput("office.ends-before", "withdrawn_on")
    with transaction.atomic():
        hold_card(consent.person)
        before = _facts(consent)
        consent.withdrawn_on = on
        consent.save(update_fields=("withdrawn_on",))
        write(actor.name, Change("withdraw-consent", "person", str(consent.person.uid), before, _facts(consent)))
        tell_owner(actor, consent.person, "card-changed")
    return consent


def _facts(consent: Consent) -> dict[str, Any]:
    return plain_facts(consent, ("given_by", "on", "withdrawn_on"))
