"""Every field of every document and question of the API with every hostile text: refused in words, or kept clean."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from fokozat.office.models import Body, Person
from tests.doors.api.conftest import Caller
from tests.doors.hostile import HOSTILE, SURROGATE, unclean_rows

pytestmark = pytest.mark.django_db

OPENAPI = "/api/v1/openapi.json"
TEXTS = HOSTILE | SURROGATE
PERSON = {"family": "Próba", "given": "Pál", "order": "given-first", "sex": "m", "country": "EST"}
BODY = {"kind": "club", "name": "Próba Kör", "short_name": "PK", "country": "EST", "place": "Háza"}
EVENT = {
    "fokozat": "event/1", "name": "Minta Kupa", "game": "go", "board": "19x19", "start": "2012-03-10", "even": True,
    "participants": 84, "rounds_planned": 5, "time": {"base": 60}, "place": "Mintafalva", "section": "A",
    "players": [{"id": "M1", "name": "Minta Anna"}], "rounds": [],
}  # fmt: skip
# What a request sends when nothing is wrong with it; the other fields of its schema are tried beside these.
RIGHT: Mapping[str, Mapping[str, Any]] = {
    "post /api/v1/people": {**PERSON, "hidden_from_search": False},
    "patch /api/v1/people/{uid}": PERSON,
    "post /api/v1/people/{uid}/numbers": {"scheme": "egf", "value": "1", "begins": "2012-01-01"},
    "post /api/v1/people/{uid}/memberships": {"kind": "member", "year": 2012},
    "post /api/v1/bodies": BODY,
    "patch /api/v1/bodies/{uid}": BODY,
    "patch /api/v1/bodies/{uid}/look": {"light": "#8a2f1d", "dark": "#e08a6d"},
    "post /api/v1/rate": EVENT,
    "post /api/v1/explain": EVENT,
}


def document() -> dict[str, Any]:
    told: dict[str, Any] = Client().get(OPENAPI).json()
    return told


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def fields(operation: dict[str, Any]) -> set[str]:
    """The names in the schema of what is sent."""
    sent = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in sent:
        sent = document()["components"]["schemas"][sent["$ref"].rpartition("/")[2]]
    return set(sent.get("properties", {}))


def is_sound(response: Any) -> bool:
    """No fault of ours; what is refused is refused in a problem document."""
    if response.status_code < 400:
        return bool(unclean_rows() == [])
    return bool(response.status_code < 500 and response.headers["Content-Type"].startswith("application/problem+json"))


def test_every_document_that_can_be_sent_is_tried() -> None:
    assert {f"{method} {path}" for method, path, each in operations() if "requestBody" in each} == set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_fields_of_documents(name: str, admin: Caller, anna: Person, club: Body) -> None:
    method, _, path = name.partition(" ")
    operation = document()["paths"][path][method]
    thing: Person | Body = club if "bodies" in path else anna
    address = path.removeprefix("/api/v1/").replace("{uid}", str(thing.uid))
    address += "?edition=mgsz-2012" if RIGHT[name] is EVENT else ""
    beside = {"keeper": str(club.uid)} if name == "post /api/v1/people" else {}
    beside |= {"body": str(club.uid)} if "memberships" in path else {}
    named = fields(operation) | set(RIGHT[name])
    assert named >= set(RIGHT[name])
    for field in sorted(named):
        for text in TEXTS.values():
            for value in (text, [text], {text: text}):
                with transaction.atomic():
                    sent = json.dumps({**RIGHT[name], **beside, field: value}).encode()
                    response = admin(method.upper(), address, sent, if_match=f'"{thing.version}"')
                    assert is_sound(response), (name, field, value, response.status_code, response.content)
                    transaction.set_rollback(True)


def test_a_right_document_is_taken(admin: Caller, anna: Person, club: Body) -> None:
    """Or nothing would be proved."""
    assert admin("POST", "people", {**PERSON, "keeper": str(club.uid)}).status_code == 201
    assert admin("POST", "bodies", {**BODY, "parent": str(club.uid)}).status_code == 201
    assert admin("POST", "rate?edition=mgsz-2012", EVENT).status_code == 200


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_questions_and_addresses(text: str, client: Client, admin: Caller, anna: Person) -> None:
    safe = text.encode("utf-8", "replace").decode()
    for method, path, operation in operations():
        if method != "get":
            continue
        uid = str(anna.keeper.uid if "bodies" in path else anna.uid)
        for asked in operation.get("parameters", ()):
            name, where = asked["name"], asked["in"]
            edition = "{edition}" if where != "path" or name != "edition" else ""
            address = path.replace("{uid}", safe if name == "uid" else uid).replace(edition or "{edition}", "mgsz-2012")
            address = address.replace("{edition}", safe)
            response = client.get(
                address,
                {name: safe} if where == "query" else {},
                headers={"Authorization": f"Bearer {admin.secret}", **header(name, where, safe)},
            )
            assert response.status_code < 500, (path, name)


def header(name: str, where: str, text: str) -> dict[str, str]:
    """A header cannot hold ends of lines: no server lets them through."""
    return {name: " ".join(text.split())} if where == "header" else {}
