"""The demo through the office's own actions: whole or not at all, once, and gone without a trace but the journal's."""

from datetime import date
from typing import Any

import pytest
from django.db.models import SET_NULL

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import Conflict, Forbidden
from fokozat.kernel.words import word_fault
from fokozat.office.actions import make_demo as making
from fokozat.office.actions import remove_demo as removing
from fokozat.office.actions.claim_card import claim_card, decide_claim
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.import_opening import import_opening
from fokozat.office.actions.make_demo import make_demo
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.register_person import register_person
from fokozat.office.actions.remove_demo import remove_demo
from fokozat.office.actions.set_up import offer_setup
from fokozat.office.ages import is_minor, needs_consent
from fokozat.office.check import check
from fokozat.office.demo import SEED, invent_people
from fokozat.office.demo.people import dice_of
from fokozat.office.demo_rows import GOING, Demo, has_demo, is_untouched
from fokozat.office.duplicates import likenesses
from fokozat.office.models import Account, Body, Consent, Idempotency, Import, Membership, Person, Record, Role
from fokozat.office.models.journal import Chain, Detail
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.preview import Agreed, File
from fokozat.office.queries import Sought, people
from fokozat.office.rights import VISITOR, actor_of, operator
from tests.doors.office.conftest import NewActor
from tests.doors.office.seen import links, nothing_is_left, tables, whole_database

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 19)
JOURNAL = ("office_chain", "office_record", "office_detail", "office_topic")  # and that there was something new


def made(seed: int = SEED) -> Demo:
    demo, is_new = make_demo(operator(), seed, TODAY)
    assert demo
    assert is_new
    return demo


def facts() -> dict[str, Any]:
    """Every table but the journal."""
    return {name: rows for name, rows in tables().items() if name not in JOURNAL}


def own_federation() -> tuple[Body, Person]:
    body = found_body(operator(), {"kind": "club", "name": "Saját Kör"})
    return body, register_person(operator(), {"family": "Saját", "given": "Ilona", "keeper": str(body.uid)})


def refused(key: str, **options: bool) -> dict[str, object]:
    """Removing is refused in one clear line, and nothing is touched."""
    before = tables()
    with pytest.raises(Conflict) as caught:
        remove_demo(operator(), **options)
    assert caught.value.key == f"office.{key}"
    assert all(word_fault(caught.value.faults[0], language) for language in LANGUAGES)
    assert tables() == before
    return dict(caught.value.fields)


# ---------------------------------------------------------------- making


def test_a_whole_federation_as_a_real_one_would_begin() -> None:
    demo = made()
    assert demo.counts == {"bodies": 4, "people": 60, "memberships": 105, "numbers": 60, "systems": 1}
    assert (Import.objects.count(), OpeningRow.objects.count()) == (4, 60)
    minors = [each for each in Person.objects.all() if is_minor(each, TODAY)]
    assert len(minors) == Consent.objects.count() == 12
    assert not any(needs_consent(each, TODAY) for each in Person.objects.all())
    assert Membership.objects.exclude(year=2026).count() == 0
    assert list(likenesses()) == []
    assert Opening.objects.get().signed_by == "Minta Elnök"
    assert {each.number: (each.points, each.title) for each in invent_people(dice_of(SEED, "people"), 2026)} == {
        row.person.numbers.get().value: (int(row.points), row.title) for row in OpeningRow.objects.all()
    }
    assert {record.actor for record in Record.objects.all()} == {"operator"}
    assert check().differences == ()


def test_the_people_stand_in_the_order_of_the_language() -> None:
    made()
    first = {language: [each.shown_name for each in people(Sought(language=language)).rows] for language in LANGUAGES}
    assert len({tuple(order) for order in first.values()}) == len(LANGUAGES)
    assert people(Sought(search="sablo")).rows


def test_a_second_time_changes_nothing() -> None:
    demo = made()
    before = tables()
    assert make_demo(operator(), 7, TODAY) == (demo, False)
    assert make_demo(operator(), SEED, TODAY, only_untouched=True) == (demo, False)
    assert tables() == before


def test_all_of_it_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_left(made, monkeypatch, making)
    assert not has_demo()


