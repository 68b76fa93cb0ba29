"""Three languages in the address, and who is led to which."""

import re

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.models import Account

pytestmark = pytest.mark.django_db  # the frame of a page asks whether the demo stands


@pytest.mark.parametrize(
    ("accepts", "expected"),
    [
        ("hu-HU,en;q=0.5", "/hu/"),
        ("et", "/et/"),
        ("de-DE", "/en/"),
        ("", "/en/"),
        ("de, et;q=0.3", "/et/"),
        ("\xff;;q=", "/en/"),
    ],
)
def test_the_first_page_follows_the_browser(client: Client, accepts: str, expected: str) -> None:
    response = client.get("/", headers={"accept-language": accepts})
    assert response["Location"] == expected
    assert "Accept-Language" in response["Vary"]
    assert "Cookie" in response["Vary"]


def test_the_last_language_is_remembered(client: Client) -> None:
    client.get("/et/multiplier/")
    assert client.get("/", headers={"accept-language": "hu"})["Location"] == "/et/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_first_page(client: Client, language: str) -> None:
    response = client.get(f"/{language}/")
    assert response.status_code == 200
    page = response.content.decode()
    assert f'<html lang="{language}">' in page
    assert Words.of("web").say("nav.rules", language) in page
    assert response["Content-Language"] == language


def test_an_address_without_language_is_led_on(client: Client) -> None:
    response = client.get("/multiplier/", headers={"accept-language": "hu"})
    assert (response.status_code, response["Location"]) == (302, "/hu/multiplier/")


def test_every_page_leads_to_itself_in_the_other_languages(client: Client) -> None:
    page = client.get("/hu/multiplier/?base=60&board=13x13").content.decode()
    assert 'href="/et/multiplier/?base=60&amp;board=13x13"' in page
    assert 'href="/en/multiplier/?base=60&amp;board=13x13"' in page


def alternates(page: str) -> dict[str, str]:
    return dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="http://testserver([^"]+)">', page))


@pytest.mark.parametrize("path", ["", "multiplier/", "rules/", "bodies/", "regulations/mgsz-2012/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_learns_the_same_addresses_from_every_language(client: Client, language: str, path: str) -> None:
    page = client.get(f"/{language}/{path}?x=1").content.decode()
    assert f'<link rel="canonical" href="http://testserver/{language}/{path}">' in page
    assert alternates(page) == {**{code: f"/{code}/{path}" for code in LANGUAGES}, "x-default": f"/{path}"}


def test_the_address_without_language_is_an_address_that_asks_the_reader(client: Client) -> None:
    for path in alternates(client.get("/hu/rules/").content.decode()).values():
        response = Client().get(path, headers={"accept-language": "et"})
        assert response.status_code == (302 if path == "/rules/" else 200)
    assert Client().get("/rules/", headers={"accept-language": "et"})["Location"] == "/et/rules/"


@pytest.mark.parametrize("path", ["/hu/search/?q=x", "/hu/people/", "/hu/nothing/", "/hu/regulations/nothing/"])
def test_what_engines_should_leave_out_has_no_other_addresses(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert alternates(page) == {}
    assert "canonical" not in page


def test_the_first_page_follows_the_account_until_another_language_is_chosen(client: Client) -> None:
    client.force_login(Account.objects.create_user("anna@example.org", language="et"))
    assert client.get("/", headers={"accept-language": "hu"})["Location"] == "/et/"
    client.get("/en/rules/")
    assert client.get("/", headers={"accept-language": "hu"})["Location"] == "/en/"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("address", "status"), [("nothing", 404), ("regulations/nothing/", 404)])
def test_trouble_is_worded_in_the_language_of_the_address(
    client: Client, language: str, address: str, status: int
) -> None:
    response = client.get(f"/{language}/{address}")
    assert response.status_code == status
    assert Words.of("web").say("trouble.404.title", language) in response.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_without_token_is_refused_in_words(language: str) -> None:
    response = Client(enforce_csrf_checks=True).post(f"/{language}/multiplier/", {"way": "form"})
    assert response.status_code == 403
    assert Words.of("web").say("trouble.403.title", language) in response.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_fault_is_worded(client: Client, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("fokozat.web.multiplier.answer_of", broken)
    client.raise_request_exception = False
    address = "multiplier/?base=60&start=2012-03-10&rounds=5&participants=9"
    response = client.get(f"/{language}/{address}")
    assert response.status_code == 500
    assert Words.of("web").say("trouble.500.title", language) in response.content.decode()
    assert "a secret of the house" not in response.content.decode()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)("/hu/multiplier/").status_code == 405
