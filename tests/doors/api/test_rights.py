"""Every role on every change of the API: as far as the table of rights lets it, never to a thing of another body."""

from typing import Any

import pytest
from django.test import Client

from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Body, Person, Record
from fokozat.office.rights import operator, verbs
from tests.doors.api.conftest import Caller, Key

pytestmark = pytest.mark.django_db

ROLES = ("player", "leader", "officer", "registrar", "administrator")
# each change: what must be allowed, and a document that is right but for the right
CHANGES: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("post", "/people"): ("register person", {"family": "Minta", "keeper": "BODY"}),
    ("patch", "/people/{uid}"): ("change person", {"given": "Béla"}),
    ("post", "/people/{uid}/numbers"): ("change person", {"scheme": "egf", "value": "17"}),
    ("post", "/people/{uid}/memberships"): ("change membership", {"body": "BODY", "year": 2012}),
    ("post", "/bodies"): ("found body", {"name": "Próba Kör", "parent": "BODY"}),
    ("patch", "/bodies/{uid}"): ("change body", {"place": "Mintaváros"}),
    ("patch", "/bodies/{uid}/look"): ("change-look body", {"light": "#8a2f1d"}),
}


def send(caller: Caller, change: tuple[str, str], card: Person, body: Body) -> int:
    """Ask for the change of this card or in this body."""
    method, path = change
    kept = card if path.startswith("/people") else body
    document = {name: str(body.uid) if value == "BODY" else value for name, value in CHANGES[change][1].items()}
    address = path.format(uid=kept.uid).removeprefix("/")
    status: int = caller(method.upper(), address, document, if_match=f'"{kept.version}"').status_code
    return status


def test_no_change_is_forgotten(client: Client) -> None:
    document = client.get("/api/v1/openapi.json").json()
    changing = {
        (method, path.removeprefix("/api/v1"))
        for path, operations in document["paths"].items()
        for method in operations
        if method in ("post", "put", "patch", "delete") and path.startswith(("/api/v1/people", "/api/v1/bodies"))
    }
    assert changing == set(CHANGES)


@pytest.mark.parametrize("role_and_change", [(role, change) for role in ROLES for change in CHANGES])
def test_a_role_reaches_as_far_as_the_table_and_its_body(
    role_and_change: tuple[str, tuple[str, str]], client: Client, anna: Person, club: Body, new_key: Key
) -> None:
    role, change = role_and_change
    other = found_body(operator(), {"name": "Homok Egyesület", "parent": club.parent.uid if club.parent else ""})
    foreign = register_person(operator(), {"family": "Homok", "keeper": other.uid})
    caller = Caller(client, new_key(role, None if role == "player" else club)[1])
    before = Record.objects.count()
    assert send(caller, change, foreign, other) == 403
    assert Record.objects.count() == before
    verb, kind = CHANGES[change][0].split()
    allowed = role in verbs()[kind][verb]
    assert send(caller, change, anna, club) == ({"post": 201, "patch": 200}[change[0]] if allowed else 403)
    assert (Record.objects.count() > before) is allowed
