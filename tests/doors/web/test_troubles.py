"""Pages of trouble where they happen, the page for no network, and the worker that keeps it."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils.translation import override

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.models import Account
from fokozat.site.problems import server_error
from fokozat.web.offline import FILES

pytestmark = pytest.mark.django_db


def say(name: str, language: str = "en") -> str:
    return Words.of("web").say(name, language)


def text_of(response: object) -> str:
    return unescape(response.content.decode())  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there_is_said_in_the_language_of_the_address(client: Client, language: str) -> None:
    response = client.get(f"/{language}/nothing/here/")
    assert response.status_code == 404
    assert say("trouble.404.happened", language) in text_of(response)


def test_a_closed_page_says_for_whom_it_is(client: Client) -> None:
    client.force_login(Account.objects.create_user("player@example.org"))
    response = client.get("/hu/office/roles/")
    assert response.status_code == 403
    assert say("trouble.denied.happened", "hu") in text_of(response)


def test_a_form_without_its_sign_says_what_happened() -> None:
    response = Client(enforce_csrf_checks=True).post("/et/multiplier/", {"start": "2012-03-10"})
    assert response.status_code == 403
    assert say("trouble.403.happened", "et") in text_of(response)


def test_an_address_that_only_takes_forms_says_so(client: Client) -> None:
    client.force_login(Account.objects.create_user("player@example.org"))
    response = client.get("/hu/account/language/")
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert say("trouble.405.cure", "hu") in text_of(response)


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_fault_has_a_page(language: str) -> None:
    with override(language):
        response = server_error(RequestFactory().get(f"/{language}/people/"))
    assert response.status_code == 500
    assert say("trouble.500.happened", language) in text_of(response)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_no_network_is_there_while_there_is_one(client: Client, language: str) -> None:
    response = client.get(f"/{language}/offline/")
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert say("trouble.offline.safe", language) in text_of(response)
    assert f'<a class="button first" href="">{say("trouble.again", language)}</a>' in text_of(response)


def test_every_page_can_say_that_the_network_is_gone(client: Client) -> None:
    page = text_of(client.get("/en/people/"))
    assert re.search(r'<p class="offline-bar" id="offline" role="alert" hidden>', page)
    assert say("offline.bar") in page


def test_the_worker_keeps_one_page_a_language_and_what_it_is_drawn_with(client: Client) -> None:
    response = client.get("/offline-worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response.headers["Cache-Control"]
    told, script = response.content.decode().split("\n", 1)
    kept = json.loads(told.removeprefix("self.KEPT=").removesuffix(";"))
    assert kept["pages"] == {language: f"/{language}/offline/" for language in LANGUAGES}
    assert kept["files"] == [f"/static/{settings.STATIC_STAMP}/dist/{name}" for name in FILES]
    assert kept["stamp"] == settings.STATIC_STAMP
    assert 'credentials:"omit"' in script.replace("'", '"')
    dist = Path(str(settings.HOUSE)) / "web/static/dist"
    assert all((dist / name).is_file() for name in FILES)


def test_what_the_worker_keeps_has_no_name_in_it_whoever_asks(client: Client) -> None:
    account = Account.objects.create_user("anna@example.org")
    client.force_login(account)
    assert "anna@example.org" in text_of(client.get("/en/people/"))
    assert "anna@example.org" not in text_of(Client().get("/en/offline/"))  # as the worker asks: without cookies
