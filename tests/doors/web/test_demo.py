"""The banner of the demo: on every page as long as there is one; and the journal of what is gone."""

from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from fokozat.kernel import LANGUAGES
from fokozat.kernel.words import Words
from fokozat.office.actions.make_demo import make_demo
from fokozat.office.actions.remove_demo import remove_demo
from fokozat.office.models import Account, Body, Person, Role
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db
COMMAND = "fokozat demo --remove"


def shown(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(response.content.decode())


def pages(language: str) -> list[tuple[str, int]]:
    person, body = Person.objects.order_by("pk")[0], Body.objects.order_by("pk")[0]
    made = ("multiplier/", "people/", f"people/{person.uid}/", "bodies/", f"bodies/{body.uid}/")
    with override(language):
        entrance = reverse("account_login")
    return [(entrance, 200), *((f"/{language}/{path}", 200) for path in made), (f"/{language}/nowhere/", 404)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_that_it_is_a_demo(client: Client, language: str) -> None:
    assert COMMAND not in shown(client, f"/{language}/people/")
    make_demo(operator(), 1, date(2026, 11, 19))
    for path, status in pages(language):
        page = shown(client, path, status)
        assert page.count(COMMAND) == 1, path
        assert '<aside class="banner">' in page
    remove_demo(operator())
    assert COMMAND not in shown(client, f"/{language}/people/")


def test_the_journal_shows_what_was_removed(client: Client) -> None:
    account = Account.objects.create_user("administrator@example.org")
    Role.objects.create(account=account, role="administrator")
    client.force_login(account)
    make_demo(operator(), 1, date(2026, 11, 19))
    remove_demo(operator())
    page = shown(client, "/en/office/journal/")
    say = Words.of("web").say
    assert say("journal.verb-remove-demo", "en") in page
    assert say("journal.removed-body", "en") in shown(client, "/en/office/journal/?verb=found")
    assert "Kavics" not in page
