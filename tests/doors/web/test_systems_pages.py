"""Rating systems on the pages: listed, opened, begun with a signed list, undone; and tables of the installation."""

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_contact
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Import, Person, Role
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
SYSTEM = {"key": "go-19", "name": "Kavics Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012"}
BEGINS = {**SYSTEM, "from": "2012-01-01"}
SIGNED = {"day": "2012-01-01", "signed_by": "Minta Elnök"}
LIST = "EGF-szám;Vezetéknév;Utónév;Élő-pont;Minősítés;Elért határok;Játszmák\n7;;;1947;2 dan;3d;120\n"

SignIn = Callable[..., Client]


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def system(club: Body) -> System:
    return open_system(operator(), {**BEGINS, "body": club.uid})


@pytest.fixture
def mary(club: Body) -> Person:
    card = register_person(operator(), {"family": "Minta", "given": "Mária", "keeper": club.uid})
    give_number(operator(), card, {"scheme": "egf", "value": "7"})
    return card


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    def signed_in(role: str, body: Body | None = None) -> Client:
        account = Account.objects.create_user(f"{role}@example.org")
        Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


def look(client: Client, system: System, text: str = LIST, language: str = "en", **given: str) -> tuple[int, str]:
    file = SimpleUploadedFile("nyitas.csv", text.encode())
    response = client.post(f"/{language}/systems/{system.uid}/opening/", {**SIGNED, **given, "file": file})
    return response.status_code, unescape(response.content.decode())


