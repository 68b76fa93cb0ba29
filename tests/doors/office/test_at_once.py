"""Officers at the same moment, each with a connection of their own: one wins, the others are told by whom."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from fokozat.kernel.errors import Conflict, FokozatError
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.claim_card import claim_card, decide_claim
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.merge_people import merge_people, undo_merge
from fokozat.office.facts import person_facts
from fokozat.office.models import Account, Body, Membership, Number, Person, Record, Role
from fokozat.office.models.people import Merge
from fokozat.office.rights import actor_of, operator
from tests.doors.office.conftest import TODAY, NewPerson
from tests.doors.office.seen import links

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("emptied_after")]

THREADS = 30


def at_once(acts: Iterable[Callable[[], Any]]) -> list[Any]:
    """Every act in a thread, all begin together; what each came to, an error or what it gave."""
    every = list(acts)
    barrier = Barrier(len(every))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(20)
            return act()
        except FokozatError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(every)) as pool:
        return list(pool.map(run, every))


def keys(outcomes: list[Any]) -> Counter[str]:
    return Counter(each.key.removeprefix("office.") if isinstance(each, FokozatError) else "done" for each in outcomes)


def changes(person: Person) -> list[Callable[[], Any]]:
    return [partial(change_person, operator(), person, 1, {"given": f"Mária {at}"}) for at in range(THREADS)]


def test_of_thirty_one_changes_the_card_and_all_others_see_what_it_made_of_it(person: Person) -> None:
    outcomes = at_once(changes(person))
    assert keys(outcomes) == {"done": 1, "changed-meanwhile": THREADS - 1}
    kept = Person.objects.select_related("keeper").get(pk=person.pk)
    for told in outcomes:
        if isinstance(told, Conflict):
            assert told.fields["theirs"] == person_facts(kept)
            assert told.fields["version"] == kept.version == 2
    assert Record.objects.filter(verb="change").count() == 1
    assert links() == []


def test_two_change_a_body(society: Body) -> None:
    outcomes = at_once([partial(change_body, operator(), society, 1, {"name": n}) for n in ("Egy", "Kettő")])
    assert keys(outcomes) == {"done": 1, "changed-meanwhile": 1}
    (told,) = (each for each in outcomes if isinstance(each, Conflict))
    assert told.fields["theirs"]["name"] == Body.objects.get(pk=society.pk).name  # type: ignore[index]
    assert links() == []


def test_one_number_for_many(new_person: NewPerson) -> None:
    people = [new_person(f"Minta {at}") for at in range(8)]
    wish = {"scheme": "egf", "value": "77"}
    outcomes = at_once([partial(give_number, operator(), card, wish) for card in people])
    assert keys(outcomes) == {"done": 1, "number-taken": 7}
    holder = Number.objects.get().person
    assert {each.fields["holder"] for each in outcomes if isinstance(each, Conflict)} == {str(holder.uid)}
    assert links() == []


def test_many_enrol_one_person(person: Person) -> None:
    wish = {"body": str(person.keeper.uid), "year": 2012}
    outcomes = at_once([lambda: enrol(operator(), person, wish)] * 8)
    assert keys(outcomes) == {"done": 8}
    assert Membership.objects.count() == Record.objects.filter(verb="enrol").count() == 1
    assert links() == []


def test_two_officers_decide_a_claim_and_two_accounts_one_card(person: Person) -> None:
    accounts = [Account.objects.create(email=f"{at}@example.org") for at in range(2)]
    claims = [claim_card(actor_of(account, TODAY), person) for account in accounts]
    outcomes = at_once([partial(decide_claim, operator(), claim, yes) for claim in claims for yes in (True, True)])
    assert keys(outcomes)["done"] == 1
    assert set(keys(outcomes)) <= {"done", "decided-already", "card-taken"}
    assert Account.objects.filter(person=person).count() == 1
    assert links() == []


def test_merging_crosswise_neither_hangs_nor_doubles(new_person: NewPerson) -> None:
    one, other = new_person("Minta Egy"), new_person("Minta Két")
    acts = [lambda: merge_people(operator(), one, other), lambda: merge_people(operator(), other, one)] * 4
    outcomes = at_once(acts)
    assert keys(outcomes) == {"done": 1, "card-closed": 7}
    merge = Merge.objects.get()
    assert keys(at_once([lambda: undo_merge(operator(), merge)] * 4)) == {"done": 1, "undone-already": 3}
    assert links() == []


def test_erasing_meets_changing(person: Person) -> None:
    outcomes = at_once([lambda: erase_person(operator(), person), *changes(person)[:7]])
    assert keys(outcomes)["done"] in (1, 2)
    assert set(keys(outcomes)) <= {"done", "card-closed", "changed-meanwhile"}
    assert Person.objects.get(pk=person.pk).family == "N. N."
    assert links() == []


def test_one_role_is_granted_once(society: Body) -> None:
    account = Account.objects.create(email="officer@example.org")
    wish = {"role": "officer", "body": str(society.uid)}
    outcomes = at_once([lambda: grant_role(operator(), account, wish)] * 8)
    assert keys(outcomes) == {"done": 1, "has-role": 7}
    assert Role.objects.count() == 1


def test_a_chain_holds_under_many_hands(new_person: NewPerson, society: Body) -> None:
    outcomes = at_once([partial(new_person, f"Minta {at}") for at in range(THREADS)])
    assert keys(outcomes) == {"done": THREADS}
    assert links() == []
