"""Made-up people for the tests of what must not be possible."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from fokozat.office import limits
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import operator

SignedIn = Callable[..., Client]


@pytest.fixture(autouse=True)
def forgetful(settings: Any, db: None) -> Iterator[None]:
    """Nobody asked before, and passwords cost nothing."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    limits.empty_pockets()
    yield
    limits.empty_pockets()


@pytest.fixture
def federation() -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})


@pytest.fixture
def foreign() -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Näidis Liit", "country": "EST"})


@pytest.fixture
def card(federation: Body) -> Person:
    return register_person(operator(), {"family": "Minta", "given": "Anna", "keeper": str(federation.uid)})


@pytest.fixture
def signed_in() -> SignedIn:
    """A browser of its own: `signed_in("registrar", federation)`."""

    def opened(role: str = "", body: Body | None = None, **extra: Any) -> Client:
        client = Client(**extra)
        account = Account.objects.create_user(
            f"{role or 'nobody'}{Account.objects.count()}@example.org", "kavics-es-fonal-7"
        )
        if role:
            Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return opened
