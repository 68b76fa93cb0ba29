"""Every class of error as a problem document, and no input silly enough for a 500."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from fokozat.api import problems
from fokozat.kernel.errors import BrokenInvariant, Conflict, FokozatError, Forbidden, InvalidInput, NotFound
from fokozat.kernel.words import LANGUAGES, Words

Document = dict[str, Any]
RATE = "/api/v1/rate?edition=mgsz-2012"


def problem_of(response: Any, status: int) -> dict[str, Any]:
    """The problem document of a response, looked at from all sides."""
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert {"type", "title", "status", "detail"} <= set(found)
    assert found["status"] == status
    assert found["type"] == f"urn:fokozat:{problems.NAMES[status]}"
    for fault in found.get("faults", []):
        assert set(fault) == {"key", "place", "text", "fields"}
        assert fault["text"].strip()
    return found


def send(client: Client, body: bytes | str, address: str = RATE, kind: str = "application/json") -> Any:
    return client.post(address, data=body, content_type=kind)


def test_faults_of_a_document_come_with_their_places(client: Client, document: Document) -> None:
    document |= {"start": "soon", "participants": -1}
    document["time"]["overtime"].pop("seconds")
    found = problem_of(send(client, json.dumps(document)), 422)
    assert [fault["place"] for fault in found["faults"]] == ["start", "participants", "time.overtime.seconds"]
    assert found["fault_count"] == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_paragraph_forbids(client: Client, document: Document, language: str) -> None:
    document["time"] = {"base": 60, "overtime": {"kind": "fischer", "seconds": 10}}
    address = f"{RATE}&switch=fischer=committee&lang={language}"
    found = problem_of(send(client, json.dumps(document), address), 403)
    assert found["paragraph"] == "6.§(2)"
    assert found["title"] == Words.of("api").say("forbidden.title", language)


@pytest.mark.parametrize("edition", ["nothing", "9" * 20, "9" * 5000, "%00", "%ff", "..", "mgsz-2012%0a"])
def test_unknown_editions(client: Client, document: Document, edition: str) -> None:
    problem_of(client.get(f"/api/v1/editions/{edition}"), 404)
    problem_of(send(client, json.dumps(document), f"/api/v1/rate?edition={edition}"), 404)


@pytest.mark.parametrize("player", ["M3", "9" * 20, "%00", "%ed%a0%80", "x" * 5000])
def test_unknown_players(client: Client, document: Document, player: str) -> None:
    address = f"/api/v1/explain?edition=mgsz-2012&player={player}"
    assert problem_of(send(client, json.dumps(document), address), 404)["faults"][0]["key"] == "ratings.unknown-player"


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("", "api.parameter-missing"),
        ("?edition=mgsz-2012&lang=de", "api.parameter-unknown"),
        ("?edition=mgsz-2012&lang=", "api.parameter-unknown"),
        ("?edition=mgsz-2012&switch=fischer", "api.switch"),
        ("?edition=mgsz-2012&switch==", "api.switch"),
        ("?edition=mgsz-2012&switch=", "api.switch"),
        ("?edition=mgsz-2012&switch=weather=fine", "regulations.unknown-reading"),
        ("?edition=mgsz-2012&switch=fischer=never", "regulations.unknown-choice"),
    ],
)
def test_slips_in_the_address(client: Client, document: Document, query: str, key: str) -> None:
    found = problem_of(send(client, json.dumps(document), f"/api/v1/rate{query}"), 422)
    assert found["faults"][0]["key"] == key


@pytest.mark.parametrize(
    "body",
    [
        b"", b" ", b"{", b"null", b"true", b"[]", b"1", b'"event"', b"{}", b'{"fokozat": "event/9"}', b"\xff\xfe{\x00}",
        b'{"name": "\xff"}', b'{"name": "\\ud800"}', b'{"a": NaN}', b'{"a": 1e999999999}', b"[" + b"9" * 10_000 + b"]",
        b"[" * 200_000, b'{"a":' * 200_000, b'{"fokozat": "event/1", "fokozat": "event/1"}', b"\x00" * 1000, b"\x89PNG",
    ],
)  # fmt: skip
def test_bodies_that_are_no_document(client: Client, body: bytes) -> None:
    assert problem_of(send(client, body), 422)["faults"]


@pytest.mark.parametrize(
    "change",
    [
        {"rounds_planned": 10**9},
        {"participants": 10**30},
        {"rounds_planned": -1},
        {"time": {"base": "1/0"}},
        {"time": {"base": 60, "overtime": {"kind": "canadian", "moves": 0, "seconds": 300}}},
        {"rulings": [{"paragraph": "6.§(2)", "sets": {"multiplier": -1}}]},
        {"rulings": [{"paragraph": "6.§(2)", "sets": {"multiplier": True}}]},
        {"rulings": [{"paragraph": "6.§(2)", "sets": {"multiplier": "1/3"}}]},
        {"traits": "all"},
        {"traits": [[]]},
        {"players": {}},
        {"players": [None]},
        {"players": [{"id": "M1"}, {"id": "M1"}]},
        {"rounds": [{"number": 1, "games": [{"first": "M1", "second": "M1"}]}]},
        {"game": "chess"},
    ],
    ids=lambda change: json.dumps(change)[:40],
)
def test_documents_that_cannot_be_rated(client: Client, document: Document, change: Document) -> None:
    for address in (RATE, "/api/v1/explain?edition=mgsz-2012"):
        assert problem_of(send(client, json.dumps(document | change), address), 422)["faults"]


def test_a_thousand_rounds_are_answered_soon(client: Client, document: Document) -> None:
    assert send(client, json.dumps(document | {"rounds_planned": 1000})).status_code == 200


def test_many_faults_are_cut_off_and_counted(client: Client, document: Document) -> None:
    found = problem_of(send(client, json.dumps(document | {"players": [1] * 500})), 422)
    assert (len(found["faults"]), found["fault_count"]) == (problems.MOST_FAULTS, 500)


@pytest.mark.parametrize("size", [5_000_001, 20_000_000])
def test_too_large_a_body(client: Client, size: int) -> None:
    problem_of(send(client, b" " * size), 413)


@pytest.mark.parametrize("kind", ["image/png", "application/xml", "multipart/form-data; boundary=x", "nonsense"])
def test_kinds_of_bodies_that_are_not_read(client: Client, document: Document, kind: str) -> None:
    problem_of(send(client, json.dumps(document), kind=kind), 415)


@pytest.mark.parametrize("address", ["/api/v1/nothing", "/api/v1/", "/api/v2/rate", "/api/"])
def test_addresses_that_are_none(client: Client, address: str) -> None:
    problem_of(client.get(address), 404)


@pytest.mark.parametrize(("method", "address"), [("get", RATE), ("put", RATE), ("post", "/api/v1/editions")])
def test_methods_that_an_address_does_not_know(client: Client, method: str, address: str) -> None:
    response = getattr(client, method)(address)
    problem_of(response, 405)
    assert response["Allow"]


def test_a_strange_host(client: Client) -> None:
    problem_of(client.get("/api/v1/editions", headers={"host": "evil.example"}), 400)


@pytest.mark.parametrize(
    "error", [BrokenInvariant("a secret of the house"), ZeroDivisionError("a secret of the house")]
)
def test_our_own_fault_tells_nothing_of_the_house(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("fokozat.api.urls.rate", broken)
    client.raise_request_exception = False
    response = send(client, json.dumps(document))
    problem_of(response, 500)
    assert "secret" not in response.content.decode()
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InvalidInput("formats.required", "name"), 422),
        (Forbidden("mgsz_2012.increment-ruling", "6.§(2)"), 403),
        (NotFound("regulations.unknown-edition", edition="x", known="y"), 404),
        (Conflict("formats.required", "name"), 409),
    ],
)
def test_every_class_of_error_has_its_status(
    client: Client, document: Document, monkeypatch: pytest.MonkeyPatch, error: FokozatError, status: int
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("fokozat.api.urls.rate", refuse)
    problem_of(send(client, json.dumps(document)), status)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", problems.NAMES.values())
def test_every_problem_has_words(name: str, language: str) -> None:
    words: Callable[..., str] = Words.of("api").say
    assert words(f"{name}.title", language)
    assert words(f"{name}.detail", language)