def carried(page: str) -> dict[str, str]:
    """What the form of the preview carries along."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.partition("<main")[2]))
    found.pop("csrfmiddlewaretoken", None)
    return found


def led_to(page: str) -> list[str]:
    """The fields that the summary of faults leads to."""
    return re.findall(r'<li><a href="#(\w+)">', page.partition('class="fault-summary"')[2].partition("</div>")[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_system_is_opened_and_listed(sign_in: SignIn, club: Body, language: str) -> None:
    registrar, home = sign_in("registrar", club), f"/{language}/bodies/{club.uid}/"
    assert f"{home}systems/" in registrar.get(home).content.decode()
    assert f"{home}systems/new/" in registrar.get(f"{home}systems/").content.decode()
    assert 'value="mgsz-2012"' in registrar.get(f"{home}systems/new/").content.decode()
    response = registrar.post(f"{home}systems/new/", BEGINS)
    assert (response.status_code, response["Location"]) == (303, f"{home}systems/")
    page = unescape(registrar.get(f"{home}systems/").content.decode())
    assert "Kavics Go" in page
    assert say("systems.not-begun", language) in page
    assert f"/{language}/systems/{System.objects.get().uid}/opening/" in page


def test_what_is_wrong_with_a_system_is_told_at_its_field(sign_in: SignIn, club: Body, system: System) -> None:
    registrar, path = sign_in("registrar", club), f"/en/bodies/{club.uid}/systems/new/"
    response = registrar.post(path, {**BEGINS, "key": "Go 19", "name": "", "from": "x"})
    assert response.status_code == 422
    assert led_to(response.content.decode()) == ["from", "key", "name"]
    assert registrar.post(path, BEGINS).status_code == 409
    assert System.objects.count() == 1


def test_everybody_sees_a_system_and_few_may_do_anything(client: Client, sign_in: SignIn, system: System) -> None:
    home = f"/en/bodies/{system.body.uid}/"
    for asked in (client, sign_in("officer", system.body)):
        assert f"{home}systems/" in asked.get(home).content.decode()
        page = asked.get(f"{home}systems/").content.decode()
        assert "Kavics Go" in page
        assert f"{home}systems/new/" not in page
        assert f"/systems/{system.uid}/opening/" not in page
    assert client.get(f"{home}systems/new/").status_code == 403
    assert look(client, system)[0] == 403


def test_a_body_without_systems_has_no_door_to_them(client: Client, club: Body) -> None:
    assert "/systems/" not in client.get(f"/en/bodies/{club.uid}/").content.decode()
    assert say("systems.none") in client.get(f"/en/bodies/{club.uid}/systems/").content.decode()


def test_the_registrar_of_another_body_is_refused(sign_in: SignIn, club: Body, system: System) -> None:
    elsewhere = sign_in("registrar", found_body(operator(), {"kind": "club", "name": "Próba Kör"}))
    assert elsewhere.get(f"/en/systems/{system.uid}/opening/").status_code == 403
    assert look(elsewhere, system)[0] == 403
    assert elsewhere.post(f"/en/bodies/{club.uid}/systems/new/", {**BEGINS, "key": "b"}).status_code == 403
    assert elsewhere.get("/en/systems/00000000-0000-4000-8000-000000000000/opening/").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_system_begins_with_a_signed_list(sign_in: SignIn, system: System, mary: Person, language: str) -> None:
    registrar, path = sign_in("registrar", system.body), f"/{language}/systems/{system.uid}/opening/"
    assert 'name="signed_by"' in registrar.get(path).content.decode()
    status, page = look(registrar, system, language=language)
    assert status == 200
    assert "Minta Mária" in page or "1947" in page
    assert not Opening.objects.exists()
    response = registrar.post(path, {**carried(page), "take": "in"})
    assert (response.status_code, response["Location"]) == (303, path)
    assert OpeningRow.objects.get().points == "1947"
    page = unescape(registrar.get(path).content.decode())
    assert "Minta Elnök" in page
    assert 'name="signed_by"' not in page
    undo = f"/{language}/office/import/{Import.objects.get().uid}/undo/"
    assert undo in page
    assert "nyitas.csv" in registrar.get(undo).content.decode()
    assert registrar.post(undo)["Location"] == path
    assert not OpeningRow.objects.exists()
    assert 'name="signed_by"' in registrar.get(path).content.decode()


def test_it_begins_once(sign_in: SignIn, system: System, mary: Person) -> None:
    registrar, path = sign_in("registrar", system.body), f"/en/systems/{system.uid}/opening/"
    sent = {**carried(look(registrar, system)[1]), "take": "in"}
    assert [registrar.post(path, sent).status_code for _ in range(2)] == [303, 409]
    page = registrar.get(f"/en/bodies/{system.body.uid}/systems/").content.decode()
    assert "signed by Minta Elnök" in page
    assert "nyitas.csv" not in registrar.get("/en/office/import/").content.decode()


def test_who_signed_is_told_to_officers_only(client: Client, system: System) -> None:
    Opening.objects.create(system=system, day="2012-01-01", signed_by="Minta Elnök", made_at="2026-01-01T00:00Z")
    page = client.get(f"/en/bodies/{system.body.uid}/systems/").content.decode()
    assert "2012" in page
    assert "Minta Elnök" not in page


def test_a_list_without_a_signature_is_not_looked_at(sign_in: SignIn, system: System) -> None:
    status, page = look(sign_in("registrar", system.body), system, day="", signed_by="")
    assert status == 422
    assert led_to(page) == ["day", "signed_by"]


@pytest.mark.parametrize("text", ["", "a;b\n1;2\n", "\x00\x01", "EGF-szám;Pont\n"])
def test_a_useless_file_is_told_so(sign_in: SignIn, system: System, text: str) -> None:
    status, page = look(sign_in("registrar", system.body), system, text)
    assert status == 422
    assert led_to(page)[:1] == ["file"]


def test_strangers_are_decided_and_never_made(sign_in: SignIn, system: System, mary: Person) -> None:
    registrar, path = sign_in("registrar", system.body), f"/en/systems/{system.uid}/opening/"
    heads = "Vezetéknév;Utónév;Élő-pont\n"
    _, page = look(registrar, system, f"{heads}Minta;Mária;1800\nSenki;Béla;1500\nPróba;Őrs;sok\n")
    assert f'<option value="{mary.uid}">' in page
    assert '<option value="new">' not in page
    sent = {**carried(page), "take": "in"}
    refused = registrar.post(path, {**sent, "line-2": str(mary.uid), "line-3": "new", "line-4": "skip"})
    assert refused.status_code == 422
    assert not OpeningRow.objects.exists()
    decided = {**sent, "line-2": str(mary.uid), "line-3": "skip", "line-4": "skip"}
    assert registrar.post(path, decided).status_code == 303
    assert OpeningRow.objects.get().person == mary
    assert Person.objects.count() == 1


def test_openings_go_out_by_their_right(sign_in: SignIn, system: System, mary: Person) -> None:
    registrar, home = sign_in("registrar", system.body), f"/en/bodies/{system.body.uid}/"
    page = look(registrar, system)[1]
    registrar.post(f"/en/systems/{system.uid}/opening/", {**carried(page), "take": "in"})
    assert f"{home}export/openings.json" in registrar.get(home).content.decode()
    assert json.loads(registrar.get(f"{home}export/openings.json").getvalue())[0]["points"] == "1947"


OPEN = ("people", "bodies", "memberships", "numbers", "former-names", "systems", "openings", "journal")
TABLES = (
    *OPEN, "birth-dates", "contacts", "consents", "roles", "accounts", "tokens", "claims", "reports", "merges",
    "told-apart", "imports",
)  # fmt: skip


@pytest.mark.parametrize(
    ("role", "tables"),
    [
        ("administrator", TABLES),
        ("officer", OPEN),
        ("registrar", ("bodies", "systems")),  # of one body only
    ],
)
def test_tables_of_the_installation_go_out_by_right(
    sign_in: SignIn, club: Body, mary: Person, role: str, tables: tuple[str, ...]
) -> None:
    keep_contact(operator(), mary, {"email": "maria@example.org"})
    signed = sign_in(role, club if role == "registrar" else None)
    page = signed.get("/en/office/").content.decode()
    assert tuple(re.findall(r"/en/office/export/([\w-]+)\.csv", page)) == tables
    for table in TABLES:
        for form in ("csv", "xlsx", "json"):
            response = signed.get(f"/en/office/export/{table}.{form}")
            assert response.status_code == (200 if table in tables else 403), table
            if response.status_code == 200:
                assert response.getvalue()


def test_what_is_no_table_of_the_installation_is_not_there(sign_in: SignIn) -> None:
    signed = sign_in("administrator")
    for name in ("members.csv", "secrets.csv", "people.exe"):
        assert signed.get(f"/en/office/export/{name}").status_code == 404


@pytest.mark.parametrize(
    ("role", "desks"),
    [
        (
            "administrator",
            ["claims", "consents", "duplicates", "import", "journal", "roles", "mail", "backups", "work"],
        ),
        ("officer", ["claims", "journal", "work"]),
    ],
)
def test_the_office_leads_to_every_desk_of_the_role(sign_in: SignIn, role: str, desks: list[str]) -> None:
    page = sign_in(role).get("/en/office/").content.decode().partition('class="lines desks"')[2]
    assert re.findall(r'href="/en/office/(\w+)/"', page) == desks
