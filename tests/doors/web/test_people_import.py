"""Lists of members on the pages: looked at, decided about, taken in, undone."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Import, Person, Role
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
LIST = "Vezetéknév;Utónév;Született\nMinta;Mária;1990-05-06\nPróba;Őrs;\n"


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def registrar(client: Client, club: Body) -> Client:
    account = Account.objects.create_user("registrar@example.org")
    Role.objects.create(account=account, role="registrar", body=club)
    client.force_login(account)
    return client


def look(client: Client, club: Body, text: str = LIST, language: str = "en") -> tuple[int, str]:
    file = SimpleUploadedFile("tagok.csv", text.encode())
    response = client.post(f"/{language}/office/import/look/", {"body": str(club.uid), "file": file})
    return response.status_code, response.content.decode()


def carried(page: str) -> dict[str, str]:
    """What the form of the preview carries along."""
    form = page.partition("<main")[2]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    found.pop("csrfmiddlewaretoken", None)
    return {name: unescape(value) for name, value in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_looked_at_taken_in_and_undone(registrar: Client, club: Body, language: str) -> None:
    status, page = look(registrar, club, language=language)
    assert status == 200
    assert "Minta Mária" in page
    assert unescape(page).count(say("imports.makes-card", language)) == 2
    assert not Person.objects.exists()
    response = registrar.post(f"/{language}/office/import/look/", {**carried(page), "take": "in"})
    assert response.status_code == 303
    assert Person.objects.count() == 2
    kept = Import.objects.get()
    undo = f"/{language}/office/import/{kept.uid}/undo/"
    assert undo in registrar.get(f"/{language}/office/import/").content.decode()
    assert "tagok.csv" in registrar.get(undo).content.decode()
    assert registrar.post(undo).status_code == 303
    assert not Person.objects.exists()
    assert registrar.post(undo).status_code == 409


def test_a_doubtful_line_is_decided(registrar: Client, club: Body) -> None:
    known = register_person(operator(), {"family": "Minta", "given": "Mária", "keeper": club.uid})
    status, page = look(registrar, club)
    assert status == 200
    assert f'<option value="{known.uid}">' in page
    sent = {**carried(page), "take": "in"}
    assert registrar.post("/en/office/import/look/", sent).status_code == 422
    assert Person.objects.count() == 1
    assert registrar.post("/en/office/import/look/", {**sent, "line-2": str(known.uid)}).status_code == 303
    assert Person.objects.count() == 2


def test_a_faulty_line_says_where_and_can_be_left_out(registrar: Client, club: Body) -> None:
    _, page = look(registrar, club, "Vezetéknév;Utónév;Született\nMinta;Mária;sometime\nPróba;Őrs;\n")
    assert 'name="line-2"' in page
    sent = {**carried(page), "take": "in"}
    refused = registrar.post("/en/office/import/look/", sent)
    assert refused.status_code == 422
    assert "2" in refused.content.decode().partition("fault-summary")[2].partition("</div>")[0]
    assert registrar.post("/en/office/import/look/", {**sent, "line-2": "skip"}).status_code == 303
    assert Person.objects.get().family == "Próba"


def test_many_decisions_go_page_by_page(registrar: Client, club: Body) -> None:
    rows = "\n".join(f"Minta{at};Teszt;sometime" for at in range(130))
    _, page = look(registrar, club, f"Vezetéknév;Utónév;Született\nPróba;Őrs;\n{rows}\n")
    assert page.count("<select") == 100
    now = dict.fromkeys(re.findall(r'name="(line-\d+)"', page), "skip")
    page = registrar.post("/en/office/import/look/", {**carried(page), **now, "go": "on"}).content.decode()
    assert page.count("<select") == 30
    now = dict.fromkeys(re.findall(r'name="(line-\d+)"', page), "skip")
    decided = unescape(page.partition('name="decided" hidden>')[2].partition("</textarea>")[0])
    sent = {**carried(page), **now, "decided": decided, "take": "in"}
    assert registrar.post("/en/office/import/look/", sent).status_code == 303
    assert Person.objects.get().family == "Próba"


@pytest.mark.parametrize("text", ["", "a;b\n1;2\n", "\x00\x01", "Vezetéknév;Utónév\n"])
def test_a_useless_file_is_told_so(registrar: Client, club: Body, text: str) -> None:
    status, page = look(registrar, club, text)
    assert status == 422
    assert 'href="#file"' in page


@pytest.mark.parametrize("packed", ["", "x", "AAAA", "é"])
def test_what_comes_back_packed_is_not_trusted(registrar: Client, club: Body, packed: str) -> None:
    sent = {"body": str(club.uid), "packed": packed, "digest": "x", "take": "in", "line-x": "new", "line-²": "new"}
    assert registrar.post("/en/office/import/look/", sent).status_code == 422


def test_another_body_is_refused(registrar: Client) -> None:
    elsewhere = found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    assert look(registrar, elsewhere)[0] == 403
    assert registrar.post("/en/office/import/look/", {"body": "nowhere"}).status_code == 422
    assert "Próba Kör" not in registrar.get("/en/office/import/").content.decode()


def test_too_large_a_file_is_told_so(registrar: Client, club: Body) -> None:
    status, page = look(registrar, club, LIST + "x" * 5_000_001)
    assert status == 422
    assert 'href="#file"' in page


def test_where_nothing_is_yet_the_way_to_begin_is_told(client: Client) -> None:
    account = Account.objects.create_user("administrator@example.org")
    Role.objects.create(account=account, role="administrator")
    client.force_login(account)
    page = client.get("/hu/office/import/").content.decode()
    assert say("imports.no-body", "hu") in page
    assert 'type="file"' not in page
