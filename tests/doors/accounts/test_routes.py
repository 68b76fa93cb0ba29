"""The table of rights on every route: none is forgotten, none is open to who may not, none reaches too far."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import ResolverMatch

from fokozat.office.models import Account, Body, Claim, Record, Role, Token
from fokozat.office.models.accounts import Report
from fokozat.office.models.work import Work
from fokozat.office.rights import routes, verbs
from fokozat.site.gate import Gate
from tests.doors.accounts.conftest import House, Opened
from tests.doors.accounts.routes import NOWHERE, Route, every_route

pytestmark = pytest.mark.django_db
ROUTES = every_route()
ROLES = ("leader", "registrar", "officer", "administrator")
WHERE = ("own", "above", "another", "everywhere")
RULED = [route for route in ROUTES if " " in routes().get(route.name, "")]
# whoever enrols members may enrol anybody, and is asked for the right over the body that is enrolled into
NOT_OF_THE_CARD = ("person-enrol",)
OF_THINGS = [
    route for route in RULED if route.names & {"uid", "key", "one", "other"} and route.name not in NOT_OF_THE_CARD
]


def test_every_route_has_an_entry_and_every_entry_a_route() -> None:
    names = {route.name for route in ROUTES}
    assert sorted(names - set(routes())) == []
    assert sorted(set(routes()) - names) == []


def test_every_entry_says_something_that_is_known() -> None:
    for name, rule in routes().items():
        verb, _, kind = rule.partition(" ")
        assert rule in ("anyone", "signed-in", "token") or verb in verbs().get(kind, {}), name


def test_the_pages_of_a_token_are_those_of_programs() -> None:
    programs = {route.name for route in ROUTES if route.name.startswith("api-1:")}
    assert {name for name, rule in routes().items() if rule == "token"} <= programs


def is_closed(response: HttpResponse) -> bool:
    """Refused, or led to the sign-in page."""
    return response.status_code == 403 or "/account/sign-in/?next=" in response.get("Location", "")


def should_be_open(rule: str, role: str) -> bool:
    """What the table says about somebody who has this role somewhere; everyone with an account is a player."""
    if rule in ("anyone", "token"):
        return True
    if role == "visitor" or rule == "signed-in":
        return role != "visitor"
    verb, _, kind = rule.partition(" ")
    return bool({role, "player", "anyone"} & set(verbs()[kind][verb]))


def seat(house: House, where: str) -> Body | None:
    return {"own": house.society, "above": house.federation, "another": house.foreign, "everywhere": None}[where]


@pytest.mark.parametrize("role", ["visitor", "player", *ROLES])
def test_a_route_is_open_to_whom_the_table_lets_and_to_nobody_else(
    role: str, client: Client, account: Opened, house: House
) -> None:
    if role != "visitor":
        client.force_login(account("anna", role if role in ROLES else "", house.society))
    wrong = []
    for route in ROUTES:
        if route.name == "account_logout":
            continue  # it is tried in test_signing_in
        for method in ("get", "post"):
            response = getattr(client, method)(route.address())
            expected = should_be_open(routes()[route.name], role)
            # behind an open gate an action may still refuse the thing
            if (not expected and not is_closed(response)) or response.status_code >= 500:
                wrong.append((method, route.name, response.status_code))
            if expected and method == "get" and not route.names and is_closed(response):
                wrong.append((method, route.name, "closed"))
    assert wrong == []


@pytest.fixture
def foreign_things(house: House, account: Opened) -> Callable[[Route], dict[str, object]]:
    """For a route, things that stand in another federation."""
    other = account("other", "registrar", house.foreign, house.cards["foreign"])
    claim = Claim.objects.create(account=account("asking"), person=house.cards["foreign"], asked_at=datetime.now(UTC))
    report = Report.objects.create(account=other, person=house.cards["foreign"], text="x", told_at=datetime.now(UTC))
    token = Token.objects.create(account=other, name="x", digest="x")
    keys = {"claim-decided": claim.pk, "role-ended": other.roles.get().pk}
    work = Work.objects.create(kind="export", body=house.foreign, account=other, asked_at=datetime.now(UTC))
    works = ("work", "work-progress", "work-cancel", "work-retry", "work-file", "api-1:work")
    uids = {"report-settled": report.uid, "own-token-end": token.uid, **dict.fromkeys(works, work.uid)}
    card, body = str(house.cards["foreign"].uid), str(house.foreign.uid)

    def things(route: Route) -> dict[str, object]:
        usual = body if route.name.startswith("body") else card
        return {"uid": uids.get(route.name, usual), "key": keys.get(route.name, NOWHERE), "one": card, "other": card}

    return things


@pytest.mark.parametrize("role", ["player", *ROLES])
def test_nobody_reaches_a_thing_of_another_body(
    role: str, client: Client, account: Opened, house: House, foreign_things: Callable[[Route], dict[str, object]]
) -> None:
    """Every route that names a thing, opened and sent to: nothing is shown and nothing is changed."""
    client.force_login(account("anna", role if role in ROLES else "", house.federation, house.cards["society"]))
    before, wrong = Record.objects.count(), []
    for route in OF_THINGS:
        address = route.address(**foreign_things(route))
        for method, given in (("get", {}), ("post", {"decision": "confirm"})):
            status = getattr(client, method)(address, given).status_code
            if status not in (302, 403, 404, 405):
                wrong.append((method, route.name, status))
    assert wrong == []
    assert Record.objects.count() == before


@pytest.mark.parametrize("where", WHERE)
def test_an_officer_decides_for_the_own_body_and_those_in_it(
    where: str, client: Client, account: Opened, house: House
) -> None:
    client.force_login(account("anna", "officer", seat(house, where)))
    claim = Claim.objects.create(account=account("bea"), person=house.cards["society"], asked_at=datetime.now(UTC))
    shown = "bea@example.org" in client.get("/en/office/claims/").content.decode()
    status = client.post(f"/en/office/claims/{claim.pk}/", {"decision": "confirm"}).status_code
    claim.refresh_from_db()
    assert (shown, status, claim.state) == ((False, 403, "open") if where == "another" else (True, 302, "confirmed"))


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("role", ["registrar", "administrator"])
def test_a_role_is_granted_and_ended_as_far_as_the_own_reaches(
    role: str, where: str, client: Client, account: Opened, house: House
) -> None:
    client.force_login(account("anna", role, seat(house, where)))
    bea = account("bea")
    given = {"email": bea.email, "role": "officer", "body": str(house.society.uid)}
    status = client.post("/en/office/roles/", given).status_code
    assert (status, bea.roles.count()) == ((403, 0) if where == "another" else (302, 1))
    held = Role.objects.create(account=bea, role="leader", body=house.society)
    client.post(f"/en/office/roles/{held.pk}/end/")
    held.refresh_from_db()
    assert (held.ends is None) is (where == "another")


@pytest.mark.parametrize(("role", "where"), [("registrar", "everywhere"), ("administrator", "own")])
def test_nobody_makes_an_administrator_who_is_none(
    role: str, where: str, client: Client, account: Opened, house: House
) -> None:
    client.force_login(account("anna", role, seat(house, where)))
    bea = account("bea")
    for body in ("", str(house.society.uid)):
        client.post("/en/office/roles/", {"email": bea.email, "role": "administrator", "body": body})
    assert not bea.roles.exists()


def test_a_role_ends_on_its_day(client: Client, account: Opened, house: House) -> None:
    client.force_login(account("anna", "officer", house.society))
    assert client.get("/en/office/claims/").status_code == 200
    Role.objects.update(ends=datetime(2020, 1, 1, tzinfo=UTC).date())
    assert client.get("/en/office/claims/").status_code == 403


def test_a_route_without_an_entry_is_closed_to_everyone(account: Opened) -> None:
    request = RequestFactory().get("/en/new/")
    request.user = account("anna", "administrator")
    request.resolver_match = ResolverMatch(lambda _request: HttpResponse(), (), {}, url_name="new")
    with pytest.raises(PermissionDenied):
        Gate(lambda _request: HttpResponse()).process_view(request)


def test_what_is_refused_is_noted_without_the_person(
    client: Client, account: Opened, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    made = account("anna", "leader", house.society)
    client.force_login(made)
    logger = logging.getLogger("fokozat.rights")
    logger.addHandler(caplog.handler)
    try:
        response = client.get("/hu/office/claims/?q=Minta")
    finally:
        logger.removeHandler(caplog.handler)
    assert response.status_code == 403
    assert [record.getMessage() for record in caplog.records] == ["GET claims closed to leader player"]
    assert "Traceback" not in response.content.decode()


def test_a_visitor_is_led_back_after_signing_in(client: Client) -> None:
    assert client.get("/hu/account/card/?q=a")["Location"] == "/hu/account/sign-in/?next=/hu/account/card/%3Fq%3Da"
    assert Account.objects.count() == 0
