"""The page of the journal: filters, pages, what was before and after, and who may see it."""

import ast
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

import fokozat.office.actions
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.keep_private import keep_contact
from fokozat.office.actions.open_account import NOTED
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import operator
from fokozat.web.journal import VERBS

pytestmark = pytest.mark.django_db


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def mary(club: Body) -> Person:
    return register_person(operator(), {"family": "Minta", "given": "Mária", "keeper": club.uid})


@pytest.fixture
def sign_in(client: Client) -> Callable[..., Client]:
    def signed_in(role: str, body: Body | None = None) -> Client:
        account = Account.objects.create_user(f"{role}@example.org")
        Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


def text_of(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(response.content.decode())


def verbs(page: str) -> list[str]:
    return re.findall(r'<tr class="above"><th scope="row">([^<]*)</th>', page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_newest_comes_first_with_before_and_after(
    sign_in: Callable[..., Client], mary: Person, language: str
) -> None:
    change_person(operator(), mary, 1, {"given": "Márta"})
    page = text_of(sign_in("administrator"), f"/{language}/office/journal/")
    words = [say(f"journal.verb-{verb}", language) for verb in ("change", "register", "found")]
    assert verbs(page) == words
    assert "<td>Mária</td><td>Márta</td>" in page
    assert say("journal.operator", language) in page


def test_filters_narrow_the_journal(sign_in: Callable[..., Client], mary: Person, club: Body) -> None:
    client = sign_in("administrator")
    path = "/en/office/journal/"
    assert verbs(text_of(client, f"{path}?verb=found")) == ["Founded"]
    assert verbs(text_of(client, f"{path}?chain=people")) == ["Registered"]
    assert verbs(text_of(client, f"{path}?chain={club.uid}")) == ["Founded"]
    assert verbs(text_of(client, f"{path}?subject={mary.uid}")) == ["Registered"]
    assert len(verbs(text_of(client, f"{path}?who=operator"))) == 2
    assert verbs(text_of(client, f"{path}?who=administrator@example.org")) == []
    assert verbs(text_of(client, f"{path}?until=2012-01-01")) == []
    assert len(verbs(text_of(client, f"{path}?since=2012-01-01"))) == 2


def test_a_silly_day_is_a_fault_at_its_field(sign_in: Callable[..., Client], club: Body) -> None:
    page = text_of(sign_in("administrator"), "/en/office/journal/?since=x", 422)
    assert 'href="#since"' in page


@pytest.mark.parametrize("query", ["chain=x", "subject=x", "who=%00", "verb=x", "chain=%00", "subject=%F0%9F%98%80"])
def test_silly_filters_are_answered(sign_in: Callable[..., Client], club: Body, query: str) -> None:
    text_of(sign_in("administrator"), f"/en/office/journal/?{query}")


@pytest.mark.parametrize("before", ["x", "0", "9" * 18, "9" * 40, "²"])
def test_a_page_behind_no_record_is_not_there(sign_in: Callable[..., Client], club: Body, before: str) -> None:
    text_of(sign_in("administrator"), f"/en/office/journal/?before={before}", 404)


def test_pages_follow_each_other(sign_in: Callable[..., Client], mary: Person) -> None:
    for version in range(1, 61):
        change_person(operator(), mary, version, {"given": f"Mária{version}"})
    client, path, seen = sign_in("administrator"), "/en/office/journal/", 0
    while path:
        page = text_of(client, path)
        seen += len(verbs(page))
        more = re.search(r'href="([^"]*)" rel="next"', page)
        path = more[1] if more else ""
    assert seen == 62


def test_what_was_erased_is_said_to_be_erased(sign_in: Callable[..., Client], mary: Person) -> None:
    erase_person(operator(), mary)
    page = text_of(sign_in("administrator"), "/en/office/journal/")
    assert say("journal.erased") in page
    assert "Minta" not in page


def test_private_details_are_for_who_may_see_the_facts(sign_in: Callable[..., Client], mary: Person) -> None:
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    page = text_of(sign_in("officer"), "/en/office/journal/")
    assert say("journal.verb-keep-contact") in page
    assert say("journal.withheld") in page
    assert "maria@example.org" not in page
    assert "maria@example.org" in text_of(sign_in("registrar"), "/en/office/journal/")


def test_an_officer_sees_the_chain_of_the_own_body(sign_in: Callable[..., Client], mary: Person, club: Body) -> None:
    found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    client = sign_in("officer", club)
    page = text_of(client, "/en/office/journal/")
    assert verbs(page) == ["Founded"]
    assert "Próba Kör" not in page
    assert verbs(text_of(client, f"/en/office/journal/?subject={mary.uid}")) == ["Founded", "Registered"][1:]


def test_players_and_visitors_do_not_see_it(client: Client, club: Body) -> None:
    assert client.get("/en/office/journal/").status_code in (302, 303, 403)
    client.force_login(Account.objects.create_user("player@example.org"))
    assert client.get("/en/office/journal/").status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_has_words(language: str) -> None:
    assert all(say(f"journal.verb-{verb}", language) for verb in VERBS)


def test_every_verb_that_is_written_can_be_asked_for() -> None:
    """Read from the actions: the filter knows each verb that a record can have."""
    home = Path(str(fokozat.office.actions.__file__)).parent
    written = {
        node.args[0].value
        for path in home.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Change"
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(written) > 20
    assert {*written, *NOTED} - {*VERBS} == set()
    assert len(VERBS) == len(set(VERBS))
