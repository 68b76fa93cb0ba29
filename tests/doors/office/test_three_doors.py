"""One card and officers who change it through page, API and command: whoever is slower is told, sees both, decides."""

import json
import re

import pytest
from django.test import Client

from fokozat.cli.main import main
from fokozat.office.actions.make_token import make_token
from fokozat.office.journal import broken_links
from fokozat.office.models import Person, Record
from fokozat.office.models.journal import Chain
from tests.doors.office.conftest import NewActor
from tests.doors.office.test_people_command import at_hand

__all__ = ("at_hand",)  # fixture

pytestmark = pytest.mark.django_db

FACTS = {"family": "Minta", "order": "family-first", "sex": "", "country": "", "given": "Márta"}


@pytest.fixture
def page(client: Client, new_actor: NewActor, person: Person) -> Client:
    """An officer before the pages."""
    account = new_actor("officer", person.keeper).account
    assert account is not None
    client.force_login(account)
    return client


@pytest.fixture
def secret(new_actor: NewActor, person: Person) -> str:
    """What opens the API to another officer."""
    return make_token(new_actor("officer", person.keeper), {"name": "x", "scopes": ["read", "people"]})[1]


def opened(page: Client, person: Person) -> dict[str, str]:
    """What the form carries unseen: the version and what the card said."""
    form = page.get(f"/en/people/{person.uid}/change/").content.decode().partition("<main")[2]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))


def by_api(person: Person, secret: str, given: str, seen: str) -> tuple[int, dict[str, object]]:
    headers = {"authorization": f"Bearer {secret}", "if-match": seen}
    sent = json.dumps({"given": given})
    answer = Client().patch(f"/api/v1/people/{person.uid}", sent, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def by_command(person: Person, given: str, version: int) -> int:
    return main(["people", "change", str(person.uid), "--given", given, "--version", str(version), "--lang", "en"])


def test_the_command_is_slower_than_the_api(person: Person, secret: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert by_api(person, secret, "Magda", '"1"')[0] == 200
    assert by_command(person, "Márta", 1) == 5
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "kept is given=Magda; you typed given=Márta" in err
    assert by_command(person, "Márta", int(re.findall(r"--version (\d+)", err)[0])) == 0
    person.refresh_from_db()
    assert person.given == "Márta"


def test_the_api_is_slower_than_the_page(page: Client, person: Person, secret: str) -> None:
    assert page.post(f"/en/people/{person.uid}/change/", {**opened(page, person), **FACTS}).status_code == 303
    status, problem = by_api(person, secret, "Magda", '"1"')
    theirs = problem["theirs"]
    assert isinstance(theirs, dict)
    assert (status, theirs["given"]) == (412, "Márta")
    assert by_api(person, secret, "Magda", '"2"')[0] == 200
    person.refresh_from_db()
    assert person.given == "Magda"


def test_the_page_is_slower_than_the_command(page: Client, person: Person) -> None:
    path, carried = f"/en/people/{person.uid}/change/", opened(page, person)
    assert by_command(person, "Magda", 1) == 0
    answer = page.post(path, {**carried, **FACTS})
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert {"Magda", "Márta"} <= set(re.findall(r'type="radio" name="given" value="(\w+)"', shown))
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', shown.partition("<main")[2]))
    assert page.post(path, {**form, "given": "Márta"}).status_code == 303
    person.refresh_from_db()
    assert person.given == "Márta"
    changes = Record.objects.filter(verb="change", subject=str(person.uid)).order_by("place")
    assert len({record.actor for record in changes}) == 2
    assert [link for chain in Chain.objects.all() for link in broken_links(chain)] == []
