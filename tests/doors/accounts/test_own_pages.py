"""The pages of the own account: card, data, errors, keys for programs, language; and the queue of officers."""

import html
import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.keep_private import keep_birth_date, keep_contact
from fokozat.office.actions.make_token import digest_of_secret
from fokozat.office.models import Account, Claim, Record, Token
from fokozat.office.models.accounts import Report
from fokozat.office.rights import operator
from tests.doors.accounts.conftest import House, Opened

pytestmark = pytest.mark.django_db
SignedIn = Callable[[Account], Client]
SECRET = re.compile(r"fok_[\w-]{43}")


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


def verbs(subject: object) -> list[str]:
    return list(Record.objects.filter(subject=str(subject)).order_by("place").values_list("verb", flat=True))


def test_a_card_is_searched_claimed_and_confirmed(account: Opened, house: House) -> None:
    anna, officer = account("anna"), account("officer", "officer", house.federation)
    card, player, desk = house.cards["society"], Client(), Client()
    player.force_login(anna)
    desk.force_login(officer)
    assert card.shown_name in player.get("/hu/account/card/?q=minta").content.decode()
    for _ in range(2):
        assert player.post("/hu/account/card/claim/", {"person": str(card.uid)})["Location"] == "/hu/account/card/"
    claim = Claim.objects.get()
    assert say("state.open", "hu") in player.get("/hu/account/card/").content.decode()
    page = desk.get("/et/office/claims/").content.decode()
    assert card.shown_name in page
    assert anna.email in page
    assert desk.post(f"/et/office/claims/{claim.pk}/", {"decision": "confirm"})["Location"] == "/et/office/claims/"
    anna.refresh_from_db()
    assert anna.person == card
    assert card.shown_name in player.get("/hu/account/").content.decode()
    assert verbs(card.uid) == ["register", "claim", "decide-claim"]
    late = desk.post(f"/et/office/claims/{claim.pk}/", {"decision": "refuse"})
    assert late.status_code == 422
    assert "fault-summary" in late.content.decode()


def test_a_claim_is_refused_and_can_be_made_again(account: Opened, house: House, signed_in: SignedIn) -> None:
    anna = account("anna")
    claim = Claim.objects.create(account=anna, person=house.cards["society"], asked_at=datetime.now(UTC))
    client = signed_in(account("officer", "officer", house.society))
    client.post(f"/en/office/claims/{claim.pk}/", {"decision": "refuse"})
    anna.refresh_from_db()
    assert anna.person is None
    client = signed_in(anna)
    assert say("state.refused") in client.get("/en/account/card/").content.decode()
    client.post("/en/account/card/claim/", {"person": str(house.cards["society"].uid)})
    assert Claim.objects.filter(state="open").count() == 1


def test_a_taken_card_and_a_card_that_is_none(account: Opened, house: House, signed_in: SignedIn) -> None:
    account("bea", card=house.cards["society"])
    client = signed_in(account("anna"))
    taken = client.post("/en/account/card/claim/", {"person": str(house.cards["society"].uid)})
    assert taken.status_code == 422
    assert client.post("/en/account/card/claim/", {"person": "nonsense"}).status_code == 404
    assert not Claim.objects.exists()


def test_everything_kept_is_shown_and_taken_away(account: Opened, house: House, signed_in: SignedIn) -> None:
    card = house.cards["society"]
    keep_birth_date(operator(), card, {"born": "2001-02-03"}, date(2026, 1, 1))
    keep_contact(operator(), card, {"email": "minta@example.org", "phone": "+36 1 000 0000"})
    anna = account("anna", card=card)
    Token.objects.create(account=anna, name="titkos kulcs", digest=digest_of_secret("fok_x"))
    client = signed_in(anna)
    response = client.get("/hu/account/data/file/")
    assert response["Content-Disposition"].startswith("attachment")
    data = json.loads(response.content)
    assert data["account"]["email"] == "anna@example.org"
    assert data["card"]["birth_date"] == [{"born": "2001-02-03"}]
    assert data["card"]["contact"][0]["phone"] == "+36 1 000 0000"
    assert {record["verb"] for record in data["journal"]} >= {"register", "keep-birth-date", "keep-contact"}
    assert data["account"]["tokens"][0]["name"] == "titkos kulcs"
    assert digest_of_secret("fok_x") not in response.content.decode()
    assert anna.password not in response.content.decode()
    page = client.get("/hu/account/data/").content.decode()
    assert "2001-02-03" in page
    assert "+36 1 000 0000" in page