def test_it_does_not_stand_among_facts() -> None:
    own_federation()
    before = tables()
    with pytest.raises(Conflict) as caught:
        made()
    assert caught.value.key == "office.demo-among-facts"
    assert all(word_fault(caught.value.faults[0], language) for language in LANGUAGES)
    assert make_demo(operator(), SEED, TODAY, only_untouched=True) == (None, False)
    assert tables() == before


def test_only_a_new_installation_is_untouched() -> None:
    from datetime import UTC, datetime

    assert is_untouched()
    offer_setup(datetime.now(UTC))  # what a server without the demo does at its first start
    assert not is_untouched()
    assert make_demo(operator(), SEED, TODAY, only_untouched=True) == (None, False)
    assert Body.objects.count() == 0


@pytest.mark.parametrize("role", ["registrar", "officer", "leader", ""])
def test_only_administrators_make_and_remove_it(role: str, new_actor: NewActor) -> None:
    actor = new_actor(role) if role else VISITOR
    for action in (lambda: make_demo(actor, SEED, TODAY), lambda: remove_demo(actor)):
        with pytest.raises(Forbidden):
            action()


def test_an_administrator_makes_and_removes_it(new_actor: NewActor) -> None:
    actor = new_actor("administrator")
    assert make_demo(actor, SEED, TODAY)[1]
    assert remove_demo(actor)


# ---------------------------------------------------------------- removing


def test_everything_goes_but_the_journal() -> None:
    account = Account.objects.create_user("own@example.org")
    before = facts()
    demo = made()
    names = [each.family for each in Person.objects.all()]
    records = list(Record.objects.order_by("pk").values_list("pk", "hash"))
    removed = remove_demo(operator())
    assert removed
    assert (removed.counts, removed.added) == (demo.counts, {})
    assert facts() == before
    assert list(Record.objects.order_by("pk").values_list("pk", "hash"))[: len(records)] == records
    assert (check().differences, links()) == ((), [])
    text = whole_database()
    assert [name for name in {*names, "Kavics", "Minta", "DEMO-0", "example.org"} if name in text] == ["example.org"]
    assert Account.objects.get() == account


def test_where_none_is_nothing_is_done() -> None:
    before = facts()
    assert remove_demo(operator()) is None
    assert facts() == before
    made()
    remove_demo(operator())
    assert remove_demo(operator()) is None


def test_it_can_be_made_again_but_never_comes_back_by_itself() -> None:
    made()
    remove_demo(operator())
    assert make_demo(operator(), SEED, TODAY, only_untouched=True) == (None, False)
    made(3)
    assert check().differences == ()
    remove_demo(operator())
    assert check().differences == ()


def test_the_journal_tells_of_the_removal_and_keeps_the_chains() -> None:
    made()
    chains = {chain.name: chain.length for chain in Chain.objects.all()}
    remove_demo(operator())
    after = {chain.name: chain.length for chain in Chain.objects.all()}
    assert {name: after[name] - length for name, length in chains.items()} == {
        name: 61 if name == "people" else 1 for name in chains
    }
    assert not Chain.objects.exclude(body=None).exists()
    told = Detail.objects.filter(record__verb="remove-demo", record__kind="demo").get()
    assert told.before
    assert told.before["counts"]["people"] == 60


def test_nothing_half_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    nothing_is_left(lambda: remove_demo(operator()), monkeypatch, removing)
    assert has_demo()


def test_what_a_user_keeps_beside_it_is_not_touched() -> None:
    made()
    own, ilona = own_federation()
    enrol(operator(), ilona, {"body": own.uid, "year": 2026})
    give_number(operator(), ilona, {"scheme": "egf", "value": "12345678"})
    account = Account.objects.create_user("own@example.org")
    grant_role(operator(), account, {"role": "registrar", "body": own.uid})
    decide_claim(operator(), claim_card(actor_of(account, TODAY), ilona), True)
    before = [Body.objects.filter(pk=own.pk).values(), Person.objects.filter(pk=ilona.pk).values()]
    seen = [list(each) for each in before]
    assert remove_demo(operator())
    assert [list(each.all()) for each in before] == seen
    account.refresh_from_db()
    assert (account.person, Role.objects.count(), Membership.objects.count()) == (ilona, 1, 1)
    assert Detail.objects.filter(record__subject=str(ilona.uid)).count() == 5
    assert check().differences == ()


