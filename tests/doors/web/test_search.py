"""One field for people and bodies."""

from html import unescape

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Body
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


def found(client: Client, typed: str, language: str = "en") -> str:
    response = client.get(f"/{language}/search/", {"q": typed})
    assert response.status_code == 200
    assert response["X-Robots-Tag"] == "noindex"
    return unescape(response.content.decode())


@pytest.fixture
def club() -> Body:
    club = found_body(operator(), {"kind": "club", "name": "Őrség Kör", "place": "Próbaháza"})
    for at in range(14):
        facts = {"family": "Őrminta", "given": f"Pál{chr(97 + at)}", "keeper": club.uid}
        person = register_person(operator(), facts)
    give_number(operator(), person, {"scheme": "mgsz", "value": "M-0042"})
    return club


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_and_bodies_are_found_without_their_marks(client: Client, club: Body, language: str) -> None:
    page = found(client, "or", language)
    assert say("search.bodies", language, count=1) in page
    assert say("search.people", language, count=14) in page
    assert f'href="/{language}/bodies/{club.uid}/"' in page
    assert page.count("Őrminta Pál") == 12
    assert f'href="/{language}/people/?q=or"' in page


def test_a_number_finds_its_card(client: Client, club: Body) -> None:
    page = found(client, "M-0042")
    assert "Őrminta Páln" in page
    assert say("search.people", count=1) in page
    assert say("search.all-people") not in page


def test_what_was_typed_stays_in_the_field_and_is_escaped(client: Client, club: Body) -> None:
    typed = '"><script>alert(1)</script>'
    raw = client.get("/en/search/", {"q": typed}).content.decode()
    assert "<script>alert" not in raw
    assert say("search.none", search=typed) in unescape(raw)


def test_an_empty_question_is_no_question(client: Client, club: Body) -> None:
    for typed in ("", "   "):
        page = found(client, typed)
        assert say("search.lead") in page
        assert "Őrség" not in page


def test_every_page_has_the_search_in_its_head(client: Client) -> None:
    for path in ("/hu/rules/", "/hu/account/sign-in/", "/hu/nothing/"):
        assert 'action="/hu/search/" role="search"' in client.get(path).content.decode()
