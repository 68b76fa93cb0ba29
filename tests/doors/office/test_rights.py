"""The table of rights: every role on every verb, here, above, beside, too late, and on the own card."""

from datetime import date

import pytest

from fokozat.kernel.errors import Forbidden
from fokozat.office.models import Account, Body, Person
from fokozat.office.rights import VISITOR, actor_of, may, operator, require, table, verbs
from tests.doors.office.conftest import TODAY, NewActor, NewPerson

pytestmark = pytest.mark.django_db

ALL = [(kind, verb) for kind, named in verbs().items() for verb in named]
GRANTED = [role for role in table()["roles"] if role not in ("player", "anyone")]
OWN = {(kind, verb) for kind, verb in ALL if "player" in verbs()[kind][verb]}


def allowed(actor_roles: set[str]) -> set[tuple[str, str]]:
    return {(kind, verb) for kind, verb in ALL if actor_roles & {*verbs()[kind][verb]}}


def reached(actor: object, thing: object) -> set[tuple[str, str]]:
    return {(kind, verb) for kind, verb in ALL if may(actor, verb, kind, thing)}  # type: ignore[arg-type]


def test_the_table_names_known_roles_only() -> None:
    assert {role for kind, verb in ALL for role in verbs()[kind][verb]} <= {*table()["roles"]}


@pytest.mark.parametrize("role", GRANTED)
def test_a_role_holds_for_its_body_and_what_stands_in_it(
    role: str, person: Person, federation: Body, society: Body, new_actor: NewActor
) -> None:
    wanted = allowed({role, "anyone"}) | {("claim", "make"), ("token", "make")}
    for body in (society, federation, None):
        actor = new_actor(role, body)
        assert reached(actor, person) == wanted
        assert reached(actor, society) == wanted


@pytest.mark.parametrize("role", GRANTED)
def test_a_role_holds_nowhere_else(
    role: str, person: Person, federation: Body, beside: Body, new_actor: NewActor
) -> None:
    everybody = allowed({"anyone"}) | {("claim", "make"), ("token", "make")}
    assert reached(new_actor(role, beside), person) == everybody
    assert reached(new_actor(role, person.keeper), federation) == everybody  # what stands below does not reach up
    assert reached(new_actor(role, person.keeper), None) == everybody


@pytest.mark.parametrize(
    ("begins", "ends", "holds"),
    [
        (None, None, True), (TODAY, None, True), (None, TODAY, True), (TODAY, TODAY, True),
        (date(2012, 3, 11), None, False), (None, date(2012, 3, 9), False),
    ],
)  # fmt: skip
def test_a_role_holds_for_its_time(
    begins: date | None, ends: date | None, holds: bool, person: Person, new_actor: NewActor
) -> None:
    period = {name: day for name, day in (("begins", begins), ("ends", ends)) if day}
    assert may(new_actor("registrar", None, **period), "change", "person", person) is holds


def test_a_player_reaches_the_own_card_only(person: Person, new_person: NewPerson, new_actor: NewActor) -> None:
    actor, other = new_actor("", None, person), new_person("Próba Pál")
    assert reached(actor, person) == allowed({"anyone", "player"})
    assert reached(actor, other) == allowed({"anyone"}) | {("claim", "make"), ("token", "make")}
    assert not may(actor, "see", "birth-date")
    assert not may(actor, "change", "contact", person.keeper)


def test_a_visitor_an_inactive_account_and_the_operator(person: Person, new_actor: NewActor) -> None:
    actor = new_actor("administrator")
    assert actor.account is not None
    actor.account.is_active = False
    assert actor_of(actor.account, TODAY) == VISITOR == actor_of(None, TODAY)
    assert reached(VISITOR, person) == allowed({"anyone"})
    assert reached(operator(), person) == set(ALL)


def test_what_is_not_listed_is_refused(person: Person) -> None:
    for verb, kind in (("fly", "person"), ("see", "dragon")):
        with pytest.raises(Forbidden) as told:
            require(operator(), verb, kind, person)
        assert told.value.key == "office.no-right"


def test_nobody_pretends_to_be_the_operator(db: None) -> None:
    account = Account.objects.create_user("operator@example.org")
    assert not actor_of(account, TODAY).is_operator
