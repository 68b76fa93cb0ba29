"""Claims, roles and tokens: what an account asks for and what it is given."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from fokozat.office.actions import claim_card as claim_module
from fokozat.office.actions import grant_role as role_module
from fokozat.office.actions import make_token as token_module
from fokozat.office.actions.claim_card import claim_card, decide_claim
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.grant_role import end_role, grant_role
from fokozat.office.actions.make_token import digest_of_secret, make_token, revoke_token
from fokozat.office.models import Account, Body, Claim, Person, Role, Token
from fokozat.office.rights import VISITOR, Actor, actor_of, operator
from tests.doors.office.conftest import TODAY, NewActor, NewPerson
from tests.doors.office.seen import last_record, nothing_is_left, refused, verbs, whole_database

pytestmark = pytest.mark.django_db


def account_of(actor: Actor) -> Account:
    assert actor.account is not None
    return Account.objects.get(pk=actor.account.pk)


def test_a_card_is_claimed_and_confirmed(person: Person, new_actor: NewActor) -> None:
    player, officer = new_actor(), new_actor("officer", person.keeper)
    claim = claim_card(player, person)
    assert claim_card(player, person) == claim
    assert verbs() == ["register", "claim"]
    assert last_record() == (player.name, "claim", "person", str(person.uid), None, {"account": player.name})
    assert account_of(player).person is None
    decided = decide_claim(officer, claim, True)
    assert (decided.state, account_of(player).person) == ("confirmed", person)
    assert decided.decided_at is not None
    after = {"account": player.name, "state": "confirmed"}
    assert last_record() == (officer.name, "decide-claim", "person", str(person.uid), None, after)


def test_a_claim_is_refused_and_may_be_made_again(person: Person, new_actor: NewActor) -> None:
    player = new_actor()
    claim = decide_claim(operator(), claim_card(player, person), False)
    assert (claim.state, account_of(player).person) == ("refused", None)
    assert claim_card(player, person) != claim


def test_the_second_officer_is_told(person: Person, new_actor: NewActor) -> None:
    claim = claim_card(new_actor(), person)
    decide_claim(operator(), claim, False)
    with refused(Conflict, ("decided-already", "")):
        decide_claim(operator(), claim, True)


def test_a_card_has_one_account_and_an_account_one_card(
    person: Person, new_person: NewPerson, new_actor: NewActor
) -> None:
    first, second, other = new_actor(), new_actor(), new_person("Próba Pál")
    claims = [claim_card(first, person), claim_card(second, person), claim_card(first, other)]
    decide_claim(operator(), claims[0], True)
    with refused(Conflict, ("card-taken", "")):
        decide_claim(operator(), claims[1], True)
    with refused(Conflict, ("has-card", "")):
        decide_claim(operator(), claims[2], True)
    with refused(Conflict, ("card-taken", "")):
        claim_card(second, person)
    with refused(Conflict, ("has-card", "")):
        claim_card(first, other)
    decide_claim(operator(), claims[2], False)


def test_an_erased_card_is_nobodys(person: Person, new_actor: NewActor) -> None:
    player = new_actor()
    claim_card(player, person)
    erase_person(operator(), person)
    assert not Claim.objects.exists()
    with refused(Conflict, ("card-closed", "")):
        claim_card(player, person)


def test_who_claims_and_who_decides(person: Person, beside: Body, new_actor: NewActor) -> None:
    for actor in (VISITOR, operator()):
        with refused(Forbidden, ("no-right", "")):
            claim_card(actor, person)
    player = new_actor()
    claim = claim_card(player, person)
    for actor in (player, new_actor("leader", person.keeper), new_actor("officer", beside), VISITOR):
        with refused(Forbidden, ("no-right", "")):
            decide_claim(actor, claim, True)


def test_a_role_is_granted_and_ends(society: Body, new_actor: NewActor) -> None:
    account = account_of(new_actor())
    wish = {"role": "officer", "body": str(society.uid), "begins": "2012-01-01"}
    role = grant_role(operator(), account, wish)
    facts = {"role": "officer", "body": str(society.uid), "begins": "2012-01-01", "ends": None}
    assert last_record() == ("operator", "grant", "role", str(account.uid), None, facts)
    assert ("officer", society.pk) in actor_of(account, TODAY).roles
    end_role(operator(), role, date(2012, 3, 9))
    assert last_record()[1:] == ("end", "role", str(account.uid), facts, {**facts, "ends": "2012-03-09"})
    assert ("officer", society.pk) not in actor_of(account, TODAY).roles


@pytest.mark.parametrize(
    ("wish", "kind", "faults"),
    [
        ({"role": ""}, InvalidInput, [("missing", "role")]),
        ({"role": "king"}, InvalidInput, [("unknown-choice", "role")]),
        ({"role": "player"}, InvalidInput, [("unknown-choice", "role")]),
        ({"role": "anyone"}, InvalidInput, [("unknown-choice", "role")]),
        ({"begins": "2012-01-02", "ends": "2012-01-01"}, InvalidInput, [("ends-before", "ends")]),
        ({"body": "7"}, NotFound, [("no-body", "body")]),
    ],
)
def test_faults_of_a_role(wish: dict[str, Any], kind: Any, faults: list[Any], new_actor: NewActor) -> None:
    account = account_of(new_actor())
    with refused(kind, *faults):
        grant_role(operator(), account, {"role": "officer", **wish})


def test_one_role_at_one_time(society: Body, new_actor: NewActor) -> None:
    account, wish = account_of(new_actor()), {"role": "officer", "body": str(society.uid)}
    grant_role(operator(), account, {**wish, "begins": "2012-01-01", "ends": "2012-12-31"})
    inside = {"begins": "2012-05-05", "ends": "2012-05-06"}
    for period in ({}, {"begins": "2012-12-31"}, {"ends": "2012-01-01"}, inside):
        with refused(Conflict, ("has-role", "")):
            grant_role(operator(), account, {**wish, **period})
    grant_role(operator(), account, {**wish, "begins": "2013-01-01"})
    grant_role(operator(), account, {**wish, "ends": "2011-12-31"})
    grant_role(operator(), account, {"role": "officer"})
    assert Role.objects.filter(account=account).count() == 4


def test_nobody_grants_more_than_the_own_rights_reach(
    federation: Body, society: Body, beside: Body, new_actor: NewActor
) -> None:
    account = account_of(new_actor())
    registrar = new_actor("registrar", society)
    assert grant_role(registrar, account, {"role": "officer", "body": str(society.uid)}).pk
    for body in (federation, beside, None):
        with refused(Forbidden, ("no-right", "")):
            grant_role(registrar, account, {"role": "officer", "body": str(body.uid) if body else None})
    for role in ("officer", "leader"):
        actor = new_actor(role, society)
        with refused(Forbidden, ("no-right", "")):
            grant_role(actor, account, {"role": "leader", "body": str(society.uid)})


def test_only_administrators_make_and_end_administrators(society: Body, new_actor: NewActor) -> None:
    account, registrar = account_of(new_actor()), new_actor("registrar")
    with refused(Forbidden, ("no-right", "")):
        grant_role(registrar, account, {"role": "administrator", "body": str(society.uid)})
    role = grant_role(new_actor("administrator"), account, {"role": "administrator"})
    with refused(Forbidden, ("no-right", "")):
        end_role(registrar, role, TODAY)
    end_role(operator(), role, TODAY)


def test_a_token_is_shown_once_and_kept_as_a_digest(new_actor: NewActor) -> None:
    actor = new_actor()
    token, secret = make_token(actor, {"name": "my program", "scopes": ["people", "read", "people"]})
    assert (token.scopes, token.ends_at, token.digest) == (["people", "read"], None, digest_of_secret(secret))
    assert last_record() == (actor.name, "make", "token", str(token.uid), None, {"scopes": ["people", "read"]})
    assert secret not in whole_database()
    assert secret.removeprefix("fok_") not in whole_database()
    assert make_token(actor, {"name": "another"})[1] != secret


def test_a_token_opens_on_its_last_day(new_actor: NewActor) -> None:
    token, _ = make_token(new_actor(), {"name": "x", "ends": "2012-03-10"})
    assert token.ends_at == datetime(2012, 3, 11, tzinfo=UTC)
    assert token.scopes == ["read"]


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"name": ""}, [("missing", "name")]),
        ({"name": "x" * 61}, [("too-long", "name")]),
        ({"scopes": ["read", "fly"]}, [("unknown-choice", "scopes")]),
        ({"scopes": "read"}, [("unknown-choice", "scopes")]),
        ({"scopes": [""]}, [("unknown-choice", "scopes")]),
        ({"scopes": 5, "ends": "x"}, [("unknown-choice", "scopes"), ("no-day", "ends")]),
    ],
)
def test_faults_of_a_token(wish: dict[str, Any], faults: list[Any], new_actor: NewActor) -> None:
    actor = new_actor()
    with refused(InvalidInput, *faults):
        make_token(actor, {"name": "x", **wish})


def test_who_makes_and_who_revokes(society: Body, new_actor: NewActor) -> None:
    for actor in (VISITOR, operator()):
        with refused(Forbidden, ("no-right", "")):
            make_token(actor, {"name": "x"})
    maker = new_actor()
    for actor in (new_actor(), new_actor("administrator", society), VISITOR):
        token, _ = make_token(maker, {"name": "x"})
        with refused(Forbidden, ("no-right", "")):
            revoke_token(actor, token)
    for actor in (maker, new_actor("administrator"), operator()):
        token, _ = make_token(maker, {"name": "x"})
        revoke_token(actor, token)
        assert Token.objects.get(pk=token.pk).ends_at is not None
        assert last_record() == (actor.name, "revoke", "token", str(token.uid), None, {"revoked": True})


def test_a_break_in_the_middle_leaves_nothing(
    person: Person, new_actor: NewActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = new_actor()
    nothing_is_left(lambda: claim_card(player, person), monkeypatch, claim_module)
    claim = claim_card(player, person)
    nothing_is_left(lambda: decide_claim(operator(), claim, True), monkeypatch, claim_module)
    wish = {"role": "officer"}
    nothing_is_left(lambda: grant_role(operator(), account_of(player), wish), monkeypatch, role_module)
    nothing_is_left(lambda: make_token(player, {"name": "x"}), monkeypatch, token_module)
