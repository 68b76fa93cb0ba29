"""Register a person: a card begins, kept by a body."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.office.actions.close_body import refuse_closed
from fokozat.office.facts import find_body, person_facts
from fokozat.office.journal import Change, write
from fokozat.office.live import PEOPLE_LIST, announce
from fokozat.office.models import Person
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import keep_search_words
from fokozat.office.wishes import Wish


def register_person(actor: Actor, given: Mapping[str, Any]) -> Person:
    """Keep a new person; `keeper` is the uid of the body that keeps the card."""
    keeper = find_body(given.get("keeper"), "keeper")
    require(actor, "register", "person", keeper)
    refuse_closed(keeper, "keeper")
    person = Person(keeper=keeper)
    fill_person(person, given)
    with transaction.atomic():
        person.save()
        keep_search_words(person)
        write(actor.name, Change("register", "person", str(person.uid), None, person_facts(person)))
        announce(PEOPLE_LIST)
    return person


def fill_person(person: Person, given: Mapping[str, Any]) -> None:
    """Put what was wished into a card that is not saved yet."""
    wish = Wish(given)
    person.family = wish.text("family", 100, required=True)
    person.given = wish.text("given", 100)
    person.order = wish.choice("order", Person.Order.values, person.order)
    person.sex = wish.choice("sex", Person.Sex.values, "")
    person.country = wish.country()
    person.hidden_from_search = wish.switched("hidden_from_search")
    wish.refuse_faults()
    person.fill_keys()
