"""Change what is kept of a person; a changed name leaves the former one behind."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.office.actions.register_person import fill_person
from fokozat.office.facts import hold_card, person_facts, step_version
from fokozat.office.journal import Change, write
from fokozat.office.live import PEOPLE_LIST, announce
from fokozat.office.models import FormerName, Person
from fokozat.office.notices import tell_owner
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import keep_search_words
from fokozat.office.wishes import Wish


def change_person(actor: Actor, person: Person, version: int, given: Mapping[str, Any]) -> Person:
    """Change the named facts of a card; who saw an older version is told.

    `former_name` true keeps the old name, for a person who took a new one (`former_until` a day, where it is known);
    a slip of the pen leaves none.
    """
    require(actor, "change", "person", person)
    with transaction.atomic():
        person = hold_card(person)
        before = person_facts(person)
        step_version(person, version, before)
        fill_person(person, {**before, **given})
        _keep_former_name(person, before, given)
        person.save()
        keep_search_words(person)
        write(actor.name, Change("change", "person", str(person.uid), before, person_facts(person)))
        announce(PEOPLE_LIST)
        tell_owner(actor, person, "card-changed")
    return person


def _keep_former_name(person: Person, before: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    wish = Wish(given)
    wanted, until = wish.switched("former_name"), wish.day("former_until")
    wish.refuse_faults()
    if wanted and (person.family, person.given) != (before["family"], before["given"]):
        FormerName.objects.create(person=person, family=before["family"], given=before["given"], until=until)
        person.fill_keys()
