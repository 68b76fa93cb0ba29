"""The letter that tries the post: from page and command, into the folder, to a server, and to one that is not there."""

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from fokozat.cli.main import main
from fokozat.kernel.errors import Forbidden
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.try_mail import try_mail
from fokozat.office.models import Account
from fokozat.office.rights import actor_of
from fokozat.site.mail import mail_settings
from tests.doors.accounts.conftest import House, Opened

pytestmark = pytest.mark.django_db

SignedIn = Callable[[Account], Client]
PostOffice = tuple[int, list[str]]


def use(settings: Any, found: dict[str, Any]) -> None:
    for name, value in found.items():
        setattr(settings, name, value)


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    """A mail server of a few lines: it takes letters and keeps what it was told; one box is full."""
    told: list[str] = []

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 minta\r\n")
            taking = False
            for line in self.rfile:
                told.append(line.decode().rstrip())
                if taking:
                    taking = line != b".\r\n"
                    self.wfile.write(b"" if taking else b"250 taken\r\n")
                elif line.upper().startswith(b"DATA"):
                    taking = True
                    self.wfile.write(b"354 go on\r\n")
                elif line.upper().startswith(b"RCPT TO:<FULL@"):
                    self.wfile.write(b"552 the box is full\r\n")
                elif line.upper().startswith(b"QUIT"):
                    self.wfile.write(b"221 bye\r\n")
                    return
                else:
                    self.wfile.write(b"250 well\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Talk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], told
        server.shutdown()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_sends_it(language: str, account: Opened, signed_in: SignedIn) -> None:
    client = signed_in(account("anna", "administrator"))
    assert 'value="anna@example.org"' in client.get(f"/{language}/office/mail/").content.decode()
    assert client.post(f"/{language}/office/mail/", {"email": "minta@example.org"}).status_code == 302
    assert mail.outbox[0].to == ["minta@example.org"]
    assert mail.outbox[0].subject == Words.of("office").say("letter.trial.subject", language)
    assert "minta@example.org" in client.get(f"/{language}/office/mail/").content.decode()


def test_only_an_administrator_of_the_installation_may(account: Opened, house: House) -> None:
    for role, body in (("registrar", None), ("officer", None), ("administrator", house.society)):
        actor = actor_of(account(role, role, body), date(2026, 1, 1))
        with pytest.raises(Forbidden):
            try_mail(actor, {"email": "minta@example.org"}, "en")
    assert mail.outbox == []


@pytest.mark.parametrize("email", ["", "minta", "minta@", "a@b.example\nbcc: x@y.example", "x" * 300])
def test_what_is_no_address_is_told(email: str, account: Opened, signed_in: SignedIn) -> None:
    response = signed_in(account("anna", "administrator")).post("/hu/office/mail/", {"email": email})
    assert response.status_code == 422
    assert "fault-summary" in response.content.decode()
    assert mail.outbox == []


def test_a_command_lays_it_into_the_folder(settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    use(settings, mail_settings("", tmp_path))
    assert main(["mail", "minta@example.org", "--lang", "et", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"email": "minta@example.org", "where": str(tmp_path / "mail")}
    (letter,) = (tmp_path / "mail").iterdir()
    assert "To: minta@example.org" in letter.read_text()


def test_a_server_takes_it(settings: Any, tmp_path: Path, post_office: PostOffice) -> None:
    port, told = post_office
    use(settings, mail_settings(f"smtp://localhost:{port}?plain=1", tmp_path))
    assert main(["mail", "minta@example.org", "--lang", "en"]) == 0
    assert "rcpt to:<minta@example.org>" in [line.lower() for line in told]
    assert any(line.startswith("Subject:") for line in told)


def test_a_server_that_refuses_is_quoted(
    settings: Any, tmp_path: Path, post_office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    use(settings, mail_settings(f"smtp://localhost:{post_office[0]}?plain=1", tmp_path))
    assert main(["mail", "full@example.org", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "the box is full" in said
    assert said.count("\n") == 1


def test_a_server_that_is_not_there(
    settings: Any, tmp_path: Path, account: Opened, signed_in: SignedIn, capsys: pytest.CaptureFixture[str]
) -> None:
    use(settings, mail_settings("smtp://minta:titok@localhost:1?plain=1", tmp_path))
    assert main(["mail", "minta@example.org", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "FOKOZAT_SMTP" in said
    assert "titok" not in said
    response = signed_in(account("anna", "administrator")).post("/hu/office/mail/", {"email": "minta@example.org"})
    assert response.status_code == 422
    assert "FOKOZAT_SMTP" in response.content.decode()
    assert "titok" not in response.content.decode()
