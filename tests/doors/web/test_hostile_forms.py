"""Every form of every page with every hostile text in every field: never broken, and whatever is shown is escaped."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch

from fokozat.office.actions.claim_card import claim_card
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_consent, keep_contact
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.models.people import Merge
from fokozat.office.rights import actor_of, operator
from tests.doors.accounts.routes import Route, every_route
from tests.doors.hostile import HOSTILE, MARK, TRIED, is_escaped, unclean_rows

pytestmark = pytest.mark.django_db

TYPED = {"text", "search", "email", "password", "hidden", "date", "number", "tel", "url", "radio", ""}
PASSWORD = "kavics-es-fonal-7"
UNTRIED = {"form"}  # the proof that the form is ours
QUESTIONS = ("q", "search", "letter", "after", "body", "chain", "since", "who", "before")
ICON = "icon"  # no page, and a file
MOST_PAGES = 200
PAGES_AFTER = ("people/", "bodies/", "office/", "office/journal/", "office/duplicates/", "account/", "account/claims/")


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, and what it sends when nobody types anything."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    typed: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.method} {urlsplit(self.action).path} {','.join(sorted(self.values))}"


class Forms(HTMLParser):
    """Finds the forms of a page with what their fields hold."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address, self.found, self.area = address, list[Form](), ""
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = True
            action = urljoin(self.address, given.get("action") or self.address)
            self.found.append(Form(action, given.get("method", "get").lower()))
        elif self.inside and given.get("name"):
            self._note(tag, given)

    def _note(self, tag: str, given: dict[str, str]) -> None:
        form, name, kind = self.found[-1], given["name"], given.get("type", "")
        if kind == "file":
            self.found[-1] = replace(form, files=(*form.files, name))
        elif tag in ("input", "textarea", "select", "button"):
            is_chosen = kind not in ("radio", "checkbox") or "checked" in given
            value = {name: given.get("value", "")} if is_chosen and tag != "select" else {}
            may_be_typed = tag in ("textarea", "select") or (tag == "input" and kind in TYPED)
            typed = tuple(dict.fromkeys((*form.typed, name))) if may_be_typed else form.typed
            self.found[-1] = replace(form, values={**form.values, **value}, typed=typed)

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


