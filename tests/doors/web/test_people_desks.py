"""What officers do on the pages: register, change, numbers, enrolments, private facts, erasure, duplicates."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import get_resolver

from fokozat.kernel.words import Words
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_consent
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.register_person import register_person
from fokozat.office.duplicates import alike
from fokozat.office.models import Account, Body, Consent, Membership, Number, Person, Role
from fokozat.office.models.people import Merge
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db


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
    def signed_in(role: str, body: Body | None = None) -> Client:
        account = Account.objects.create_user(f"{role}@example.org")
        Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


@pytest.fixture
def registrar(sign_in: Callable[..., Client], club: Body) -> Client:
    return sign_in("registrar", club)


def faults(page: str) -> list[str]:
    """The fields that the summary leads to."""
    return re.findall(r'<li><a href="#(\w+)">', page.partition('class="fault-summary"')[2].partition("</div>")[0])


def hidden(page: str) -> dict[str, str]:
    """The hidden inputs of the form in the middle of a page."""
    form = page.partition("<main")[2]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return {name: unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


FACTS = {"family": "Próba", "given": "Őrs", "order": "family-first", "sex": "m", "country": "HUN"}


def test_a_person_is_registered(registrar: Client, club: Body) -> None:
    response = registrar.post("/hu/people/new/", {**FACTS, "keeper": str(club.uid)})
    card = Person.objects.get()
    assert (response.status_code, response.headers["Location"]) == (303, f"/hu/people/{card.uid}/")
    assert (card.family, card.given, card.sex, card.hidden_from_search) == ("Próba", "Őrs", "m", False)


def test_faults_stand_at_their_fields_and_nothing_is_lost(registrar: Client, club: Body) -> None:
    response = registrar.post(
        "/et/people/new/", {"family": "", "given": "Õie", "country": "1", "keeper": str(club.uid)}
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert faults(page) == ["family", "country"]
    assert 'id="family-wrong"' in page
    assert 'value="Õie"' in page
    assert Person.objects.count() == 0


def test_who_registers_a_known_name_is_led_to_compare(registrar: Client, club: Body, mary: Person) -> None:
    response = registrar.post("/en/people/new/", {"family": "Minta", "given": "Maria", "keeper": str(club.uid)})
    new = Person.objects.latest("pk")
    assert response.headers["Location"] == f"/en/office/duplicates/{mary.uid}/{new.uid}/"


def test_visitors_and_strangers_are_kept_out(client: Client, mary: Person) -> None:
    for path in ("people/new/", f"people/{mary.uid}/change/", f"people/{mary.uid}/erase/", "office/duplicates/"):
        assert client.get(f"/en/{path}").status_code in (302, 303, 403), path


def test_an_officer_of_another_body_is_refused(sign_in: Callable[..., Client], mary: Person) -> None:
    elsewhere = found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    client = sign_in("registrar", elsewhere)
    for path in ("change", "erase", "birth-date", "numbers/new"):
        assert client.get(f"/en/people/{mary.uid}/{path}/").status_code == 403, path


def test_a_changed_name_leaves_the_former_one(registrar: Client, mary: Person) -> None:
    path = f"/hu/people/{mary.uid}/change/"
    sent = {**hidden(registrar.get(path).content.decode()), **FACTS, "former_name": "on", "former_until": "2012-03-10"}
    assert registrar.post(path, sent).status_code == 303
    mary.refresh_from_db()
    assert mary.shown_name == "Próba Őrs"
    assert mary.former_names.get().family == "Minta"


def both_change(registrar: Client, mary: Person) -> tuple[str, str]:
    """The form was opened, then somebody else changed the family name, then it was sent with another given name."""
    path = f"/en/people/{mary.uid}/change/"
    seen = hidden(registrar.get(path).content.decode())
    change_person(operator(), mary, 1, {"family": "Másik", "country": "EST"})
    sent = {**seen, "family": "Minta", "given": "Márta", "order": "family-first", "country": "FIN"}
    response = registrar.post(path, sent)
    assert response.status_code == 409
    return path, response.content.decode()


def test_of_two_who_change_a_card_the_second_sees_both(registrar: Client, mary: Person) -> None:
    _, page = both_change(registrar, mary)
    for field, value in (("family", "Minta"), ("family", "Másik"), ("given", "Márta"), ("given", "Mária")):
        assert re.search(rf'type="radio" name="{field}" value="{value}"', page), (field, value)
    # what only one changed is chosen: the family name by the other, the given name here; the country by both
    assert re.search(r'name="family" value="Másik" required checked', page)
    assert re.search(r'name="given" value="Márta" required checked', page)
    assert not re.search(r'name="country" value="\w+" required checked', page)
    mary.refresh_from_db()
    assert (mary.family, mary.given, mary.country) == ("Másik", "Mária", "EST")


def test_the_second_decides_and_is_obeyed(registrar: Client, mary: Person) -> None:
    path, page = both_change(registrar, mary)
    sent = {**hidden(page), "family": "Másik", "given": "Márta", "country": "FIN"}
    assert registrar.post(path, sent).status_code == 303
    mary.refresh_from_db()
    assert (mary.family, mary.given, mary.country) == ("Másik", "Márta", "FIN")


def test_who_leaves_a_choice_open_is_asked_again(registrar: Client, mary: Person) -> None:
    path, page = both_change(registrar, mary)
    response = registrar.post(path, {**hidden(page), "family": "Másik", "given": "Márta"})
    again = response.content.decode()
    assert response.status_code == 409
    assert say("conflict.undecided") in again
    assert 'name="country" value="FIN"' in again
    assert 'name="country" value="EST"' in again


def test_who_was_outrun_once_more_is_told_once_more(registrar: Client, mary: Person) -> None:
    path, page = both_change(registrar, mary)
    mary.refresh_from_db()
    change_person(operator(), mary, mary.version, {"given": "Magda"})
    response = registrar.post(path, {**hidden(page), "family": "Másik", "given": "Márta", "country": "FIN"})
    assert response.status_code == 409
    assert "Magda" in response.content.decode()


def test_a_number_is_given_and_ended(registrar: Client, mary: Person) -> None:
    path = f"/hu/people/{mary.uid}/numbers/"
    assert registrar.post(f"{path}new/", {"scheme": "egf", "value": "12345678"}).status_code == 303
    number = Number.objects.get()
    assert registrar.post(f"{path}{number.pk}/end/", {"ends": "2026-06-01"}).status_code == 303
    assert registrar.post(f"{path}{number.pk}/end/", {"ends": "x"}).status_code == 422
    number.refresh_from_db()
    assert str(number.ends) == "2026-06-01"


def test_a_taken_number_leads_to_its_card(registrar: Client, mary: Person, club: Body) -> None:
    give_number(operator(), mary, {"scheme": "egf", "value": "12345678"})
    other = register_person(operator(), {"family": "Másik", "keeper": club.uid})
    response = registrar.post(f"/en/people/{other.uid}/numbers/new/", {"scheme": "egf", "value": "12345678"})
    assert response.status_code == 409
    assert f'href="/en/people/{mary.uid}/"' in response.content.decode()


def test_somebody_is_enrolled_and_struck(registrar: Client, mary: Person, club: Body) -> None:
    sent = {"body": str(club.uid), "kind": "member", "year": "2026"}
    assert registrar.post(f"/en/people/{mary.uid}/years/new/", sent).status_code == 303
    held = Membership.objects.get()
    path = f"/en/people/{mary.uid}/years/{held.pk}/strike/"
    assert "2026" in registrar.get(path).content.decode()
    assert registrar.post(path).status_code == 303
    assert not Membership.objects.exists()
    assert registrar.get(path).status_code == 404


def test_private_facts_are_kept(registrar: Client, mary: Person) -> None:
    path = f"/et/people/{mary.uid}/"
    assert registrar.post(f"{path}birth-date/", {"born": "2016-02-03"}).status_code == 303
    assert registrar.post(f"{path}contact/", {"email": "maria@example.org"}).status_code == 303
    assert registrar.post(f"{path}contact/", {"email": "nowhere"}).status_code == 422
    assert say("person.consent-missing", "et") in registrar.get(path).content.decode()
    assert registrar.post(f"{path}consents/new/", {"given_by": "Minta Anna", "on": "2026-01-02"}).status_code == 303
    page = registrar.get(path).content.decode()
    assert "maria@example.org" in page
    assert say("person.consent-missing", "et") not in page


def test_a_consent_is_withdrawn(registrar: Client, mary: Person) -> None:
    consent = keep_consent(operator(), mary, {"given_by": "Minta Anna", "on": "2026-01-02"})
    path = f"/en/people/{mary.uid}/consents/{consent.pk}/withdraw/"
    assert registrar.post(path, {"withdrawn_on": "2025-01-01"}).status_code == 422
    assert registrar.post(path, {"withdrawn_on": "2026-02-01"}).status_code == 303
    assert Consent.objects.get().withdrawn_on is not None


def test_erasing_says_what_goes_and_asks_for_a_tick(registrar: Client, mary: Person) -> None:
    path = f"/en/people/{mary.uid}/erase/"
    page = unescape(registrar.get(path).content.decode())
    for told in ("goes", "stays", "journal", "final"):
        assert say(f"person.erase-told-{told}") in page
    response = registrar.post(path)
    assert faults(response.content.decode()) == ["sure"]
    assert registrar.post(path, {"sure": "on"}).status_code == 303
    mary.refresh_from_db()
    assert mary.erased_at is not None


@pytest.fixture
def twin(mary: Person, club: Body) -> Person:
    twin = register_person(operator(), {"family": "Minta", "given": "Maria", "keeper": club.uid})
    enrol(operator(), twin, {"body": club.uid, "year": "2012"})
    return twin


def test_the_queue_leads_to_the_pair(registrar: Client, mary: Person, twin: Person) -> None:
    page = registrar.get("/hu/office/duplicates/").content.decode()
    pair = f"/hu/office/duplicates/{mary.uid}/{twin.uid}/"
    assert pair in page
    shown = unescape(registrar.get(pair).content.decode())
    assert "Kavics Egyesület 2012" in shown
    assert say("duplicates.told-undo", "hu") in shown


def test_pairs_of_other_bodies_stay_out_of_the_queue(sign_in: Callable[..., Client], twin: Person) -> None:
    elsewhere = found_body(operator(), {"kind": "club", "name": "Próba Kör"})
    page = sign_in("registrar", elsewhere).get("/en/office/duplicates/").content.decode()
    assert say("duplicates.empty") in page
    assert "Minta" not in page


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_pair_is_merged_and_parted_again(registrar: Client, mary: Person, twin: Person, side: str) -> None:
    pair = f"/en/office/duplicates/{mary.uid}/{twin.uid}/"
    kept, merged = (mary, twin) if side == "left" else (twin, mary)
    assert registrar.post(pair, {"decision": side}).headers["Location"] == f"/en/people/{kept.uid}/"
    assert registrar.get(f"/en/people/{merged.uid}/").headers["Location"] == f"/en/people/{kept.uid}/"
    undo = f"/en/office/merges/{Merge.objects.get().pk}/undo/"
    assert undo in registrar.get(f"/en/people/{kept.uid}/").content.decode()
    assert undo in registrar.get("/en/office/duplicates/").content.decode()
    assert registrar.post(undo).status_code == 303
    assert registrar.get(f"/en/people/{merged.uid}/").status_code == 200
    assert registrar.post(undo).status_code == 409


def test_two_persons_are_not_proposed_again(registrar: Client, mary: Person, twin: Person) -> None:
    registrar.post(f"/en/office/duplicates/{mary.uid}/{twin.uid}/", {"decision": "two"})
    assert alike(mary) == []
    assert say("duplicates.empty") in registrar.get("/en/office/duplicates/").content.decode()


def test_a_pair_that_was_merged_meanwhile_is_one_card(registrar: Client, mary: Person, twin: Person) -> None:
    merge_people(operator(), mary, twin)
    response = registrar.post(f"/en/office/duplicates/{mary.uid}/{twin.uid}/", {"decision": "left"})
    assert response.headers["Location"] == f"/en/people/{mary.uid}/"


HOSTILE = ("<script>alert(1)</script>", "'; DROP TABLE office_person; --", "\u202eatniM", "\x00", "x" * 500)


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_in_every_field_are_answered(registrar: Client, mary: Person, club: Body, value: str) -> None:
    names = ("family", "given", "order", "sex", "country", "keeper", "hidden_from_search", "scheme", "value", "begins",
             "ends", "body", "kind", "year", "born", "email", "phone", "address", "given_by", "on", "version",
             "deciding", "decision", "sure")  # fmt: skip
    sent = dict.fromkeys(names, value)
    doors = ("change", "numbers/new", "years/new", "contact", "birth-date", "consents/new", "erase")
    for path in ("new", *(f"{mary.uid}/{door}" for door in doors)):
        response = registrar.post(f"/hu/people/{path}/", sent)
        assert response.status_code < 500, path
        assert "<script>alert" not in response.content.decode(), path


def test_every_page_of_the_office_has_a_right() -> None:
    from fokozat.office.rights import routes

    names = {name for name in get_resolver("fokozat.web.people_urls").reverse_dict if isinstance(name, str)}
    assert names
    assert names - set(routes()) == set()
