"""What programs ask, and that the answers are those of the command line."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client

from fokozat.api.event_schema import EXAMPLE
from fokozat.cli.main import main
from fokozat.formats import event_of
from fokozat.kernel.words import LANGUAGES
from fokozat.regulations import EDITIONS

Document = dict[str, Any]
Ask = Callable[..., Any]


@pytest.fixture
def ask(client: Client) -> Ask:
    """Send a document to an address."""

    def send(address: str, document: Document, kind: str = "application/json") -> Any:
        return client.post(f"/api/v1/{address}", data=json.dumps(document), content_type=kind)

    return send


def on_command_line(capsys: pytest.CaptureFixture[str], typed: Iterable[object]) -> Any:
    assert main([str(word) for word in typed]) == 0
    return json.loads(capsys.readouterr().out)


def test_rate_is_that_of_the_command_line(
    ask: Ask, document: Document, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document))
    expected = on_command_line(capsys, ["rate", file, "--edition", "mgsz-2012", "--json"])
    response = ask("rate?edition=mgsz-2012", document)
    assert (response.status_code, response.json()) == (200, expected)
    assert expected["multiplier"] == 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_explain_is_that_of_the_command_line(
    ask: Ask, document: Document, language: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document))
    typed = ["explain", file, "--edition", "mgsz-2012", "--player", "M1", "--json", "--lang", language]
    response = ask(f"explain?edition=mgsz-2012&player=M1&lang={language}", document)
    assert response.json() == on_command_line(capsys, typed)
    assert response["Content-Language"] == language


def test_editions_are_those_of_the_command_line(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    listed = client.get("/api/v1/editions?lang=en").json()
    assert listed == on_command_line(capsys, ["editions", "--json", "--lang", "en"])
    assert len(listed["editions"]) == len(EDITIONS)
    for each in listed["editions"]:
        whole = client.get(f"/api/v1/editions/{each['edition']}?lang=hu").json()
        assert whole == on_command_line(capsys, ["editions", each["edition"], "--json", "--lang", "hu"])


def test_switches_choose_readings(ask: Ask, document: Document) -> None:
    document["time"] = {"base": 15, "overtime": {"kind": "fischer", "seconds": 10}}
    assert ask("rate?edition=mgsz-2012&switch=category_e=unrated", document).json()["multiplier"] is None
    both = ask("rate?edition=mgsz-2012&switch=category_e=additions&switch=fischer=moves-60", document).json()
    assert both["flags"] == ["fischer", "category-e"]


@pytest.mark.parametrize(
    ("accepts", "asked", "expected"),
    [
        ("hu", "", "hu"),
        ("et-EE, hu;q=0.5", "", "et"),
        ("hu", "&lang=et", "et"),
        ("de", "", "en"),
        ("\xe9;q=x", "", "en"),
    ],
)
def test_the_language_of_an_answer(client: Client, accepts: str, asked: str, expected: str) -> None:
    client.cookies["language"] = "hu"
    response = client.get(f"/api/v1/editions?{asked}", headers={"accept-language": accepts})
    assert response["Content-Language"] == expected
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("address", ["editions", "editions/mgsz-2012", "openapi.json"])
def test_what_has_not_changed_is_not_sent_again(client: Client, address: str) -> None:
    first = client.get(f"/api/v1/{address}")
    again = client.get(f"/api/v1/{address}", headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert not again.content


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", "application/vnd.fokozat+json", "text/plain",
             "application/x-www-form-urlencoded", "application/octet-stream"]
)  # fmt: skip
def test_kinds_of_bodies_that_are_read(ask: Ask, document: Document, kind: str) -> None:
    assert ask("rate?edition=mgsz-2012", document, kind).status_code == 200


def test_the_example_of_the_openapi_document_is_an_event() -> None:
    assert event_of(EXAMPLE).name == EXAMPLE["name"]


def test_no_token_is_needed_and_no_form_s_either(document: Document) -> None:
    strict = Client(enforce_csrf_checks=True)
    sent = strict.post("/api/v1/rate?edition=mgsz-2012", data=json.dumps(document), content_type="application/json")
    assert sent.status_code == 200
