"""Erase a person: results stay under a pseudonym, everything personal goes, the journal stays whole."""

import secrets
from datetime import UTC, date, datetime

from django.db import transaction
from django.db.models import Max, Q

from fokozat.office.facts import hold_card
from fokozat.office.journal import Change, forget_details, write
from fokozat.office.live import PEOPLE_LIST, announce, body_topic, rights_topic
from fokozat.office.models import (
    Account,
    BirthDate,
    Claim,
    Consent,
    Contact,
    FormerName,
    Idempotency,
    Membership,
    Number,
    Person,
    Record,
)
from fokozat.office.models.accounts import Report
from fokozat.office.models.people import Merge, NotSame, SearchWord
from fokozat.office.rights import Actor, require

PSEUDONYM = "N. N."
_PRIVATE = (BirthDate.objects, Contact.objects, Consent.objects)
_NAMING = (FormerName.objects, Number.objects, Membership.objects, SearchWord.objects, Claim.objects, Report.objects)
_PRIVATE_VERBS = ("keep-birth-date", "keep-contact", "keep-consent", "withdraw-consent")
_COMPARING_VERBS = ("merge", "undo-merge", "tell-apart")


def erase_person(actor: Actor, person: Person) -> Person:
    """Take the name and everything private away, also from the journal's details; the uid and the results remain."""
    require(actor, "erase", "person", person)
    with transaction.atomic():
        person = hold_card(person)
        cards = cards_of(person)
        bodies = set(Membership.objects.filter(person__in=cards).values_list("body__uid", flat=True))
        accounts = list(Account.objects.filter(person__in=cards).values_list("uid", flat=True))
        for card in cards:
            _strip(card)
            _forget_likenesses(card)
        write(actor.name, Change("erase", "person", str(person.uid), None, {"erased": True}))
        announce(PEOPLE_LIST, *map(body_topic, bodies), *map(rights_topic, accounts))
    return Person.objects.select_related("keeper").get(pk=person.pk)


def forget_lapsed(actor: Actor, today: date, years: int) -> list[Person]:
    """The retention job: contact data and birth dates of who has belonged nowhere for so many full years.

    Who never belonged anywhere counts from the year of registration.
    """
    require(actor, "erase", "person")
    first = today.year - years
    with transaction.atomic():
        lapsed = [card for card in _with_private() if _last_year(card) < first]
        for card in lapsed:
            for each in cards_of(card):
                for rows in _PRIVATE:
                    rows.filter(person=each).delete()
                told = Record.objects.filter(kind="person", subject=str(each.uid), verb__in=_PRIVATE_VERBS)
                forget_details(told)
            write(actor.name, Change("forget-private", "person", str(card.uid), None, {"last_year_before": first}))
    return lapsed


def cards_of(person: Person) -> list[Person]:
    """The card and all that were merged into it, and into those."""
    return [person, *(card for merged in person.merged_from.order_by("pk") for card in cards_of(merged))]


def _strip(card: Person) -> None:
    card.family, card.given = PSEUDONYM, secrets.token_hex(3).upper()
    card.sex, card.country = "", ""
    card.erased_at = datetime.now(UTC)
    card.hidden_from_search = True
    card.version += 1
    for rows in (*_PRIVATE, *_NAMING):
        rows.filter(person=card).delete()
    forget_details(Record.objects.filter(kind="person", subject=str(card.uid)))
    Idempotency.objects.filter(content__contains=str(card.uid)).delete()  # answers of the API that wait to be repeated
    _close_account(card)
    card.fill_keys()
    card.save()


def _close_account(card: Person) -> None:
    """A player's login goes with the card; one that holds a role in the house stays, without the card."""
    Account.objects.filter(person=card, roles=None).delete()
    Account.objects.filter(person=card).update(person=None)


def _forget_likenesses(card: Person) -> None:
    """Whoever looked like this card bears its name: that they were compared must not lead back to it."""
    NotSame.objects.filter(Q(one=card) | Q(other=card)).delete()
    Merge.objects.filter(Q(kept=card) | Q(merged=card)).exclude(undone_at=None).delete()
    uid = str(card.uid)
    compared = Record.objects.filter(kind="person", verb__in=_COMPARING_VERBS)
    forget_details(compared, Q(after__merged=uid) | Q(after__other=uid))


def _with_private() -> list[Person]:
    """The living cards of whom something private is kept, if only with a card that was merged into them."""
    kept = Q(birth_date__isnull=False) | Q(contact__isnull=False) | Q(consents__isnull=False)
    living = {card.pk: card for card in map(_living, Person.objects.filter(kept, erased_at=None).distinct())}
    return [living[key] for key in sorted(living)]


def _living(card: Person) -> Person:
    while card.merged_into is not None:
        card = card.merged_into
    return card


def _last_year(person: Person) -> int:
    """The year in which the person last belonged somewhere, or was registered."""
    years = Membership.objects.filter(person__in=cards_of(person)).aggregate(last=Max("year"))
    if years["last"]:
        return int(years["last"])
    began = Record.objects.filter(kind="person", subject=str(person.uid)).order_by("at").first()
    return began.at.year if began else 0
