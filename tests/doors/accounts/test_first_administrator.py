"""The link that `fokozat serve` prints: for one, once, for a day."""

import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.db import connection
from django.test import Client

from fokozat.kernel.errors import NotFound
from fokozat.office.actions.set_up import offer_setup, set_up
from fokozat.office.models import Account, Record, Role
from fokozat.office.models.accounts import SetupLink
from tests.doors.accounts.conftest import PASSWORD, Opened
from tests.doors.cli.test_serve import serving


def offered(ago: timedelta = timedelta()) -> str:
    secret = offer_setup(datetime.now(UTC) - ago)
    assert secret is not None
    return secret


def address(secret: str) -> str:
    return f"/en/account/first/{secret}/"


GIVEN = {"email": "Elso@example.org", "password": PASSWORD}


@pytest.mark.django_db
def test_the_link_makes_one_administrator_and_ends(client: Client) -> None:
    secret = offered()
    assert len(secret) == 43
    assert secret not in str(SetupLink.objects.values())
    assert client.get(address(secret)).status_code == 200
    assert client.get(address(secret)).status_code == 200, "looking at it uses nothing up"
    assert client.post(address(secret), GIVEN)["Location"] == "/en/account/sign-in/"
    account = Account.objects.get()
    assert [(role.role, role.body) for role in account.roles.all()] == [("administrator", None)]
    assert account.email == "elso@example.org"
    assert client.post(address(secret), {**GIVEN, "email": "b@example.org"}).status_code == 404
    assert client.get(address(secret)).status_code == 404
    assert Account.objects.count() == 1
    signed = client.post("/en/account/sign-in/", {"login": "elso@example.org", "password": PASSWORD})
    assert signed["Location"] == "/en/account/"
    assert client.get("/en/office/roles/").status_code == 200
    assert offer_setup(datetime.now(UTC)) is None


@pytest.mark.django_db
def test_a_new_link_ends_the_old_one_and_a_day_ends_it_too(client: Client) -> None:
    old, new = offered(), offered()
    assert client.get(address(old)).status_code == 404
    assert client.get(address(new)).status_code == 200
    late = offered(timedelta(hours=25))
    assert client.post(address(late), GIVEN).status_code == 404
    with pytest.raises(NotFound):
        set_up(late, "a@example.org", PASSWORD)
    assert not Account.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("given", [{}, {"email": "x", "password": PASSWORD}, {**GIVEN, "password": "rovid"}])
def test_a_refused_form_uses_nothing_up(client: Client, given: dict[str, str]) -> None:
    secret = offered()
    response = client.post(address(secret), given)
    assert response.status_code == 422
    assert "fault-summary" in response.content.decode()
    assert client.get(address(secret)).status_code == 200


@pytest.mark.django_db
def test_the_journal_says_it_without_the_secret() -> None:
    secret = offered()
    set_up(secret, "elso@example.org", PASSWORD)
    assert list(Record.objects.order_by("place").values_list("actor", "verb")) == [
        ("operator", "offer"),
        ("operator", "grant"),
    ]
    assert secret not in str(list(Record.objects.values("detail__after", "subject")))


@pytest.mark.django_db
def test_who_holds_the_machine_may_take_an_account_that_is_there(account: Opened) -> None:
    made = account("anna")
    assert set_up(offered(), "Anna@example.org", "uj-kavics-fonal-9").pk == made.pk
    made.refresh_from_db()
    assert made.check_password("uj-kavics-fonal-9")


@pytest.mark.django_db
def test_an_ended_administrator_is_none(account: Opened) -> None:
    made = account("anna", "administrator")
    assert offer_setup(datetime.now(UTC)) is None
    Role.objects.filter(account=made).update(ends=datetime.now(UTC).date() - timedelta(days=1))
    assert offer_setup(datetime.now(UTC)) is not None


def test_of_two_transactions_at_once_one_gets_through(emptied_after: None) -> None:
    secret = offered()

    def opened(name: str) -> bool:
        try:
            set_up(secret, f"{name}@example.org", PASSWORD)
        except NotFound:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(opened, "abcd")) == [False, False, False, True]
    assert Role.objects.count() == Account.objects.count() == 1


def become(link: str, name: str) -> int:
    """Open the link and send the form, as a browser does; the status of the answer."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    try:
        with browser.open(link, timeout=20) as page:
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        assert found
        given = {**GIVEN, "email": f"{name}@example.org", "csrfmiddlewaretoken": found[1]}
        with browser.open(link, urlencode(given).encode(), timeout=60) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def printed(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    return found[0]


def test_the_server_prints_the_link_and_of_several_at_once_one_gets_through(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'fokozat.sqlite3'}"
    with serving(tmp_path, "--database", database) as (process, _):
        old = printed(process)
    with serving(tmp_path, "--database", database) as (process, site):
        link = printed(process)
        assert become(site + old.partition("/en/")[1].lstrip("/") + old.partition("/en/")[2], "late") == 404
        with ThreadPoolExecutor(3) as pool:
            assert sorted(pool.map(lambda name: become(link, name), "abc")) == [200, 404, 404]
        assert become(link, "d") == 404
