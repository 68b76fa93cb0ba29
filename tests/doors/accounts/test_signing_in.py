"""Opening an account, its keys, and what nobody may learn by asking."""

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.core import mail
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.models import Account, Record
from tests.doors.accounts.conftest import PASSWORD, Opened, last_link

pytestmark = pytest.mark.django_db
NEW = "fonal-es-kavics-8"


def say(name: str, language: str = "en") -> str:
    return Words.of("web").say(name, language)


def verbs(account: Account) -> list[str]:
    return list(Record.objects.filter(subject=str(account.uid)).order_by("place").values_list("verb", flat=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_account_begins_with_the_link_of_its_letter(client: Client, language: str) -> None:
    asked = {"email": "Anna@Example.org", "password1": PASSWORD}
    response = client.post(f"/{language}/account/sign-up/", asked)
    assert (response.status_code, response["Location"]) == (302, f"/{language}/account/confirm/")
    account = Account.objects.get(email="anna@example.org")
    assert account.language == language
    assert mail.outbox[0].subject == say("letter.email-confirmation-signup.subject", language)
    link = last_link()
    assert link.startswith(f"/{language}/account/confirm/")
    sign_in = {"login": "anna@example.org", "password": PASSWORD}
    client.post(f"/{language}/account/sign-in/", sign_in)
    assert "_auth_user_id" not in client.session
    assert client.post(link).status_code == 302
    assert client.post(f"/{language}/account/sign-in/", sign_in)["Location"] == f"/{language}/account/"
    assert client.get(f"/{language}/account/").status_code == 200
    assert verbs(account) == ["open-account", "confirm-address"]


def test_a_sign_in_leaves_no_record(client: Client, account: Opened) -> None:
    made, records = account("anna"), Record.objects.count()
    response = client.post("/en/account/sign-in/", {"login": made.email, "password": PASSWORD})
    assert response["Location"] == "/en/account/"
    cookie = response.cookies["session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", "")
    assert client.session.get_expiry_age() <= 12 * 3600
    assert client.post("/en/account/sign-out/")["Location"] == "/en/"
    assert "_auth_user_id" not in client.session
    assert Record.objects.count() == records


def test_nobody_is_signed_out_by_a_link(client: Client, account: Opened) -> None:
    client.force_login(account("anna"))
    client.get("/en/account/sign-out/")
    assert "_auth_user_id" in client.session


def test_where_one_goes_after_signing_in_is_here(client: Client, account: Opened) -> None:
    keys = {"login": account("anna").email, "password": PASSWORD}
    response = client.post("/en/account/sign-in/?next=https://evil.example/", {**keys, "next": "https://evil.example/"})
    assert response["Location"] == "/en/account/"


def test_strangers_and_wrong_passwords_are_told_the_same(client: Client, account: Opened) -> None:
    made = account("anna")
    pages = [
        client.post("/hu/account/sign-in/", {"login": email, "password": "rossz-jelszo-1"}).content.decode()
        for email in (made.email, "bea@example.org")
    ]
    assert all(say("account.fault-email-password-mismatch", "hu") in page for page in pages)


def test_a_taken_address_is_told_in_a_letter_only(client: Client, account: Opened) -> None:
    made = account("anna")
    response = client.post("/en/account/sign-up/", {"email": made.email, "password1": NEW})
    assert (response.status_code, response["Location"]) == (302, "/en/account/confirm/")
    assert mail.outbox[-1].subject == say("letter.account-already-exists.subject")
    assert Account.objects.count() == 1


def test_a_forgotten_password_is_replaced_once(client: Client, account: Opened) -> None:
    made = account("anna")
    for email in (made.email, "bea@example.org"):
        response = client.post("/et/account/password/reset/", {"email": email})
        assert response["Location"] == "/et/account/password/reset/sent/"
    assert [str(letter.to[0]) for letter in mail.outbox] == [made.email, "bea@example.org"]
    mail.outbox.pop()
    link = last_link()
    page = client.get(link, follow=True)
    done = client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert done["Location"] == "/et/account/password/reset/done/"
    made.refresh_from_db()
    assert made.check_password(NEW)
    assert say("account.reset-ended", "et") in client.get(link, follow=True).content.decode()
    assert verbs(made) == ["reset-password"]


@pytest.mark.parametrize("weak", ["rovid", "1234567890", "password123", "anna@example.org"])
def test_weak_passwords_are_refused(client: Client, weak: str) -> None:
    response = client.post("/hu/account/sign-up/", {"email": "anna@example.org", "password1": weak})
    assert response.status_code == 200
    assert 'aria-invalid="true"' in response.content.decode()
    assert not Account.objects.exists()


def test_a_password_is_changed(client: Client, account: Opened) -> None:
    made = account("anna")
    client.force_login(made)
    response = client.post("/en/account/password/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert response["Location"] == "/en/account/"
    assert say("notice.password-changed") in client.get("/en/account/").content.decode()
    assert say("notice.password-changed") not in client.get("/en/account/").content.decode()
    assert mail.outbox[-1].subject == say("letter.password-changed.subject")
    assert verbs(made) == ["change-password"]


def test_whoever_guesses_is_slowed_down(client: Client, account: Opened) -> None:
    made = account("anna")
    for _ in range(5):
        client.post("/en/account/sign-in/", {"login": made.email, "password": "rossz-jelszo-1"})
    page = client.post("/en/account/sign-in/", {"login": made.email, "password": PASSWORD})
    assert say("account.fault-too-many-login-attempts") in page.content.decode()


def test_whoever_asks_all_the_time_gets_a_page_in_our_words(client: Client) -> None:
    asked = [client.post("/et/account/sign-up/", {"email": f"a{i}@example.org", "password1": "x"}) for i in range(12)]
    assert asked[-1].status_code == 429
    assert say("account.too-often.title", "et") in asked[-1].content.decode()


def code_now(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))


def test_a_second_factor_is_asked_for_and_a_recovery_code_opens_once(
    emptied_after: None, client: Client, account: Opened
) -> None:
    made, keys = account("anna"), {"login": "anna@example.org", "password": PASSWORD}
    client.post("/hu/account/sign-in/", keys)
    again = client.get("/hu/account/factor/start/")["Location"]
    assert again.startswith("/hu/account/again/"), "a borrowed session sets up no second factor"
    assert client.post(again, {"password": PASSWORD})["Location"] == "/hu/account/factor/start/"
    page = client.get("/hu/account/factor/start/")
    assert "<svg" in page.content.decode()
    assert "data:" not in page.content.decode()
    secret = page.context["form"].secret
    assert client.post("/hu/account/factor/start/", {"code": code_now(secret)}).status_code == 302
    codes = client.get("/hu/account/factor/codes/").context["unused_codes"]
    assert codes[0] in client.get("/hu/account/factor/codes/file/").content.decode()
    assert client.get("/hu/account/factor/").status_code == 200
    client.post("/hu/account/sign-out/")
    for code, opens in (("000000", False), (codes[0], True), (codes[0], False), (codes[1], True)):
        assert client.post("/hu/account/sign-in/", keys)["Location"] == "/hu/account/factor/code/"
        client.post("/hu/account/factor/code/", {"code": code})
        assert ("_auth_user_id" in client.session) is opens
        client.post("/hu/account/sign-out/")
    assert verbs(made)[0] == "start-second-factor"
    assert mail.outbox[0].subject == say("letter.totp-activated.subject", "hu")


def test_pages_of_accounts_are_kept_by_nobody(client: Client, account: Opened) -> None:
    client.force_login(account("anna"))
    for path in ("/hu/account/", "/hu/account/data/", "/hu/account/data/file/", "/hu/account/tokens/"):
        response = client.get(path)
        assert response.status_code == 200
        assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert " style=" not in response.content.decode()
    assert "private" in client.get("/hu/multiplier/")["Cache-Control"]
    assert "no-store" not in client.get("/hu/multiplier/")["Cache-Control"]


def test_a_closed_account_opens_nothing(client: Client, account: Opened) -> None:
    made = account("anna")
    client.force_login(made)
    Account.objects.update(is_active=False)
    assert client.get("/en/account/").status_code == 302
    response = client.post("/en/account/sign-in/", {"login": made.email, "password": PASSWORD})
    assert response.status_code in (200, 302)
    assert client.get("/en/account/").status_code == 302


def test_no_default_password_and_no_user_name() -> None:
    assert not Account.objects.exists()
    assert {"email"} == settings.ACCOUNT_LOGIN_METHODS
