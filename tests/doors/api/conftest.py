"""A made-up federation with a club, two people, and accounts with tokens."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.test import Client

from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.make_token import SCOPES, make_token
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Token
from fokozat.office.rights import actor_of, operator

Key = Callable[..., tuple[Token, str]]


@dataclass(frozen=True)
class Caller:
    """A program that asks with a token, or without one."""

    client: Client
    secret: str = ""

    def __call__(self, method: str, address: str, document: object = None, **headers: str) -> Any:
        """Send a request; `if_match` and the like become headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            named["authorization"] = f"Bearer {self.secret}"
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        sent = {} if method == "GET" else {"data": body, "content_type": "application/json"}
        return self.client.generic(method, f"/api/v1/{address}", **sent, headers=named)  # type: ignore[arg-type]


@pytest.fixture
def federation(db: None) -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})


@pytest.fixture
def club(federation: Body) -> Body:
    return found_body(operator(), {"name": "Kavics Egyesület", "country": "HUN", "parent": federation.uid})


@pytest.fixture
def anna(club: Body) -> Person:
    anna = register_person(operator(), {"family": "Őrsi", "given": "Anna", "country": "HUN", "keeper": club.uid})
    enrol(operator(), anna, {"body": club.uid, "year": date.today().year})  # noqa: DTZ011 - the office has one clock
    return anna


@pytest.fixture
def new_key(db: None) -> Key:
    """Make an account with a role, and a token of it."""

    def made(role: str = "administrator", body: Body | None = None, scopes: tuple[str, ...] = SCOPES) -> Any:
        account = Account.objects.create_user(f"{role}{Account.objects.count()}@example.org")
        if role != "player":
            grant_role(operator(), account, {"role": role, "body": body.uid if body else None})
        return make_token(actor_of(account, date(2026, 1, 1)), {"name": "test", "scopes": list(scopes)})

    return made


@pytest.fixture
def visitor(client: Client) -> Caller:
    return Caller(client)


@pytest.fixture
def admin(client: Client, new_key: Key) -> Caller:
    return Caller(client, new_key()[1])
