"""What is tried against every site on the first day."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from fokozat.office.models import Account, Body, Person
from tests.doors.accounts.routes import every_route
from tests.doors.cli.test_serve import end, serving
from tests.doors.security.conftest import SignedIn

PASSWORD = "kavics-es-fonal-7"
ELSEWHERE = (
    "https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example", "http:evil.example",
    "javascript:alert(1)", "\thttps://evil.example", "https:/evil.example", "/en/\r\nLocation: https://evil.example",
)  # fmt: skip


@pytest.fixture
def anna() -> Account:
    from allauth.account.models import EmailAddress

    made = Account.objects.create_user("anna@example.org", PASSWORD)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made


def test_no_page_goes_into_a_frame_runs_inline_or_is_guessed(
    signed_in: SignedIn, card: Person, federation: Body
) -> None:
    """Every address of the installation, asked as an administrator."""
    client = signed_in("administrator")
    seen = 0
    for route in every_route():
        answer = client.get(route.address(uid=card.uid if "person" in route.name else federation.uid))
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy, route
        assert "unsafe" not in policy, route
        assert "*" not in policy, route
        assert answer["X-Frame-Options"] == "DENY", route
        assert answer["X-Content-Type-Options"] == "nosniff", route
        assert answer["Referrer-Policy"] == "same-origin", route
        if answer["Content-Type"].startswith("text/html") and answer.status_code < 300:
            page = answer.content.decode()
            assert " style=" not in page, route
            assert " onclick=" not in page, route
            assert "javascript:" not in page, route
            assert page.count("<script") == page.count("<script src="), route
            seen += 1
        if answer.streaming:
            assert list(answer), route  # read to its end, or it would stay open
    assert seen > 30


def test_what_an_account_sees_is_kept_by_no_cache(signed_in: SignedIn, card: Person) -> None:
    client = signed_in("administrator")
    for path in (
        f"people/{card.uid}/",
        "people/",
        "bodies/",
        "office/",
        "office/journal/",
        "account/",
        "office/roles/",
    ):
        control = client.get(f"/en/{path}")["Cache-Control"]
        assert "private" in control, path
        assert "no-cache" in control or "no-store" in control, path
        assert "public" not in control, path


@pytest.mark.parametrize("where", ELSEWHERE)
def test_nobody_is_sent_elsewhere(anna: Account, where: str) -> None:
    client = Client()
    sent = {"login": anna.email, "password": PASSWORD, "next": where}
    answer = client.post("/en/account/sign-in/", sent, query_params={"next": where})
    assert urlsplit(answer["Location"]).netloc == ""
    assert answer["Location"].startswith("/en/")
    assert "evil" not in client.get("/", {"next": where})["Location"]


def test_a_session_that_was_given_to_somebody_is_worth_nothing(anna: Account) -> None:
    """Neither one that an attacker made up, nor one that was there before the sign-in."""
    client = Client()
    client.cookies["session"] = "a" * 32
    client.post("/en/account/sign-in/", {"login": anna.email, "password": PASSWORD})
    first = client.cookies["session"].value
    assert first != "a" * 32
    thief = Client()
    thief.cookies["session"] = "a" * 32
    assert thief.get("/en/account/").status_code == 302
    thief.cookies["session"] = first
    assert thief.get("/en/account/").status_code == 200
    client.post("/en/account/sign-out/")
    assert thief.get("/en/account/").status_code == 302, "who signs out ends the session everywhere"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1@evil.example", "127.0.0.1.evil.example", "a b", ""])
def test_a_strange_host_gets_no_letter_written(anna: Account, host: str) -> None:
    client = Client(HTTP_HOST=host)
    assert client.post("/en/account/password/reset/", {"email": anna.email}).status_code == 400
    assert not mail.outbox


def test_a_host_that_is_only_claimed_is_not_believed(anna: Account) -> None:
    headers = {"x-forwarded-host": "evil.example", "x-host": "evil.example", "forwarded": "host=evil.example"}
    Client().post("/en/account/password/reset/", {"email": anna.email}, headers=headers)
    assert "evil.example" not in str(mail.outbox[0].body)
    assert "http://testserver/" in str(mail.outbox[0].body)


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH"])
def test_a_method_is_what_it_is(signed_in: SignedIn, card: Person, method: str) -> None:
    client = signed_in("administrator")
    said = {"x-http-method-override": method, "x-http-method": method, "x-method-override": method}
    assert client.get(f"/en/people/{card.uid}/", {"_method": method}, headers=said).status_code == 200
    assert client.generic(method, f"/en/people/{card.uid}/change/").status_code == 405
    assert client.generic("TRACE", f"/en/people/{card.uid}/").status_code == 405
    assert Person.objects.filter(pk=card.pk).exists()


def test_a_form_needs_its_token_and_its_origin(signed_in: SignedIn, card: Person) -> None:
    client = signed_in("registrar", enforce_csrf_checks=True)
    address, sent = f"/en/people/{card.uid}/change/", {"family": "Changed", "version": "1"}
    assert client.post(address, sent).status_code == 403
    token = str(client.get(address).context["csrf_token"])
    elsewhere = {"origin": "https://evil.example"}
    assert client.post(address, {**sent, "csrfmiddlewaretoken": token}, headers=elsewhere).status_code == 403
    assert client.post(address, {**sent, "csrfmiddlewaretoken": token}).status_code == 303


def test_more_files_and_fields_than_a_form_has_are_refused(signed_in: SignedIn, federation: Body) -> None:
    client = signed_in("registrar")
    files = {f"file{at}": SimpleUploadedFile("a.csv", b"a") for at in range(6)}
    assert client.post("/en/office/import/look/", {"body": str(federation.uid), **files}).status_code == 400
    assert client.post("/en/people/new/", {f"field{at}": "x" for at in range(201)}).status_code == 400


@pytest.mark.parametrize("name", ["list.exe", "list.svg", "list.html", "list.pdf", "list.zip"])
def test_files_of_other_kinds_are_refused(signed_in: SignedIn, federation: Body, name: str) -> None:
    heads = {
        "exe": b"MZ\x90\0",
        "svg": b"<svg onload='alert(1)'/>",
        "html": b"<script>",
        "pdf": b"%PDF-1.7",
        "zip": b"PK",
    }
    file = SimpleUploadedFile(name, heads[name.rpartition(".")[2]] + bytes(range(256)))
    answer = signed_in("registrar").post("/en/office/import/look/", {"body": str(federation.uid), "file": file})
    assert answer.status_code == 422
    assert not Person.objects.exists()


def test_huge_headers_are_refused_and_slow_callers_hold_nobody_up(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):  # one of its own, for it complains of what it is sent
        _trouble(address.rstrip("/"))
        assert end(process, signal.SIGTERM)[0] == 0


def _trouble(site: str) -> None:
    host, port = urlsplit(site).hostname or "", urlsplit(site).port or 0
    connection = http.client.HTTPConnection(host, port, timeout=20)
    connection.request("GET", "/healthz", headers={"X-Long": "x" * 200_000})
    assert connection.getresponse().status == 400
    connection.close()
    with ExitStack() as open_ones:
        for _ in range(40):
            slow = open_ones.enter_context(socket.create_connection((host, port)))
            slow.sendall(b"POST /en/multiplier/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n")
        begins = monotonic()
        with urlopen(f"{site}/healthz", timeout=20) as answer:
            assert answer.status == 200
        assert monotonic() - begins < 10


def test_nobody_learns_which_server_it_is(site: str) -> None:
    with urlopen(f"{site}/healthz", timeout=20) as answer:
        assert answer.headers["Server"] is None
        assert answer.headers["X-Powered-By"] is None


def test_behind_tls_every_cookie_is_secure_and_bound_to_its_host(tmp_path: Path) -> None:
    """And Django's own look at a deployment finds nothing that was not decided."""
    program = (
        "import django; django.setup()\n"
        "from django.conf import settings as s\n"
        "from django.core.management import call_command\n"
        "print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE)\n"
        "print(s.SECURE_HSTS_SECONDS, s.DEBUG)\n"
        "s.SILENCED_SYSTEM_CHECKS = ['security.W' + n for n in ('002', '003', '005', '008', '021')]\n"
        "call_command('check', deploy=True, fail_level='WARNING')\n"
    )
    env = {**os.environ, "FOKOZAT_HOME": str(tmp_path), "FOKOZAT_HTTPS": "1", "FOKOZAT_HOSTS": "club.example",
           "DJANGO_SETTINGS_MODULE": "fokozat.site.settings", "DATABASE_URL": ""}  # fmt: skip
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == ["__Host-session __Host-form True True", "31536000 False"]


def test_scripts_of_a_page_are_ours_and_whole(client: Client) -> None:
    page = client.get("/en/people/").content.decode()
    assert "http://" not in page.replace("http://testserver", "").replace("http://www.w3.org", "")
    assert "https://" not in page