def add_own_things() -> Account:
    """What a user does while trying: a club in the demo, people in it, a role, a claim, a real member."""
    federation, club = Body.objects.get(kind="federation"), Body.objects.get(name="Kavics Kör")
    card = Person.objects.filter(keeper=club).order_by("pk")[0]
    own, ilona = own_federation()
    enrol(operator(), ilona, {"body": club.uid, "year": 2026})
    enrol(operator(), card, {"body": own.uid, "year": 2026})
    inner = found_body(operator(), {"kind": "club", "name": "Új Kör", "parent": str(federation.uid)})
    register_person(operator(), {"family": "Új", "given": "Pál", "keeper": str(inner.uid)})
    account = Account.objects.create_user("try@example.org")
    grant_role(operator(), account, {"role": "leader", "body": club.uid})
    decide_claim(operator(), claim_card(actor_of(account, TODAY), card), True)
    Idempotency.objects.create(account=account, key="k", digest="d", content=str(card.uid), made_at="2026-11-19T00:00Z")
    return account


ADDED = {"body": 1, "claim": 1, "membership": 2, "person": 1, "role": 1}


def test_what_was_added_to_it_is_said_first_and_goes_only_when_wished() -> None:
    made()
    account = add_own_things()
    fields = refused("demo-added-to")
    assert (fields["count"], fields["what"]) == (6, tuple(ADDED))
    removed = remove_demo(operator(), added_too=True)
    assert removed
    assert removed.added == ADDED
    assert [each.family for each in Person.objects.all()] == ["Saját"]
    assert [each.name for each in Body.objects.all()] == ["Saját Kör"]
    account.refresh_from_db()
    assert (account.person, Role.objects.count(), Idempotency.objects.count()) == (None, 0, 0)
    assert check().differences == ()


def test_a_merge_with_a_real_card_is_undone_first() -> None:
    made()
    _, ilona = own_federation()
    card = Person.objects.exclude(pk=ilona.pk).order_by("pk")[0]
    merge_people(operator(), card, ilona)
    for options in ({}, {"added_too": True}):
        assert refused("demo-stood-on", **options)["what"] == ("merge",)


def test_a_demo_card_merged_into_a_real_one_too() -> None:
    made()
    _, ilona = own_federation()
    merge_people(operator(), ilona, Person.objects.exclude(pk=ilona.pk).order_by("pk")[0])
    assert refused("demo-stood-on", added_too=True)["what"] == ("merge",)


def test_two_cards_of_the_demo_may_be_merged_and_go() -> None:
    made()
    one, other = Person.objects.order_by("pk")[:2]
    merge_people(operator(), one, other)
    assert set(refused("demo-added-to")["what"]) <= {"alias", "merge", "formername"}  # type: ignore[call-overload]
    assert remove_demo(operator(), added_too=True)
    assert (Person.objects.count(), check().differences) == (0, ())


def test_a_balance_in_a_real_system_holds_it() -> None:
    made()
    own, _ = own_federation()
    wish = {"body": str(own.uid), "key": "go", "name": "Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012"}
    system = open_system(operator(), {**wish, "from": "2026-01-01"})
    file = File("list.csv", b"MGSZ number;Points\nDEMO-001;1500\n")
    import_opening(operator(), system, file, Agreed(file.digest, {}), {"day": "2026-01-01", "signed_by": "Minta"})
    assert refused("demo-stood-on", added_too=True)["what"] == ("opening",)
    assert System.objects.count() == 2


def test_everything_that_can_hang_on_it_is_known() -> None:
    """A model that begins to refer to one of these must be decided upon: does it go with the demo, or hold it?"""
    found = {
        relation.related_model
        for model in GOING
        for relation in model._meta.related_objects
        if relation.related_model is not Chain and getattr(relation, "on_delete", None) is not SET_NULL
    }
    assert found - set(GOING) == set()
