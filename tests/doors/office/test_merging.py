"""Two cards become one, and two again: what moves, what stays, and that undoing puts every row back."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput
from fokozat.office.actions import merge_people as module
from fokozat.office.actions.claim_card import claim_card
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.actions.register_person import register_person
from fokozat.office.facts import find_person
from fokozat.office.models import Account, Body, Membership, Number, Person
from fokozat.office.models.people import Alias, Merge, NotSame
from fokozat.office.queries import Sought, people
from fokozat.office.rights import actor_of, operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import Rows, last_record, links, nothing_is_left, refused, tables, verbs

GROWING = ("office_chain", "office_record", "office_detail", "office_merge")
BODIES = ("Kavics Kör", "Fonal Kör")


def facts() -> Rows:
    """Every row but what only grows; versions step with every change, and words get new keys."""
    rows = {name: found for name, found in tables().items() if name not in GROWING}
    rows["office_person"] = list(Person.objects.order_by("pk").values_list(*_STAYING))
    rows["office_searchword"] = sorted(Person.objects.values_list("pk", "search_words__word", "search_words__keeper"))
    return rows


_STAYING = [field.name for field in Person._meta.fields if field.name != "version"]


@pytest.mark.django_db
class TestOne:
    """One merge, looked at closely."""

    def test_everything_moves(self, person: Person, new_person: NewPerson, beside: Body) -> None:
        other = new_person("Próba Mária")
        number = give_number(operator(), other, {"scheme": "egf", "value": "77"})
        enrol(operator(), other, {"body": str(beside.uid), "year": 2011})
        keep_birth_date(operator(), other, {"born": "1990-01-01"}, TODAY)
        merge_people(operator(), person, other)
        assert find_person(other.uid) == person
        assert find_person(person.uid) == person
        assert Alias.objects.get(uid=other.uid).person == person
        assert Number.objects.get(pk=number.pk).person == person
        kept = Person.objects.get(pk=person.pk)
        assert kept.birth_date.born.year == 1990
        assert kept.name_search == "minta maria proba maria"
        assert kept.memberships.count() == 1
        assert last_record() == (
            "operator", "merge", "person", str(person.uid), None, {"merged": str(other.uid)},
        )  # fmt: skip
        assert people(Sought(search="proba")).rows == (kept,)
        assert people(Sought(search="77")).rows == (kept,)

    def test_what_the_kept_card_has_stays_its_own(self, person: Person, new_person: NewPerson) -> None:
        other = new_person("Mária Minta")
        for card, born in ((person, "1990-01-01"), (other, "1991-01-01")):
            keep_birth_date(operator(), card, {"born": born}, TODAY)
            enrol(operator(), card, {"body": str(person.keeper.uid), "year": 2012})
        merge_people(operator(), person, other)
        assert Person.objects.get(pk=person.pk).birth_date.born.year == 1990
        assert Person.objects.get(pk=other.pk).birth_date.born.year == 1991
        assert Membership.objects.filter(person=person).count() == 1
        assert not person.former_names.exists()  # the same words, only in another order

    def test_open_claims_move_too(self, person: Person, new_person: NewPerson, new_actor: NewActor) -> None:
        other, both, one = new_person("Minta Mária"), new_actor(), new_actor()
        for actor, card in ((both, person), (both, other), (one, other)):
            claim_card(actor, card)
        merge_people(operator(), person, other)
        assert person.claims.count() == 2
        assert other.claims.count() == 1

    def test_aliases_lead_on(self, new_person: NewPerson) -> None:
        first, second, third = (new_person(f"Minta {name}") for name in ("Egy", "Két", "Há"))
        merge_people(operator(), second, first)
        merge_people(operator(), third, second)
        assert {find_person(card.uid) for card in (first, second, third)} == {third}

    def test_a_card_is_merged_once(self, person: Person, new_person: NewPerson) -> None:
        other, third = new_person("Próba Pál"), new_person("Próba Péter")
        merge_people(operator(), person, other)
        for kept, merged in ((person, other), (other, person), (other, third), (third, other)):
            with refused(Conflict, ("card-closed", "")):
                merge_people(operator(), kept, merged)
        with refused(InvalidInput, ("same-card", "merged")):
            merge_people(operator(), person, person)

    def test_undone_once_and_the_last_first(self, new_person: NewPerson) -> None:
        first, second, third, fourth = (new_person(f"Minta {name}") for name in ("Egy", "Két", "Há", "Né"))
        early = merge_people(operator(), second, first)
        late = merge_people(operator(), second, fourth)
        above = merge_people(operator(), third, second)
        with refused(Conflict, ("card-closed", "")):
            undo_merge(operator(), late)
        undo_merge(operator(), above)
        with refused(Conflict, ("merged-since", "")):
            undo_merge(operator(), early)
        undo_merge(operator(), late)
        undo_merge(operator(), early)
        for merge in (early, late, above):
            with refused(Conflict, ("undone-already", "")):
                undo_merge(operator(), merge)
        assert not Alias.objects.exists()
        assert links() == []

    def test_an_erased_card_comes_not_back(self, person: Person, new_person: NewPerson) -> None:
        merge = merge_people(operator(), person, new_person("Próba Pál"))
        erase_person(operator(), person)
        with refused(Conflict, ("card-closed", "")):
            undo_merge(operator(), merge)

    def test_told_apart(self, person: Person, new_person: NewPerson) -> None:
        other = new_person("Minta Mária")
        tell_apart(operator(), other, person)
        tell_apart(operator(), person, other)
        assert NotSame.objects.get().one == person
        assert verbs() == ["register", "register", "tell-apart"]
        with refused(InvalidInput, ("same-card", "other")):
            tell_apart(operator(), person, person)

    @pytest.mark.parametrize("role", ["officer", "leader", "player"])
    def test_who_may_not(self, role: str, person: Person, new_person: NewPerson, new_actor: NewActor) -> None:
        other, actor = new_person("Próba Pál"), new_actor(role, person.keeper)
        merge = merge_people(operator(), other, new_person("Próba Péter"))
        acts: list[Callable[[], Any]] = [
            lambda: merge_people(actor, person, other),
            lambda: undo_merge(actor, merge),
            lambda: tell_apart(actor, person, other),
        ]
        for act in acts:
            with refused(Forbidden, ("no-right", "")):
                act()

    def test_both_cards_must_be_within_reach(
        self, person: Person, new_person: NewPerson, beside: Body, new_actor: NewActor
    ) -> None:
        far, registrar = new_person("Minta Mária", beside), new_actor("registrar", person.keeper)
        merge = merge_people(operator(), new_person("Próba Pál"), new_person("Próba Pál", beside))
        for act in (
            lambda: merge_people(registrar, person, far),
            lambda: merge_people(registrar, far, person),
            lambda: undo_merge(registrar, merge),
        ):
            with refused(Forbidden, ("no-right", "")):
                act()
        merge_people(new_actor("registrar", person.keeper.parent), person, far)

    def test_a_break_in_the_middle_leaves_nothing(
        self, person: Person, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = new_person("Próba Pál")
        give_number(operator(), other, {"scheme": "egf", "value": "77"})
        nothing_is_left(lambda: merge_people(operator(), person, other), monkeypatch, module)
        merge = merge_people(operator(), person, other)
        nothing_is_left(lambda: undo_merge(operator(), merge), monkeypatch, module)


Belonging = dict[str, Any]
CARDS: st.SearchStrategy[Belonging] = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["Minta Mária", "Mária Minta", "Próba Őrs", "Próba Örs"]),
        "numbers": st.lists(st.sampled_from(["komir", "fide", "egf", "licence"]), max_size=3),
        "years": st.sets(st.tuples(st.sampled_from(BODIES), st.sampled_from([2011, 2012])), max_size=3),
        "born": st.booleans(), "contact": st.booleans(), "consents": st.integers(0, 2),
        "account": st.booleans(), "claimed": st.booleans(),
    }
)  # fmt: skip


class TestMany(TestCase):
    """Cards of every make: undoing all merges, the last first, puts every row back where it was."""

    @settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.lists(CARDS, min_size=2, max_size=4), st.data())
    def test_undoing_restores_every_row(self, cards: list[Belonging], data: st.DataObject) -> None:
        bodies = {name: found_body(operator(), {"name": name}) for name in BODIES}
        made = [self.card(at, belonging, bodies) for at, belonging in enumerate(cards)]
        before, living = facts(), made
        merges: list[Merge] = []
        while len(living) > 1 and (not merges or data.draw(st.booleans())):
            kept, merged = data.draw(st.permutations(living))[:2]
            merges.append(merge_people(operator(), kept, merged))
            living = [card for card in living if card != merged]
            assert {find_person(card.uid) for card in made} == set(living)
        assert Merge.objects.filter(undone_at=None).count() == len(merges)
        for merge in reversed(merges):
            undo_merge(operator(), merge)
        assert facts() == before
        assert links() == []

    def card(self, at: int, belonging: Belonging, bodies: dict[str, Body]) -> Person:
        family, _, given_name = belonging["name"].partition(" ")
        wish = {"family": family, "given": given_name, "keeper": str(bodies[BODIES[0]].uid)}
        card = register_person(operator(), wish)
        for number, scheme in enumerate(belonging["numbers"]):
            give_number(operator(), card, {"scheme": scheme, "value": f"{at}-{number}"})
        for body, year in sorted(belonging["years"]):
            enrol(operator(), card, {"body": str(bodies[body].uid), "year": year})
        if belonging["born"]:
            keep_birth_date(operator(), card, {"born": "1990-01-01"}, TODAY)
        if belonging["contact"]:
            keep_contact(operator(), card, {"phone": str(at)})
        for _ in range(belonging["consents"]):
            keep_consent(operator(), card, {"given_by": "Minta Márta", "on": "2012-01-01"})
        if belonging["claimed"]:
            account = Account.objects.get_or_create(email="asking@example.org")[0]
            claim_card(actor_of(account, TODAY), card)
        if belonging["account"]:
            Account.objects.create(email=f"{at}@example.org", person=card)
        return card
