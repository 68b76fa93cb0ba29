"""In the hall: the page with the address, and what a network without TLS closes."""

from typing import Any

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.models import Account, Role
from fokozat.office.rights import closed_on_plain_networks, routes

pytestmark = pytest.mark.django_db
HALL = ("http://192.168.1.5:8000/", "http://10.0.0.2:8000/")
NEIGHBOUR = "192.168.1.20"
CLOSED = (
    "account/sign-up/", "account/password/reset/", "office/roles/", "office/import/", "office/export/people.csv",
    "account/tokens/", "account/data/", "account/data/file/", "account/factor/codes/", "office/mail/",
)  # fmt: skip
OPEN = ("people/", "bodies/", "people/new/", "office/", "account/", "hall/")


@pytest.fixture
def in_hall(settings: Any) -> None:
    settings.HALL = HALL
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "192.168.1.5", "10.0.0.2"]


@pytest.fixture
def officer() -> Account:
    made = Account.objects.create_user("officer@example.org")
    Role.objects.create(account=made, role="administrator")
    return made


def client_at(host: str, address: str = NEIGHBOUR) -> Client:
    return Client(HTTP_HOST=host, REMOTE_ADDR=address)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_likeliest_address_and_its_picture(in_hall: None, language: str) -> None:
    page = client_at("localhost:8000", "127.0.0.1").get(f"/{language}/hall/").content.decode()
    assert 'href="http://192.168.1.5:8000/">192.168.1.5:8000</a>' in page
    assert 'href="http://10.0.0.2:8000/"' in page
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page or "<svg" in page
    assert " style=" not in page
    assert Words.of("web").say("hall.plain", language) in page


def test_whoever_came_by_another_address_shows_that_one(in_hall: None) -> None:
    page = client_at("10.0.0.2:8000").get("/en/hall/").content.decode()
    assert 'class="hall-address"><a href="http://10.0.0.2:8000/">' in page


def test_the_short_address_leads_there_in_the_reader_s_language() -> None:
    answer = Client().get("/hall/", headers={"accept-language": "hu"})
    assert (answer.status_code, answer["Location"]) == (302, "/hu/hall/")


def test_on_loopback_only_it_says_how_to_open_it() -> None:
    page = Client(HTTP_HOST="localhost").get("/en/hall/").content.decode()
    assert "fokozat serve --lan" in page
    assert 'class="qr"' not in page


def test_every_closed_route_is_a_route() -> None:
    assert closed_on_plain_networks() <= set(routes())
    assert len(closed_on_plain_networks()) > 20


@pytest.mark.parametrize("path", CLOSED)
def test_keys_roles_and_private_data_are_closed_there(in_hall: None, officer: Account, path: str) -> None:
    neighbour, here = client_at("192.168.1.5"), client_at("localhost", "127.0.0.1")
    for client in (neighbour, here):
        client.force_login(officer)
    refused = neighbour.get(f"/hu/{path}")
    assert refused.status_code == 403
    assert Words.of("web").say("trouble.plain.title", "hu") in refused.content.decode()
    assert neighbour.post(f"/hu/{path}", {}).status_code == 403
    assert here.get(f"/hu/{path}").status_code != 403


@pytest.mark.parametrize("path", OPEN)
def test_the_work_of_the_hall_is_open(in_hall: None, officer: Account, path: str) -> None:
    neighbour = client_at("192.168.1.5")
    neighbour.force_login(officer)
    assert neighbour.get(f"/en/{path}").status_code == 200


def test_over_tls_everything_is_open(settings: Any, officer: Account) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = Client(REMOTE_ADDR=NEIGHBOUR, headers={"x-forwarded-proto": "https"})
    client.force_login(officer)
    assert client.get("/en/office/roles/").status_code == 200


def test_a_claimed_proxy_opens_nothing(in_hall: None, officer: Account) -> None:
    client = Client(HTTP_HOST="192.168.1.5", REMOTE_ADDR=NEIGHBOUR, headers={"x-forwarded-proto": "https"})
    client.force_login(officer)
    assert client.get("/en/office/roles/").status_code == 403


def test_one_signs_in_and_a_form_is_taken_over_plain_http(in_hall: None, officer: Account) -> None:
    officer.set_password("kavics-es-fonal-7")
    officer.save()
    client = Client(enforce_csrf_checks=True, HTTP_HOST="192.168.1.5:8000", REMOTE_ADDR=NEIGHBOUR)
    page = client.get("/en/account/sign-in/")
    token = str(page.context["csrf_token"])
    sent = {"login": officer.email, "password": "kavics-es-fonal-7", "csrfmiddlewaretoken": token}
    origin = {"origin": "http://192.168.1.5:8000"}
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=officer, email=officer.email, verified=True, primary=True)
    assert client.post("/en/account/sign-in/", sent, headers=origin).status_code == 302
    assert not client.cookies["session"]["secure"]
    assert client.get("/en/office/").status_code == 200
    elsewhere = {"origin": "http://10.9.9.9"}
    assert client.post("/en/account/sign-in/", sent, headers=elsewhere).status_code == 403
