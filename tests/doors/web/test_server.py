"""The real server: `fokozat serve` with uvicorn in front of Django's threads."""

import asyncio
import json
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

from fokozat.site.asgi import Message, application

Document = dict[str, Any]
Asked = tuple[int, dict[str, str], bytes]


@pytest.fixture
def ask(site: str) -> Callable[..., Asked]:
    """Ask the server without a browser's kindness."""

    def send(method: str, path: str, body: bytes = b"", **headers: str) -> Asked:
        connection = HTTPConnection(urlsplit(site).netloc, timeout=20)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            response = connection.getresponse()
            return response.status, {name.lower(): text for name, text in response.getheaders()}, response.read()
        finally:
            connection.close()

    return send


def test_it_lives_and_is_ready(ask: Callable[..., Asked]) -> None:
    assert ask("GET", "/healthz")[0] == 200
    status, _, body = ask("GET", "/readyz")
    assert (status, json.loads(body)["status"]) == (200, "ok")


def test_the_first_page_leads_to_the_multiplier(ask: Callable[..., Asked]) -> None:
    assert ask("GET", "/", Accept_Language="et")[1]["location"] == "/et/"
    status, headers, body = ask("GET", "/et/multiplier/")
    assert (status, headers["content-language"]) == (200, "et")
    assert b'<html lang="et">' in body


def test_it_does_not_name_its_threads_nor_its_traceback(ask: Callable[..., Asked]) -> None:
    status, _, body = ask("GET", "/hu/%00%ff%ed%a0%80")
    assert status == 404
    assert b"Traceback" not in body


def test_a_body_that_is_far_too_large_is_answered_and_not_cut_off(ask: Callable[..., Asked]) -> None:
    status, headers, _ = ask(
        "POST", "/api/v1/rate?edition=mgsz-2012", b" " * 40_000_000, Content_Type="application/json"
    )
    assert (status, headers["content-type"]) == (413, "application/problem+json")


def test_an_event_is_rated(ask: Callable[..., Asked], document: Document) -> None:
    body = json.dumps(document).encode()
    status, _, answer = ask("POST", "/api/v1/rate?edition=mgsz-2012", body, Content_Type="application/json")
    assert (status, json.loads(answer)["multiplier"]) == (200, 25)


@pytest.mark.parametrize(
    "target",
    ["/hu/multiplier/?name=%ff%fe%00", "/%2e%2e/%2e%2e/etc/passwd", "//hu//", "/hu/multiplier/?" + "a=1&" * 500],
)
def test_strange_addresses_are_no_crash(ask: Callable[..., Asked], target: str) -> None:
    assert ask("GET", target)[0] < 500


def test_beside_the_two_doors_of_the_live_pages_there_is_nothing(ask: Callable[..., Asked]) -> None:
    assert ask("GET", "/events/anything")[0] == 404


def run(scope: Message, *incoming: Message) -> list[Message]:
    """The callable alone: what it sends for what it receives."""
    waiting, sent = list(incoming), []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return sent


def test_sockets_are_refused() -> None:
    assert run({"type": "websocket", "path": "/"}) == [{"type": "websocket.close", "code": 1000}]
