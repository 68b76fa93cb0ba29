"""A made-up federation: a society in it with people, another society beside, and whoever acts."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import Actor, actor_of, operator

TODAY = date(2012, 3, 10)

NewPerson = Callable[..., Person]
NewActor = Callable[..., Actor]


@pytest.fixture
def federation(db: None) -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})


@pytest.fixture
def society(federation: Body) -> Body:
    return found_body(operator(), {"kind": "society", "name": "Kavics Kör", "parent": str(federation.uid)})


@pytest.fixture
def beside(federation: Body) -> Body:
    return found_body(operator(), {"kind": "society", "name": "Fonal Kör", "parent": str(federation.uid)})


@pytest.fixture
def new_person(society: Body) -> NewPerson:
    """Register somebody: `new_person("Minta Őrs", country="HUN")`."""

    def made(name: str = "Minta Mária", keeper: Body = society, **facts: Any) -> Person:
        family, _, given = name.partition(" ")
        return register_person(operator(), {"family": family, "given": given, "keeper": str(keeper.uid), **facts})

    return made


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    return new_person()


@pytest.fixture
def new_actor(db: None) -> NewActor:
    """An account with a role: `new_actor("registrar", society)`; without a role it has none."""

    def made(role: str = "", body: Body | None = None, card: Person | None = None, **period: date) -> Actor:
        account = Account.objects.create(email=f"{role or 'nobody'}{Account.objects.count()}@example.org", person=card)
        if role:
            Role.objects.create(account=account, role=role, body=body, **period)
        return actor_of(account, TODAY)

    return made
