"""2.4.1: whoever asks too often is slowed down, whichever worker is asked, and nobody else is."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import time

import pytest
from django.db import connection
from django.test import Client

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office import limits
from fokozat.office.limits import DESKS, FORMS, GUESSES, KEYS, LIMITS, VISITS, Limit, empty_pockets, forget_old, take
from fokozat.office.models.limits import Tally
from fokozat.office.upkeep import keep_house
from tests.doors.security.conftest import SignedIn

ELSEWHERE = "192.168.1.20"
NOON = 1_331_380_800.0  # the beginning of a minute
QUICK = Limit("quick", 12, seconds=60, handful=4)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test reaches."""
    for name, limit in (("VISITS", VISITS), ("FORMS", FORMS), ("DESKS", DESKS), ("KEYS", KEYS), ("GUESSES", GUESSES)):
        monkeypatch.setattr(f"fokozat.site.limits.{name}", Limit(limit.name, 3))
    monkeypatch.setattr("fokozat.site.limits.time", lambda: NOON + 10)


def visitor(address: str = ELSEWHERE) -> Client:
    return Client(REMOTE_ADDR=address)


def test_every_handful_fits_into_its_limit() -> None:
    assert all(limit.most % limit.handful == 0 for limit in LIMITS)
    assert len({limit.name for limit in LIMITS}) == len(LIMITS)


def test_no_more_than_the_limit_however_many_workers() -> None:
    given = 0
    for _ in range(10):  # a worker that has just started draws anew
        empty_pockets()
        given += sum(take(QUICK, "a", NOON) == 0 for _ in range(3))
    assert given == 9, "three workers drew all there was; what was left in their pockets is lost"
    assert Tally.objects.get().taken == 12


def test_one_worker_gives_out_all_of_it_with_a_write_a_handful(
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    with django_assert_max_num_queries(3 * 5 + 3):  # type: ignore[attr-defined]
        waits = [take(QUICK, "a", NOON + 10) for _ in range(40)]
    assert waits == [0] * 12 + [50] * 28


def test_the_next_stretch_begins_anew_and_others_have_their_own() -> None:
    for _ in range(12):
        take(QUICK, "a", NOON)
    assert take(QUICK, "a", NOON + 59.9) == 1
    assert take(QUICK, "b", NOON + 59.9) == 0
    assert take(QUICK, "a", NOON + 60) == 0


def test_counts_name_nobody_and_are_forgotten() -> None:
    take(QUICK, ELSEWHERE, NOON)
    assert ELSEWHERE not in str(Tally.objects.values())
    assert forget_old(NOON + 60) == 0
    assert forget_old(NOON + 600) == 1
    take(QUICK, ELSEWHERE, NOON)
    from datetime import date

    keep_house(date(2026, 1, 1))
    assert not Tally.objects.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_too_often_is_a_page_that_says_when(few: None, language: str) -> None:
    client = visitor()
    answers = [client.post(f"/{language}/multiplier/", {}) for _ in range(4)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
    assert answers[3]["Retry-After"] == "50"
    assert "no-store" in answers[3]["Cache-Control"]
    assert Words.of("web").say("trouble.429.title", language) in answers[3].content.decode()
    assert visitor("192.168.1.21").post(f"/{language}/multiplier/", {}).status_code != 429


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_too_often_is_a_problem_document(few: None, language: str) -> None:
    client = visitor()
    answers = [client.get("/api/v1/editions", headers={"accept-language": language}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (answers[3]["Retry-After"], answers[3]["Content-Type"]) == ("50", "application/problem+json")
    assert answers[3].json()["title"] == Words.of("api").say("too-often.title", language)


def test_guessed_keys_are_counted_together_whatever_they_say(few: None) -> None:
    client = visitor()
    guesses = [client.get("/api/v1/people", headers={"authorization": f"Bearer x{at}"}) for at in range(5)]
    assert [answer.status_code for answer in guesses] == [401, 401, 401, 429, 429]


def test_reading_pages_is_not_counted(few: None) -> None:
    client = visitor()
    assert {client.get("/en/people/").status_code for _ in range(8)} == {200}


def test_a_hall_behind_one_address_is_counted_by_account(few: None, signed_in: SignedIn) -> None:
    clients = [signed_in("registrar", REMOTE_ADDR=ELSEWHERE) for _ in range(3)]
    sent = [client.post("/en/people/new/", {}).status_code for client in clients for _ in range(3)]
    assert sent == [422] * 9
    assert clients[0].post("/en/people/new/", {}).status_code == 429


def test_whoever_sits_at_the_machine_is_not_counted(few: None) -> None:
    for address in ("127.0.0.1", "::1"):
        client = visitor(address)
        assert {client.get("/api/v1/editions").status_code for _ in range(6)} == {200}


def test_nobody_claims_another_address(few: None) -> None:
    client = visitor()
    answers = [
        client.get("/api/v1/editions", headers={"x-forwarded-for": f"127.0.0.1, 10.0.0.{at}"}) for at in range(4)
    ]
    assert answers[3].status_code == 429


def test_behind_our_proxy_the_last_address_counts(few: None, settings: object) -> None:
    settings.HTTPS = True  # type: ignore[attr-defined]
    client = Client(REMOTE_ADDR="127.0.0.1")

    def asked(forwarded: str) -> int:
        headers = {"x-forwarded-for": forwarded, "x-forwarded-proto": "https"}
        return client.get("/api/v1/editions", headers=headers).status_code

    assert [asked(f"10.0.0.{at}, 203.0.113.7") for at in range(4)] == [200, 200, 200, 429]
    assert asked("203.0.113.7, 203.0.113.8") == 200
    assert asked("2001:db8::1") == asked("2001:db8::2") == asked("2001:db8::3") == 200
    assert asked("2001:db8::ffff") == 429, "one household has many addresses"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("emptied_after")
def test_at_once_no_more_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty threads without pockets: the count itself decides."""
    limit = Limit("rush", 10)
    monkeypatch.setattr(limits, "_FULL", 0)

    def ask(_at: int) -> int:
        try:
            return take(limit, "a", NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        waits = list(pool.map(ask, range(30)))
    assert waits.count(0) == 10
    assert time() > NOON
