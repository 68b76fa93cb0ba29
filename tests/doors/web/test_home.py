"""The first page: for visitors, players and officers, on an empty installation and step by step to a filled one."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.claim_card import claim_card
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent
from fokozat.office.actions.register_person import register_person
from fokozat.office.actions.report_error import report_error
from fokozat.office.models import Account, Body, Claim, Person, Role
from fokozat.office.models.accounts import Report
from fokozat.office.rights import actor_of, operator
from fokozat.regulations import rooms
from fokozat.web.people_desk import today

pytestmark = pytest.mark.django_db
SignIn = Callable[..., Client]


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


def shown(client: Client, path: str = "/en/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.content.decode())


def steps(page: str) -> list[tuple[str, str]]:
    """Each step with its state."""
    found = re.findall(r'<li class="first-step ?(\w*)"[^>]*>\s*<h2>(.*?)(?: <span|</h2>)', page)
    return [(title, state) for state, title in found]


def queues(page: str) -> list[tuple[str, str]]:
    """Each queue with its count, in the order of the page."""
    part = page.partition('class="lines queues"')[2].partition("</ul>")[0]
    return re.findall(r'<span class="what">(.*?)</span>.*?<b class="figures">(.*?)</b>', part)


@pytest.fixture
def federation() -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})


@pytest.fixture
def club(federation: Body) -> Body:
    return found_body(
        operator(), {"kind": "club", "name": "Kavics Kör", "place": "Próbaháza", "parent": federation.uid}
    )


@pytest.fixture
def other(federation: Body) -> Body:
    return found_body(operator(), {"kind": "club", "name": "Fonal Kör", "parent": federation.uid})


def register(name: str, keeper: Body) -> Person:
    family, _, given = name.partition(" ")
    return register_person(operator(), {"family": family, "given": given, "country": "HUN", "keeper": keeper.uid})


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    def signed_in(role: str = "", body: Body | None = None, card: Person | None = None) -> Client:
        account = Account.objects.create_user(f"{role or 'player'}@example.org", person=card)
        if role:
            Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_installation_leads_its_operator(client: Client, language: str) -> None:
    page = shown(client, f"/{language}/")
    assert say("home.first-title", language) in page
    assert [state for _, state in steps(page)] == ["next", "", ""]
    assert say("home.step-administrator-about", language) in page
    assert "fokozat demo" in page
    assert f'class="button first" href="/{language}/account/sign-in/"' not in page  # nobody could sign in yet


def test_the_steps_are_done_one_after_the_other(client: Client, sign_in: SignIn) -> None:
    sign_in("administrator")
    assert steps(shown(Client()))[0][1] == "done"
    assert 'class="button first" href="/en/account/sign-in/"' in shown(Client())
    page = shown(client)
    assert [state for _, state in steps(page)] == ["done", "next", ""]
    assert f'href="/en/bodies/new/">{say("home.step-federation-button")}' in page
    body = found_body(operator(), {"kind": "federation", "name": "Minta Szövetség"})
    page = shown(client)
    assert [state for _, state in steps(page)] == ["done", "done", "next"]
    assert f'href="/en/office/import/?body={body.uid}"' in page
    assert steps(shown(Client())) == []  # the others see the federation, and no tasks that are not theirs
    register("Minta Mária", body)
    assert steps(shown(client)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_sees_what_is_here_and_a_search_in_the_middle(client: Client, club: Body, language: str) -> None:
    for name in ("Minta Mária", "Próba Pál"):
        enrol(operator(), register(name, club), {"body": club.uid, "year": today().year})
    page = shown(client, f"/{language}/")
    assert "<h1>Minta Szövetség</h1>" in page
    assert page.count(f'action="/{language}/search/"') == 1
    assert say("home.people", language, count=2) in page
    assert say("home.clubs", language, count=1) in page
    assert say("home.members", language, count=2) in page
    assert page.index("Minta Szövetség") < page.index("Kavics Kör")
    assert f'href="/{language}/multiplier/"' in page
    assert f'href="/{language}/regulations/mgsz-2012/"' in page
    assert "Minta Mária" not in page  # engines keep this page, and nobody asked whether they may keep the name
    assert say("home.waits", language) not in page
    assert say("home.mine", language) not in page


def test_who_is_signed_in_sees_the_own_card_or_the_way_to_it(club: Body, sign_in: SignIn) -> None:
    card = register("Minta Mária", club)
    client = sign_in(card=card)
    page = shown(client)
    assert re.search(rf'<a href="/en/people/{card.uid}/">(<[^>]+>)*Minta Mária<', page)
    account = Account.objects.get()
    report_error(actor_of(account, today()), {"text": "The club of last year is missing."})
    assert say("home.reported", count=1) in shown(client)
    Report.objects.update(state=Report.State.SETTLED)
    assert say("home.reported", count=1) not in shown(client)


def test_who_has_no_card_is_led_to_it_and_hears_of_the_claim(club: Body, sign_in: SignIn) -> None:
    card = register("Minta Mária", club)
    client = sign_in()
    assert say("home.find-card") in shown(client)
    claim_card(actor_of(Account.objects.get(), today()), card)
    page = shown(client)
    assert say("home.claimed", person="Minta Mária") in page
    assert say("home.find-card") not in page


def test_an_officer_sees_the_queues_the_oldest_first_and_only_the_own(club: Body, other: Body, sign_in: SignIn) -> None:
    mine, theirs = register("Minta Mária", club), register("Próba Pál", other)
    for at, card in enumerate((mine, theirs)):
        claimer = Account.objects.create_user(f"claimer{at}@example.org")
        claim_card(actor_of(claimer, today()), card)
    teller = Account.objects.create_user("teller@example.org", person=mine)
    report_error(actor_of(teller, today()), {"text": "It is wrong."})
    Report.objects.update(told_at=datetime.now(UTC) - timedelta(days=30))
    young = register("Kavics Kata", club)
    keep_birth_date(operator(), young, {"born": f"{today().year - 9}-02-03"}, today())
    client = sign_in("registrar", club)
    page = shown(client)
    assert queues(page) == [
        (say("home.queue-reports"), "1"), (say("home.queue-claims"), "1"), (say("home.queue-consents"), "1"),
    ]  # fmt: skip
    Claim.objects.update(asked_at=datetime(2012, 3, 10, tzinfo=UTC))
    assert queues(shown(client))[0][0] == say("home.queue-claims")
    assert say("home.since", day=date(2012, 3, 10)) in shown(client)
    for address in ("claims", "consents"):
        assert client.get(f"/en/office/{address}/").status_code == 200
    assert "Kavics Kata" in shown(client, "/en/office/consents/")
    keep_consent(operator(), young, {"given_by": "Kavics Anna", "on": f"{today().year}-01-01"})
    assert say("home.queue-consents") not in shown(client)
    assert say("consents.empty") in shown(client, "/en/office/consents/")


def test_two_cards_of_one_name_wait_for_who_may_merge_them(club: Body, other: Body, sign_in: SignIn) -> None:
    for keeper in (club, other):
        register("Minta Mária", keeper)
    assert queues(shown(sign_in("registrar", club))) == []
    assert say("home.nothing-waits") in shown(sign_in("officer", club))
    assert queues(shown(sign_in("administrator"))) == [(say("home.queue-duplicates"), "1")]


def test_the_consents_are_closed_to_who_may_not_see_them(club: Body, sign_in: SignIn) -> None:
    assert sign_in("officer", club).get("/en/office/consents/").status_code == 403
    assert Client().get("/en/office/consents/").status_code == 302


def test_of_several_federations_none_gives_the_site_its_name(client: Client, federation: Body) -> None:
    found_body(operator(), {"kind": "federation", "name": "Másik Szövetség"})
    page = shown(client)
    assert "<h1>Minta" not in page
    assert "Minta Szövetség" in page
    assert "Másik Szövetség" in page


def test_rules_and_tools_have_a_page(client: Client) -> None:
    page = shown(client, "/en/rules/")
    assert say("rules.multiplier-about") in page
    partial = any(room.tables["edition"]["state"] == "partial" for room in rooms())
    assert (say("rules.partial") in page) is partial
    assert f'<a href="/en/rules/" aria-current="page">{say("nav.rules")}' in shown(client, "/en/multiplier/")
