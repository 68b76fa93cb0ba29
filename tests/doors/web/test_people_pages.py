"""The list of people and the card: who finds whom in which order, and who sees what."""

import re
from collections.abc import Callable
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_birth_date, keep_contact
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
TODAY = date(2026, 1, 1)


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def mary(club: Body) -> Person:
    facts = {"family": "Minta", "given": "Mária", "country": "HUN", "keeper": club.uid}
    return register_person(operator(), facts)


@pytest.fixture
def sign_in(client: Client) -> Callable[..., Client]:
    def signed_in(role: str = "", body: Body | None = None, person: Person | None = None) -> Client:
        account = Account.objects.create_user(f"{role or 'player'}@example.org", person=person)
        if role:
            Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


def names(page: str) -> list[str]:
    return [unescape(name) for name in re.findall(r'<th scope="row"><a href="[^"]*">([^<]*)</a>', page)]


def text_of(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, response.content.decode()[-2000:]
    return response.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_anybody_the_list_says_what_would_stand_here(client: Client, language: str) -> None:
    assert say("people.empty", language) in unescape(text_of(client, f"/{language}/people/"))


def test_the_list_is_in_the_order_of_the_readers_alphabet(client: Client, club: Body) -> None:
    for family in ("Őrsi", "Ozorai", "Czímer", "Csábi", "Öves", "Dudás"):
        register_person(operator(), {"family": family, "given": "Próba", "keeper": club.uid})
    hungarian = names(text_of(client, "/hu/people/"))
    assert [name.split()[0] for name in hungarian] == ["Czímer", "Csábi", "Dudás", "Ozorai", "Őrsi", "Öves"]


def test_the_list_asks_the_database_as_often_for_many_as_for_few(client: Client, mary: Person, club: Body) -> None:
    give_number(operator(), mary, {"scheme": "komir", "value": "K1"})
    with CaptureQueriesContext(connection) as few:
        text_of(client, "/hu/people/")
    for at in range(30):
        somebody = register_person(operator(), {"family": "Próba", "given": f"Pál {at}", "keeper": club.uid})
        give_number(operator(), somebody, {"scheme": "komir", "value": f"P{at}"})
        enrol(operator(), somebody, {"body": club.uid, "kind": "member", "year": 2026})
    with CaptureQueriesContext(connection) as many:
        text_of(client, "/hu/people/")
    assert len(many) == len(few)


def test_the_count_leaves_out_closed_cards(client: Client, mary: Person, club: Body) -> None:
    others = [register_person(operator(), {"family": "Próba", "given": given, "keeper": club.uid}) for given in "ABC"]
    merge_people(operator(), others[0], others[1])
    erase_person(operator(), others[2])
    assert unescape(say("people.count", count=2)) in unescape(text_of(client, "/en/people/"))


def test_a_name_is_found_without_its_marks(client: Client, mary: Person) -> None:
    assert names(text_of(client, "/hu/people/?q=maria")) == ["Minta Mária"]
    nobody = text_of(client, "/hu/people/?q=%3Cb%3Enobody")
    assert names(nobody) == []
    assert "<b>nobody" not in nobody


def test_a_number_is_found(client: Client, mary: Person) -> None:
    give_number(operator(), mary, {"scheme": "fide", "value": "7700001"})
    page = text_of(client, "/en/people/?q=7700001")
    assert names(page) == ["Minta Mária"]
    assert "FIDE 7700001" in page


def test_pages_follow_each_other_without_gap(client: Client, club: Body) -> None:
    for at in range(120):
        register_person(operator(), {"family": f"Próba{at:03}", "given": "Teszt", "keeper": club.uid})
    path, seen = "/hu/people/", []
    while path:
        page = text_of(client, path)
        seen += names(page)
        more = re.search(r'href="([^"]*)" rel="next"', page)
        path = unescape(more[1]) if more else ""
    assert len(seen) == len(set(seen)) == 120
    assert say("people.count", "hu", count=120) in page


def test_a_longer_list_asks_no_more_questions(client: Client, club: Body) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as questions:
            text_of(client, "/hu/people/")
        return len(questions)

    register_person(operator(), {"family": "Próba", "keeper": club.uid})
    few = asked()
    for at in range(30):
        register_person(operator(), {"family": f"Próba{at}", "keeper": club.uid})
    assert asked() == few


def test_a_list_that_cannot_go_on_is_not_there(client: Client, mary: Person) -> None:
    text_of(client, "/en/people/?after=nonsense", 404)


def test_the_list_is_not_indexed(client: Client, mary: Person) -> None:
    assert client.get("/en/people/").headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_shows_what_is_public(client: Client, mary: Person, club: Body, language: str) -> None:
    keep_birth_date(operator(), mary, {"born": "1950-05-06"}, TODAY)
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    give_number(operator(), mary, {"scheme": "egf", "value": "12345678", "begins": "2012-03-10"})
    enrol(operator(), mary, {"body": club.uid, "year": "2012"})
    page = unescape(text_of(client, f"/{language}/people/{mary.uid}/"))
    for said in ("Minta Mária", "EGF", "12345678", "Kavics Egyesület", "2012", "60+"):
        assert said in page
    for private in ("1950", "maria@example.org", say("person.change", language), say("person.private", language)):
        assert private not in page
    assert "{" not in page.split("</head>")[1]


def test_only_a_registrar_sees_private_facts(sign_in: Callable[..., Client], mary: Person, club: Body) -> None:
    keep_birth_date(operator(), mary, {"born": "1950-05-06"}, TODAY)
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    page = text_of(sign_in("officer", club), f"/en/people/{mary.uid}/")
    assert "maria@example.org" not in page
    assert say("person.change") in page
    page = text_of(sign_in("registrar", club), f"/en/people/{mary.uid}/")
    assert "maria@example.org" in page
    assert "6 May 1950" in page


def test_a_registrar_of_another_body_sees_none(sign_in: Callable[..., Client], mary: Person) -> None:
    elsewhere = found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    page = text_of(sign_in("registrar", elsewhere), f"/en/people/{mary.uid}/")
    assert "maria@example.org" not in page
    assert say("person.change") not in page


def test_the_own_card_shows_the_own_contact(sign_in: Callable[..., Client], mary: Person) -> None:
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    page = text_of(sign_in(person=mary), f"/en/people/{mary.uid}/")
    assert "maria@example.org" in page
    assert f"/en/people/{mary.uid}/contact/" in page


@pytest.mark.parametrize("hidden", [True, False])
def test_cards_of_minors_and_hidden_ones_are_not_indexed(client: Client, mary: Person, hidden: bool) -> None:
    assert "X-Robots-Tag" not in client.get(f"/en/people/{mary.uid}/").headers
    if hidden:
        Person.objects.filter(pk=mary.pk).update(hidden_from_search=True)
    else:
        keep_birth_date(operator(), mary, {"born": f"{date.today().year - 11}-01-01"}, date.today())  # noqa: DTZ011
    response = client.get(f"/en/people/{mary.uid}/")
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert ("U12" in response.content.decode()) is not hidden


def test_a_uid_that_was_given_up_leads_to_the_card(client: Client, mary: Person, club: Body) -> None:
    twin = register_person(operator(), {"family": "Mintha", "given": "Mária", "keeper": club.uid})
    merge_people(operator(), mary, twin)
    response = client.get(f"/hu/people/{twin.uid}/")
    assert response.status_code == 302
    assert response.headers["Location"] == f"/hu/people/{mary.uid}/"
    assert "Mintha Mária" in text_of(client, f"/hu/people/{mary.uid}/")


def test_an_erased_card_stands_under_its_pseudonym(client: Client, mary: Person) -> None:
    erase_person(operator(), mary)
    response = client.get(f"/en/people/{mary.uid}/")
    page = response.content.decode()
    assert "N. N." in page
    assert "Minta" not in page
    assert say("person.erased") in unescape(page)
    assert response.headers["X-Robots-Tag"] == "noindex"


def test_nobody_of_that_uid(client: Client) -> None:
    text_of(client, "/en/people/00000000-0000-0000-0000-000000000000/", 404)
    text_of(client, "/en/people/nobody/", 404)


HOSTILE = ("<script>alert(1)</script>", "'; DROP TABLE office_person; --", "\u202eatniM", "\U0001f600" * 40, "x" * 500)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_searches_are_answered(client: Client, mary: Person, name: str) -> None:
    page = client.get("/hu/people/", {"q": name}).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize("query", ["", "&q=proba"], ids=["all", "found"])
def test_the_other_way_round_pages_follow_each_other_too(client: Client, club: Body, query: str) -> None:
    for at in range(120):
        register_person(operator(), {"family": f"Próba{at % 40:03}", "given": "Teszt", "keeper": club.uid})
    seen: dict[str, list[str]] = {}
    for order in ("name", "-name"):
        path, seen[order] = f"/hu/people/?sort={order}{query}", []
        while path:
            page = text_of(client, path)
            seen[order] += re.findall(r'<th scope="row"><a href="([^"]*)">', page)
            more = re.search(r'href="([^"]*)" rel="next"', page)
            path = unescape(more[1]) if more else ""
    assert len(set(seen["name"])) == 120
    assert seen["-name"] == seen["name"][::-1]


def test_the_head_says_the_order_and_turns_it(client: Client, mary: Person) -> None:
    page = text_of(client, "/en/people/?q=maria")
    assert re.search(r'aria-sort="ascending"><a id="found-name" href="/en/people/\?q=maria&amp;sort=-name"', page)
    turned = text_of(client, "/en/people/?q=maria&sort=-name")
    assert re.search(r'aria-sort="descending"><a id="found-name" href="/en/people/\?q=maria"', turned)
    assert '<input type="hidden" name="sort" value="-name" form="found-filter">' in turned
    assert 'aria-sort="ascending"' in text_of(client, "/en/people/?sort=country")
