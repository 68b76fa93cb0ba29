"""Give a person a number of a scheme, or end one: numbers have periods and are never used twice."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction

from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import Conflict, InvalidInput
from fokozat.office.facts import hold_card, plain_facts
from fokozat.office.journal import Change, write
from fokozat.office.live import PEOPLE_LIST, announce
from fokozat.office.models import Number, Person
from fokozat.office.notices import tell_owner
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import keep_search_words
from fokozat.office.wishes import Wish, shown


def give_number(actor: Actor, person: Person, given: Mapping[str, Any]) -> Number:
    """Keep a number; one that is another person's points at two cards of one person, and both are named."""
    require(actor, "change", "person", person)
    number = _wished(given)
    with transaction.atomic():
        number.person = hold_card(person)
        _keep(number)
        keep_search_words(number.person)
        write(actor.name, Change("give-number", "person", str(person.uid), None, number_facts(number)))
        announce(PEOPLE_LIST)
        tell_owner(actor, number.person, "card-changed")
    return number


def end_number(actor: Actor, number: Number, on: date) -> Number:
    """The number holds until this day."""
    require(actor, "change", "person", number.person)
    if number.begins and on < number.begins:
        raise InvalidInput("office.ends-before", "ends")
    with transaction.atomic():
        hold_card(number.person)
        number = Number.objects.select_related("person").get(pk=number.pk)
        before = number_facts(number)
        number.ends = on
        number.save(update_fields=("ends",))
        write(actor.name, Change("end-number", "person", str(number.person.uid), before, number_facts(number)))
        announce(PEOPLE_LIST)
        tell_owner(actor, number.person, "card-changed")
    return number


def number_facts(number: Number) -> dict[str, Any]:
    """A number as plain values."""
    return plain_facts(number, ("scheme", "value", "begins", "ends"))


def _wished(given: Mapping[str, Any]) -> Number:
    wish = Wish(given)
    scheme = wish.choice("scheme", Number.Scheme.values)
    if given.get("scheme") in (None, ""):
        wish.fault("scheme", "missing")
    value = wish.text("value", 40, required=True)
    if value and not plain_number(value):
        wish.fault("value", "no-digit", value=shown(value))
    begins, ends = wish.period()
    wish.refuse_faults()
    return Number(scheme=scheme, value=value, begins=begins, ends=ends)


def _keep(number: Number) -> None:
    """Two who give one number at once: the database lets one of them, the other is told whose it is."""
    _refuse_taken(number)
    try:
        with transaction.atomic():
            number.save(force_insert=True)
    except IntegrityError:
        _refuse_taken(number)
        raise


def _refuse_taken(number: Number) -> None:
    """A number is the same however it is written."""
    same = Number.objects.filter(scheme=number.scheme, plain=plain_number(number.value)).select_related("person")
    held = same.first()
    if held is None:
        return
    if held.person_id == number.person_id:
        raise Conflict("office.number-own", "value", value=held.value)
    raise Conflict("office.number-taken", "value", value=number.value, holder=str(held.person.uid))
