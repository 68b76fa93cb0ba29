"""Made-up people with accounts: of a federation, of a society in it, and of another federation."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import operator

PASSWORD = "kavics-es-fonal-7"
LINK = re.compile(r"http://testserver(/\S+)")


@dataclass
class House:
    """Two federations; a society stands in the first; each keeps a card."""

    federation: Body
    society: Body
    foreign: Body
    cards: dict[str, Person] = field(default_factory=dict)


@pytest.fixture(autouse=True)
def quick(settings: Any, db: None) -> Iterator[None]:
    """Passwords that cost nothing, and no memory of how often somebody asked."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def house(db: None) -> House:
    federation = found_body(operator(), {"kind": "federation", "name": "Minta Szövetség"})
    society = found_body(operator(), {"kind": "society", "name": "Minta Társaság", "parent": federation.uid})
    foreign = found_body(operator(), {"kind": "federation", "name": "Näidis Liit"})
    made = House(federation, society, foreign)
    for name, body in (("federation", federation), ("society", society), ("foreign", foreign)):
        made.cards[name] = register_person(operator(), {"family": "Minta", "given": name.title(), "keeper": body.uid})
    return made


Opened = Callable[..., Account]


@pytest.fixture
def account(db: None) -> Opened:
    """An account with a confirmed address and, if wanted, a role of a body and a card."""

    def opened(name: str, role: str = "", body: Body | None = None, card: Person | None = None) -> Account:
        made = Account.objects.create_user(f"{name}@example.org", PASSWORD, language="hu", person=card)
        EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
        if role:
            Role.objects.create(account=made, role=role, body=body)
        return made

    return opened


@pytest.fixture
def signed_in(client: Client) -> Callable[[Account], Client]:
    def signed(account: Account) -> Client:
        client.force_login(account)
        return client

    return signed


def last_link() -> str:
    """The path in the newest letter."""
    found = LINK.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]