@pytest.fixture(autouse=True)
def quick(settings: Any) -> Iterator[None]:
    """Passwords that cost nothing, and nobody is slowed down for asking often."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def things() -> dict[str, Any]:
    """Something of every kind that an address may name."""
    federation = found_body(operator(), {"kind": "federation", "name": "Minta Szövetség"})
    club = found_body(operator(), {"kind": "club", "name": "Kavics Kör", "parent": str(federation.uid)})
    cards = [
        register_person(operator(), {"family": "Minta", "given": name, "keeper": str(club.uid)})
        for name in ("Mária", "Mária", "Pál", "Pál")
    ]
    merge_people(operator(), cards[2], cards[3])
    number = give_number(operator(), cards[0], {"scheme": "egf", "value": "1"})
    membership = enrol(operator(), cards[0], {"body": str(club.uid), "year": 2026})
    keep_contact(operator(), cards[0], {"phone": "+36 1"})
    consent = keep_consent(operator(), cards[0], {"given_by": "Minta Szülő", "on": "2026-01-01"})
    wish = {"body": str(club.uid), "key": "go", "name": "Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012"}
    system = open_system(operator(), {**wish, "from": "2012-01-01"})
    asking = Account.objects.create_user("asking@example.org")
    claim_card(actor_of(asking, consent.on), cards[0])
    keys = {
        "number-end": number.pk, "person-strike": membership.pk, "consent-withdraw": consent.pk,
        "merge-undo": Merge.objects.get().pk, "role-ended": None,
    }  # fmt: skip
    return {"body": club, "person": cards[0], "other": cards[1], "system": system, "keys": keys}


def client_of(role: str, card: Person | None = None) -> Client:
    client = Client()
    if role:
        account = Account.objects.create_user(f"{role}@example.org", PASSWORD, person=card)
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
        Role.objects.create(account=account, role=role)
        client.force_login(account)
    return client


def address(route: Route, things: dict[str, Any]) -> str:
    """The address of a page, with a thing that is there."""
    body: Body = things["body"]
    subject = (
        body if route.name.startswith("body") else things["system"] if "system" in route.name else things["person"]
    )
    given = {"uid": subject.uid, "key": things["keys"].get(route.name), "one": things["person"].uid}
    given["other"] = things["other"].uid
    return route.address(**{name: value for name, value in given.items() if value is not None})


def forms_of(client: Client, things: dict[str, Any]) -> dict[str, Form]:
    """The forms of every page that can be opened."""
    found: dict[str, Form] = {}
    for route in every_route():
        if route.name.startswith("api-1") or "logout" in route.name or route.name == ICON:
            continue
        try:
            path = address(route, things)
        except NoReverseMatch:
            continue
        response = client.get(path, follow=True)
        assert response.status_code < 500
        if response.headers.get("Content-Type", "").startswith("text/html"):
            for form in Forms(response.content.decode(), response.request["PATH_INFO"]).found:
                found.setdefault(form.name, form)
    assert len(found) < MOST_PAGES
    return found


def send(client: Client, form: Form, values: dict[str, str]) -> str:
    """The page that answers; it may be any but one of our own fault."""
    response = getattr(client, form.method)(form.action, values, follow=True)
    assert response.status_code < 500, (form, values)
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return ""
    page: str = response.content.decode()
    return page


@pytest.mark.parametrize("role", ["", "administrator"])
def test_the_forms_are_found(role: str, things: dict[str, Any]) -> None:
    """Or nothing would be proved."""
    forms = forms_of(client_of(role, things["other"]), things)
    fields = {name for form in forms.values() for name in form.typed}
    wanted = {
        "q",
        "email",
        "password",
        "family",
        "given",
        "given_by",
        "name",
        "place",
        "value",
        "phone",
        "signed_by",
        "text",
    }
    assert fields >= (wanted - {"q"} if role else {"login", "password"})
    assert len(forms) > (25 if role else 4)


@pytest.mark.parametrize("role", ["", "administrator"])
def test_no_form_breaks_and_nothing_becomes_markup(role: str, things: dict[str, Any]) -> None:
    client = client_of(role, things["other"])
    for form in forms_of(client, things).values():
        for typed, text in product(sorted(set(form.typed) - UNTRIED), TRIED):
            with transaction.atomic():
                assert is_escaped(send(client, form, {**form.values, typed: HOSTILE[text]})), (form, typed, text)
                assert unclean_rows() == [], (form, typed, text)
                transaction.set_rollback(True)


@pytest.mark.parametrize("role", ["", "administrator"])
def test_no_question_breaks(role: str, things: dict[str, Any]) -> None:
    client = client_of(role)
    for path, text in product(PAGES_AFTER, TRIED):
        for asked in QUESTIONS:
            response = client.get(f"/hu/{path}", {asked: HOSTILE[text]}, follow=True)
            assert response.status_code < 500, (path, asked, text)
            assert is_escaped(response.content.decode())


def test_what_is_kept_as_it_was_typed_is_shown_escaped_everywhere(things: dict[str, Any]) -> None:
    """A card and a body with markup for a name, seen on every page that can be opened, in every list and export."""
    name = f'{MARK}"><img src=x onerror=alert(1)>'
    body = found_body(operator(), {"kind": "club", "name": name, "place": name, "short_name": "<b>x</b>"})
    card = register_person(operator(), {"family": name, "given": name, "keeper": str(body.uid)})
    twin = register_person(operator(), {"family": name, "given": name, "keeper": str(body.uid)})
    keep_contact(operator(), card, {"phone": "<b>1</b>", "address": name})
    keep_consent(operator(), card, {"given_by": name, "on": "2026-01-01"})
    wish = {"body": str(body.uid), "key": "go", "name": name, "game": "go", "klass": "<i>x</i>", "edition": "mgsz-2012"}
    system = open_system(operator(), {**wish, "from": "2012-01-01"})
    client = client_of("administrator", twin)
    seen = {**things, "body": body, "person": card, "other": twin, "system": system, "keys": {}}
    shown = 0
    for route in every_route():
        if route.name.startswith("api-1") or "logout" in route.name or route.name == ICON:
            continue
        response = client.get(address(route, seen), follow=True)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            page = response.content.decode()
            assert is_escaped(page), route.name
            shown += "&lt;script&gt;" in page
    assert shown > 10