def test_nobody_sees_another_s_data(account: Opened, house: House, signed_in: SignedIn) -> None:
    keep_contact(operator(), house.cards["society"], {"phone": "+36 1 000 0000"})
    account("bea", card=house.cards["society"])
    client = signed_in(account("anna", "administrator"))
    for path in ("/en/account/data/", "/en/account/data/file/"):
        page = client.get(path).content.decode()
        assert "bea@" not in page
        assert "000 0000" not in page


def test_an_error_is_reported_seen_and_settled(account: Opened, house: House, signed_in: SignedIn) -> None:
    card = house.cards["society"]
    anna = account("anna", card=card)
    client = signed_in(anna)
    assert client.post("/en/account/card/error/", {"text": " "}).status_code == 422
    text = "A <b>2024</b> esztendő hiányzik"
    assert client.post("/en/account/card/error/", {"text": text}).status_code == 302
    report = Report.objects.get()
    client = signed_in(account("officer", "officer", house.federation))
    page = client.get("/en/office/claims/").content.decode()
    assert "&lt;b&gt;2024&lt;/b&gt;" in page
    assert client.post(f"/en/office/reports/{report.uid}/").status_code == 302
    assert client.post(f"/en/office/reports/{report.uid}/").status_code == 422
    assert verbs(card.uid) == ["register", "report-error", "settle-report"]
    assert "hiányzik" not in str(list(Record.objects.values("detail__after")))


def test_without_a_card_there_is_nothing_to_report(account: Opened, signed_in: SignedIn) -> None:
    assert signed_in(account("anna")).post("/en/account/card/error/", {"text": "x"}).status_code == 403
    assert not Report.objects.exists()


def test_erasing_the_card_takes_the_reports_and_the_login(account: Opened, house: House, signed_in: SignedIn) -> None:
    client = signed_in(account("anna", card=house.cards["society"]))
    client.post("/en/account/card/error/", {"text": "Valami hibás"})
    erase_person(operator(), house.cards["society"])
    assert not Report.objects.exists()
    assert client.get("/en/account/").status_code == 302


def test_a_key_is_shown_once_and_taken_back(account: Opened, signed_in: SignedIn) -> None:
    anna = account("anna")
    client = signed_in(anna)
    given = {"name": "Tábla", "scopes": ["read", "people"], "ends": "2199-01-01"}
    made = client.post("/hu/account/tokens/", given)
    secret = SECRET.search(made.content.decode())
    assert secret
    assert "no-store" in made["Cache-Control"]
    assert not SECRET.search(client.get("/hu/account/tokens/").content.decode())
    token = Token.objects.get()
    assert token.digest == digest_of_secret(secret[0])
    assert token.scopes == ["read", "people"]
    other = Client()
    other.force_login(account("bea", "administrator"))
    assert other.post(f"/hu/account/tokens/{token.uid}/end/").status_code == 404
    asked = client.get(f"/hu/account/tokens/{token.uid}/end/").content.decode()
    assert say("own.token-end-told", "hu", key="Tábla") in asked
    token.refresh_from_db()
    assert token.ends_at is None or token.ends_at > datetime.now(UTC)
    assert client.post(f"/hu/account/tokens/{token.uid}/end/").status_code == 303
    token.refresh_from_db()
    assert token.ends_at is not None
    assert token.ends_at <= datetime.now(UTC)
    assert secret[0] not in str(list(Record.objects.values("detail__after", "subject")))


