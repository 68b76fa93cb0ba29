"""Bodies: the tree, the page of one with its members, founding, changing, closing."""

import re
from collections.abc import Callable
from datetime import date
from html import unescape

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Role
from fokozat.office.rights import operator
from fokozat.web.body_tree import OPEN_LINES

pytestmark = pytest.mark.django_db


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def federation() -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})


@pytest.fixture
def club(federation: Body) -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "parent": federation.uid})


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


def version_of(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tree_shows_what_stands_in_what(client: Client, club: Body, language: str) -> None:
    page = text_of(client, f"/{language}/bodies/")
    assert page.index("Minta Szövetség") < page.index("Kavics Egyesület")
    assert say("kind.federation", language) in page
    assert say("bodies.found", language) not in page


def test_without_a_body_the_page_says_what_would_stand_here(client: Client) -> None:
    assert say("bodies.empty") in text_of(client, "/en/bodies/")


def test_a_body_shows_its_members_of_a_year(client: Client, club: Body) -> None:
    for name, year in (("Őrsi", "2026"), ("Ozorai", "2026"), ("Régi", "2012")):
        card = register_person(operator(), {"family": name, "given": "Próba", "keeper": club.uid})
        enrol(operator(), card, {"body": club.uid, "year": year})
    page = text_of(client, f"/hu/bodies/{club.uid}/?year=2026")
    assert page.index("Ozorai Próba") < page.index("Őrsi Próba")
    assert "Régi" not in page
    assert "Régi Próba" in text_of(client, f"/hu/bodies/{club.uid}/?year=2012")
    for silly in ("x", "99999999999", "²²²²", ""):
        text_of(client, f"/hu/bodies/{club.uid}/?year={silly}&from=nonsense")


def test_members_come_page_by_page(client: Client, club: Body) -> None:
    for at in range(60):
        card = register_person(operator(), {"family": f"Próba{at:02}", "keeper": club.uid})
        enrol(operator(), card, {"body": club.uid, "year": "2026"})
    page = text_of(client, f"/hu/bodies/{club.uid}/?year=2026")
    more = re.search(r'href="([^"]*)" rel="next"', page)
    assert more
    rest = text_of(client, more[1])
    assert "Próba49" in page
    assert "Próba50" not in page
    assert "Próba49" not in rest
    assert "Próba59" in rest


def test_a_body_is_founded_inside_another(sign_in: Callable[..., Client], federation: Body) -> None:
    client = sign_in("registrar", federation)
    page = text_of(client, f"/en/bodies/new/?in={federation.uid}")
    assert say("bodies.at-the-top") not in page
    sent = {"parent": str(federation.uid), "kind": "club", "name": "Próba Kör", "languages": ["hu", "et"]}
    assert client.post("/en/bodies/new/", sent).status_code == 303
    made = Body.objects.get(name="Próba Kör")
    assert (made.parent, made.languages) == (federation, ["hu", "et"])
    response = client.post("/en/bodies/new/", {**sent, "name": "", "time_zone": "Nowhere/Else"})
    assert response.status_code == 422
    assert 'id="time_zone-wrong"' in response.content.decode()
    assert client.post("/en/bodies/new/", {"kind": "club", "name": "Sehol"}).status_code == 403


def test_of_two_who_change_a_body_the_second_decides(sign_in: Callable[..., Client], club: Body) -> None:
    client = sign_in("registrar")
    path = f"/en/bodies/{club.uid}/change/"
    version = version_of(text_of(client, path))
    change_body(operator(), club, 1, {"place": "Tartu", "languages": ["hu"]})
    sent = {
        "kind": "club",
        "name": "Kavics Egyesület",
        "place": "Szeged",
        "languages": ["et", "hu"],
        "version": version,
    }
    response = client.post(path, sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Szeged" in page
    assert "Tartu" in page
    assert 'name="languages" value="et,hu"' in page
    decided = {**sent, "place": "Tartu", "languages": "et,hu", "version": version_of(page)}
    assert client.post(path, decided).status_code == 303
    club.refresh_from_db()
    assert (club.place, club.languages) == ("Tartu", ["et", "hu"])


def test_a_body_is_closed_and_opened_again(sign_in: Callable[..., Client], federation: Body, club: Body) -> None:
    client = sign_in("registrar")
    response = client.post(f"/en/bodies/{federation.uid}/close/", {"closed_on": "2026-01-01", "version": "1"})
    assert response.status_code == 422  # the club inside is open
    path = f"/en/bodies/{club.uid}/close/"
    assert client.post(path, {"closed_on": "2026-01-01", "version": "1"}).status_code == 303
    assert say("bodies.closed") in text_of(client, "/en/bodies/")
    assert client.post(path, {"version": "1"}).status_code == 409
    assert client.post(path, {"version": "2"}).status_code == 303
    club.refresh_from_db()
    assert club.closed_on is None


def test_who_saw_an_older_body_does_not_close_it(sign_in: Callable[..., Client], club: Body) -> None:
    client = sign_in("registrar")
    change_body(operator(), club, 1, {"place": "Tartu"})
    response = client.post(f"/en/bodies/{club.uid}/close/", {"closed_on": "2026-01-01", "version": "1"})
    assert response.status_code == 409
    club.refresh_from_db()
    assert club.closed_on is None


def test_a_closed_body_offers_nothing_new(sign_in: Callable[..., Client], club: Body) -> None:
    close_body(operator(), club, 1, date(2026, 1, 1))
    page = text_of(sign_in("registrar"), f"/en/bodies/{club.uid}/")
    assert say("person.register") not in page
    assert say("bodies.reopen") in page


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_tables_are_taken_out(sign_in: Callable[..., Client], club: Body, form: str) -> None:
    register_person(operator(), {"family": "Őrsi", "given": "Próba", "keeper": club.uid})
    client = sign_in("officer", club)
    path = f"/hu/bodies/{club.uid}/export/members.{form}"
    assert path in text_of(client, f"/hu/bodies/{club.uid}/")
    response = client.get(path)
    assert response.headers["Content-Disposition"] == f'attachment; filename="members.{form}"'
    content = response.getvalue()
    assert content.startswith(b"PK") if form == "xlsx" else "Őrsi".encode() in content or b"\\u0150rsi" in content


def test_tables_are_for_who_may(sign_in: Callable[..., Client], federation: Body, club: Body) -> None:
    client = sign_in("officer", club)
    assert client.get(f"/hu/bodies/{federation.uid}/export/members.csv").status_code == 403
    assert client.get(f"/hu/bodies/{club.uid}/export/contacts.csv").status_code == 403
    assert client.get(f"/hu/bodies/{club.uid}/export/nothing.csv").status_code == 404
    assert client.get(f"/hu/bodies/{club.uid}/export/members.exe").status_code == 404


def test_the_page_leads_with_one_action_and_keeps_closing_apart(sign_in: Callable[..., Client], club: Body) -> None:
    page = text_of(sign_in("administrator"), f"/en/bodies/{club.uid}/")
    doors = page.partition('<div class="doors')[2].partition('class="reading"')[0]
    assert doors.count("button first") == 1
    folded, _, apart = doors.partition('class="apart"')
    assert say("bodies.change") in folded.partition("<details")[2]
    assert say("bodies.close") not in folded
    assert say("bodies.close") in apart
    assert say("bodies.close-about") in apart
    close_body(operator(), club, club.version, date(2026, 1, 1))
    page = text_of(sign_in("registrar"), f"/en/bodies/{club.uid}/")
    assert 'class="apart"' not in page


def test_a_visitor_reads_and_is_shown_no_door(client: Client, club: Body) -> None:
    assert '<div class="doors' not in text_of(client, f"/en/bodies/{club.uid}/")


def test_a_tree_is_unfolded_as_far_as_there_is_room(client: Client, federation: Body, club: Body) -> None:
    unfolded = text_of(client, "/en/bodies/")
    assert "<details open>" in unfolded
    for at in range(OPEN_LINES):
        found_body(operator(), {"kind": "club", "name": f"Kör {at}", "parent": federation.uid})
    folded = text_of(client, "/en/bodies/")
    assert "<details open>" not in folded
    assert folded.count('href="/en/bodies/') - unfolded.count('href="/en/bodies/') == OPEN_LINES
    assert say("bodies.count", count=OPEN_LINES + 1) in folded