@pytest.mark.parametrize(
    "given", [{}, {"name": "x" * 61}, {"name": "x", "scopes": ["all"]}, {"name": "x", "ends": "?"}]
)
def test_a_key_that_cannot_be(given: dict[str, Any], account: Opened, signed_in: SignedIn) -> None:
    response = signed_in(account("anna")).post("/et/account/tokens/", given)
    assert response.status_code == 422
    assert not Token.objects.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_kept_and_followed(language: str, account: Opened, signed_in: SignedIn) -> None:
    anna = account("anna")
    client = signed_in(anna)
    assert client.post("/hu/account/language/", {"language": language})["Location"] == f"/{language}/account/"
    anna.refresh_from_db()
    assert anna.language == language
    client.post("/hu/account/language/", {"language": "xx"})
    anna.refresh_from_db()
    assert anna.language == language


@pytest.mark.parametrize(
    "given",
    [
        {"email": "", "role": "officer"},
        {"email": "nobody@example.org", "role": "officer"},
        {"email": "anna@example.org", "role": "player"},
        {"email": "anna@example.org", "role": ""},
        {"email": "anna@example.org", "role": "officer", "begins": "2026-02-01", "ends": "2026-01-01"},
        {"email": "\u202eanna", "role": "<script>"},
    ],
)
def test_a_role_that_cannot_be(given: dict[str, str], account: Opened, signed_in: SignedIn) -> None:
    anna = account("anna", "administrator")
    response = signed_in(anna).post("/en/office/roles/", given)
    assert response.status_code == 422
    assert "<script>" not in response.content.decode()
    assert anna.roles.count() == 1


def test_the_head_of_every_page_says_who_reads(account: Opened, house: House, signed_in: SignedIn) -> None:
    assert 'href="/hu/account/sign-in/"' in Client().get("/hu/multiplier/").content.decode()
    page = signed_in(account("anna", "officer", house.society)).get("/hu/multiplier/").content.decode()
    assert "anna@example.org" in page
    assert 'href="/hu/office/claims/"' in page
    assert 'href="/hu/office/roles/"' not in page


def test_a_role_that_ended_is_shown_as_ended(account: Opened, signed_in: SignedIn) -> None:
    anna = account("anna", "administrator")
    client = signed_in(anna)
    bea = account("bea", "officer")
    asked = client.get(f"/en/office/roles/{bea.roles.get().pk}/end/").content.decode()
    assert say("office.what-happens") in asked
    assert bea.email in asked
    assert bea.roles.get().ends is None
    client.post(f"/en/office/roles/{bea.roles.get().pk}/end/")
    assert bea.roles.get().ends == datetime.now(UTC).date() - timedelta(days=1)
    assert say("own.token-is-ended") in client.get("/en/office/roles/").content.decode()


def test_a_long_queue_is_turned_page_by_page_the_oldest_first(account: Opened, house: House) -> None:
    officer, asking = account("officer", "administrator"), [account(f"asking{at}") for at in range(45)]
    begin, card = datetime(2026, 1, 1, tzinfo=UTC), house.cards["society"]
    for at, each in enumerate(asking):  # two a day, so that some asked at the same moment
        Claim.objects.create(account=each, person=card, asked_at=begin + timedelta(days=at // 2))
    client, url, seen = Client(), "/en/office/claims/", []
    client.force_login(officer)
    while url:
        page = client.get(url).content.decode()
        assert say("claims.count", count=45) in page
        seen.append(re.findall(r'action="/en/office/claims/(\d+)/"', page))
        following = re.search(r'id="claimed-next" href="([^"]+)"', page)
        url = html.unescape(following[1]) if following else ""
    assert [len(each) for each in seen] == [20, 20, 5]
    assert [int(key) for each in seen for key in each] == list(
        Claim.objects.order_by("pk").values_list("pk", flat=True)
    )
    for nonsense in ("x", "9" * 40, "999999", "-1"):
        assert client.get("/en/office/claims/", {"after_asked_at": nonsense}).status_code == 200


def test_no_role_is_offered_for_the_whole_installation_unless_it_is_chosen(account: Opened, house: House) -> None:
    client = Client()
    client.force_login(account("anna", "administrator"))
    page = client.get("/en/office/roles/").content.decode()
    assert '<option value="">' in page
    assert "selected" not in page
    again = client.post("/en/office/roles/", {"email": "", "role": "leader", "body": ""}).content.decode()
    assert '<option value="" selected>' in again
    assert '<option value="leader" selected>' in again
