"""People and bodies over HTTP: what a visitor sees, what a token may, and who was faster."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.keep_private import keep_birth_date, keep_contact
from fokozat.office.actions.make_token import revoke_token
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Body, Person, Token
from fokozat.office.rights import operator
from tests.doors.api.conftest import Caller, Key
from tests.doors.api.test_problems import problem_of

NOBODY = "00000000-0000-4000-8000-000000000000"

pytestmark = pytest.mark.django_db


def people_of(club: Body, *names: str) -> list[Person]:
    return [register_person(operator(), {"family": name, "keeper": club.uid}) for name in names]


def families(response: Any) -> list[str]:
    assert response.status_code == 200
    return [person["family"] for person in response.json()["people"]]


def test_a_visitor_sees_names_clubs_and_public_numbers(visitor: Caller, anna: Person, club: Body) -> None:
    today = timezone.localdate()
    keep_birth_date(operator(), anna, {"born": date(today.year - 11, 1, 1)}, today)
    keep_contact(operator(), anna, {"email": "anna@example.org", "phone": "12345"})
    for number in (
        {"scheme": "komir", "value": "10001"},
        {"scheme": "egf", "value": "1", "ends": "2001-01-01"},
        {"scheme": "licence", "value": "L-7"},
    ):
        give_number(operator(), anna, number)
    response = visitor("GET", f"people/{anna.uid}")
    assert response.json() == {
        "uid": str(anna.uid),
        "name": "Őrsi Anna",
        "family": "Őrsi",
        "given": "Anna",
        "order": "family-first",
        "country": "HUN",
        "age_band": "U12",
        "keeper": {"uid": str(club.uid), "name": "Kavics Egyesület"},
        "numbers": [{"scheme": "komir", "value": "10001"}],
        "clubs": [{"uid": str(club.uid), "name": "Kavics Egyesület"}],
    }
    assert response["X-Robots-Tag"] == "noindex"
    assert "Authorization" in response["Vary"]


def test_no_birth_date_goes_out_even_to_administrators(admin: Caller, anna: Person) -> None:
    keep_birth_date(operator(), anna, {"born": "2001-02-03"}, timezone.localdate())
    for address in (f"people/{anna.uid}", "people", f"people?q={quote('Őrsi')}"):
        text = admin("GET", address).content.decode()
        assert "2001" not in text
        assert "born" not in text


def test_who_may_change_a_card_reads_more(admin: Caller, visitor: Caller, anna: Person, new_key: Key) -> None:
    give_number(operator(), anna, {"scheme": "licence", "value": "L-7", "begins": "2020-01-01"})
    shown = admin("GET", f"people/{anna.uid}").json()
    assert shown["numbers"] == [{"scheme": "licence", "value": "L-7", "begins": "2020-01-01", "ends": None}]
    assert shown["hidden_from_search"] is False
    not_for_reading = Caller(visitor.client, new_key(scopes=("people",))[1])
    assert "sex" not in not_for_reading("GET", f"people/{anna.uid}").json()


def test_hidden_people_are_not_listed_for_visitors(visitor: Caller, admin: Caller, club: Body) -> None:
    wish = {"family": "Rejtett", "keeper": str(club.uid), "hidden_from_search": True}
    hidden = admin("POST", "people", wish).json()
    assert families(visitor("GET", "people?q=rejtett")) == []
    assert families(admin("GET", "people?q=rejtett")) == ["Rejtett"]
    assert visitor("GET", f"people/{hidden['uid']}").status_code == 200


def test_search_body_and_order(visitor: Caller, club: Body, federation: Body) -> None:
    people_of(club, "Ösz", "Csete", "Cukor")
    people_of(federation, "Zsolt")
    assert families(visitor("GET", "people?lang=hu")) == ["Cukor", "Csete", "Ösz", "Zsolt"]
    assert families(visitor("GET", "people?lang=en")) == ["Csete", "Cukor", "Ösz", "Zsolt"]
    assert families(visitor("GET", "people?q=osz")) == ["Ösz"]
    assert families(visitor("GET", f"people?lang=hu&body={club.uid}")) == ["Cukor", "Csete", "Ösz"]
    assert families(visitor("GET", f"bodies/{federation.uid}/people?lang=hu&q=zs")) == ["Zsolt"]


def test_pages_stay_in_place_when_somebody_is_new(visitor: Caller, club: Body) -> None:
    people_of(club, "Beta", "Delta", "Zeta")
    first = visitor("GET", "people?limit=2&lang=en").json()
    people_of(club, "Alfa", "Gamma")
    second = visitor("GET", f"people?limit=2&lang=en&cursor={first['next']}")
    assert [person["family"] for person in first["people"]] == ["Beta", "Delta"]
    assert families(second) == ["Gamma", "Zeta"]
    assert second.json()["next"] is None


def test_a_long_page_asks_the_database_no_oftener(visitor: Caller, admin: Caller, club: Body) -> None:
    people_of(club, *(f"Minta{each}" for each in "abcdefgh"))
    admin("GET", "people")
    for caller in (visitor, admin):
        counts = []
        for limit in (2, 8):
            with CaptureQueriesContext(connection) as asked:
                assert len(families(caller("GET", f"people?limit={limit}&lang=hu"))) == limit
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 10


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=201", "limit=-1", "limit=x", "limit=" + "9" * 20, "lang=de", "cursor=", "cursor=x",
        "cursor=%00", "cursor=" + "A" * 28, "cursor=" + "9" * 20, "cursor=%C5%91", "body=x", "body=%00",
        "body=" + "9" * 20, f"body={NOBODY}", "q=" + "x" * 201,
    ],
)  # fmt: skip
def test_slips_in_the_question_of_a_list(visitor: Caller, anna: Person, query: str) -> None:
    found = problem_of(visitor("GET", f"people?{query}"), 422)
    assert found["faults"][0]["place"].startswith("query.")


def test_a_cursor_belongs_to_its_list(visitor: Caller, club: Body) -> None:
    people_of(club, "Alfa", "Beta")
    cursor = visitor("GET", "people?limit=1&lang=en").json()["next"]
    for address in ("people?lang=hu", "people?lang=en&q=a", f"people?lang=en&body={club.uid}", "bodies?lang=en"):
        found = problem_of(visitor("GET", f"{address}&cursor={cursor}"), 422)
        assert found["faults"][0]["key"] == "api.cursor"


SILLY = ["x", "9" * 20, "%00", "%ff", "0", "-1", "null", "x" * 5000, "%ed%a0%80", NOBODY, "{}", "_" * 32]


@pytest.mark.parametrize("uid", SILLY)
def test_a_silly_uid_is_nobody_s(admin: Caller, anna: Person, uid: str) -> None:
    for address in (f"people/{uid}", f"bodies/{uid}", f"bodies/{uid}/people"):
        problem_of(admin("GET", address), 404)
    for address in (f"people/{uid}", f"bodies/{uid}"):
        problem_of(admin("PATCH", address, {}, if_match='"1"'), 404)
    problem_of(admin("POST", f"people/{uid}/numbers", {"scheme": "fide", "value": "1"}), 404)


def test_a_uid_given_up_in_a_merge_leads_to_the_person(visitor: Caller, anna: Person, club: Body) -> None:
    other = people_of(club, "Őrsy")[0]
    merge_people(operator(), anna, other)
    shown = visitor("GET", f"people/{other.uid}").json()
    assert (shown["uid"], shown["asked"]) == (str(anna.uid), str(other.uid))
    assert "asked" not in visitor("GET", f"people/{anna.uid}").json()


def test_an_erased_person_is_gone(visitor: Caller, admin: Caller, anna: Person) -> None:
    erase_person(operator(), anna)
    assert "Őrsi" not in visitor("GET", f"people/{anna.uid}").content.decode()
    problem_of(visitor("GET", f"people/{anna.uid}"), 410)
    problem_of(admin("PATCH", f"people/{anna.uid}", {}, if_match='"1"'), 410)
    assert families(visitor("GET", "people")) == []


def test_what_has_not_changed_is_not_sent_again(visitor: Caller, admin: Caller, anna: Person, club: Body) -> None:
    numbers = (str(number) for number in range(100))
    for caller in (visitor, admin):
        for address in (
            "people", f"people/{anna.uid}", "bodies", f"bodies/{club.uid}", f"bodies/{club.uid}/people",
        ):  # fmt: skip
            first = caller("GET", address)
            assert first.status_code == 200
            assert caller("GET", address, if_none_match=first["ETag"]).status_code == 304
            give_number(operator(), anna, {"scheme": "fide", "value": next(numbers)})
            again = caller("GET", address, if_none_match=first["ETag"])
            assert again.status_code == (304 if address in ("bodies", f"bodies/{club.uid}") else 200)


def test_a_person_comes_and_changes(admin: Caller, visitor: Caller, club: Body) -> None:
    new = admin("POST", "people", {"family": "Minta", "given": "Béla", "keeper": str(club.uid)})
    assert new.status_code == 201
    card = new["Location"].removeprefix("/api/v1/")
    assert admin("GET", card)["ETag"] == new["ETag"]
    changed = admin("PATCH", card, {"given": "Bálint", "former_name": True}, if_match=new["ETag"])
    assert (changed.status_code, changed.json()["name"]) == (200, "Minta Bálint")
    again = admin("PATCH", card, {"country": "EST"}, if_match=changed["ETag"])
    assert (again.json()["country"], again.json()["given"]) == ("EST", "Bálint")
    number = admin("POST", f"{card}/numbers", {"scheme": "egf", "value": "17"})
    assert (number.status_code, number.json()["numbers"][0]["value"]) == (201, "17")
    year = timezone.localdate().year
    member = admin("POST", f"{card}/memberships", {"body": str(club.uid), "year": year})
    assert member.json()["clubs"] == [{"uid": str(club.uid), "name": club.name}]
    assert families(visitor("GET", "people?q=17")) == ["Minta"]


def test_who_was_slower_is_told_what_is_kept_now(admin: Caller, anna: Person) -> None:
    seen = admin("GET", f"people/{anna.uid}")["ETag"]
    assert admin("PATCH", f"people/{anna.uid}", {"given": "Mária"}, if_match=seen).status_code == 200
    for old in (seen, '"0"', '"99"', f'"{"9" * 20}"', "x", '"1", "2"'):
        found = problem_of(admin("PATCH", f"people/{anna.uid}", {"given": "Márta"}, if_match=old), 412)
        assert found["theirs"]["given"] == "Mária"
        assert "born" not in found["theirs"]
    for missing in ({}, {"if_match": "*"}, {"if_match": " "}):
        problem_of(admin("PATCH", f"people/{anna.uid}", {"given": "Márta"}, **missing), 428)
    packed = f"W/{admin('GET', f'people/{anna.uid}')['ETag']}"
    assert admin("PATCH", f"people/{anna.uid}", {"given": "Márta"}, if_match=packed).status_code == 200


def test_a_body_comes_and_changes(admin: Caller, visitor: Caller, federation: Body) -> None:
    new = admin("POST", "bodies", {"kind": "society", "name": "Próba Kör", "parent": str(federation.uid)})
    assert (new.status_code, new.json()["parent"]["name"]) == (201, federation.name)
    address = new["Location"].removeprefix("/api/v1/")
    changed = admin("PATCH", address, {"place": "Mintaváros", "languages": ["hu", "et"]}, if_match=new["ETag"])
    assert (changed.json()["name"], changed.json()["place"]) == ("Próba Kör", "Mintaváros")
    assert problem_of(admin("PATCH", address, {"name": "X"}, if_match=new["ETag"]), 412)["theirs"]["place"]
    listed = visitor("GET", f"bodies?parent={federation.uid}").json()
    assert [body["name"] for body in listed["bodies"]] == ["Próba Kör"]
    assert [body["name"] for body in visitor("GET", "bodies?q=szov").json()["bodies"]] == [federation.name]


def test_bodies_come_page_by_page(visitor: Caller, club: Body, federation: Body) -> None:
    first = visitor("GET", "bodies?limit=1&lang=en").json()
    second = visitor("GET", f"bodies?limit=1&lang=en&cursor={first['next']}").json()
    assert [body["name"] for body in first["bodies"] + second["bodies"]] == [club.name, federation.name]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("change", "key", "place"),
    [
        ({"family": ""}, "office.missing", "family"),
        ({"family": None}, "api.wrong-kind", "family"),
        ({"family": 5}, "api.wrong-kind", "family"),
        ({"family": "x" * 101}, "office.too-long", "family"),
        ({"family": "a\u202eb"}, "office.unprintable", "family"),
        ({"family": "a\0b"}, "formats.broken-character", "family"),
        ({"order": "last"}, "office.unknown-choice", "order"),
        ({"country": "1"}, "office.no-country", "country"),
        ({"hidden_from_search": "on"}, "api.wrong-kind", "hidden_from_search"),
        ({"born": "2001-01-01"}, "api.unknown-field", "born"),
        ({"keeper": NOBODY}, "office.no-body", "keeper"),
        ({"keeper": "9" * 20}, "office.no-body", "keeper"),
        ({"keeper": ""}, "office.missing", "keeper"),
    ],
)
def test_faults_of_a_document_come_with_their_places(
    admin: Caller, club: Body, change: dict[str, Any], key: str, place: str
) -> None:
    found = problem_of(admin("POST", "people", {"family": "Minta", "keeper": str(club.uid)} | change), 422)
    assert (found["faults"][0]["key"], found["faults"][0]["place"]) == (key, place)
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"x"',
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"a": NaN}',
        b'{"family": "a", "family": "b"}',
    ],
)
def test_bodies_that_are_no_document(admin: Caller, club: Body, body: bytes) -> None:
    assert problem_of(admin("POST", "people", body), 422)["faults"]


def test_a_huge_body_is_refused(admin: Caller) -> None:
    for size in (5_000_001, 20_000_000):
        problem_of(admin("POST", "people", b" " * size), 413)


def test_names_of_any_script_come_back_as_they_were(admin: Caller, club: Body) -> None:
    for name in ("ש" * 100, "😀", "Robert'); DROP TABLE office_person;--", "<script>alert(1)</script>", "Ő" * 100):
        new = admin("POST", "people", {"family": name, "keeper": str(club.uid)})
        assert (new.status_code, new.json()["family"]) == (201, name)


def test_a_number_of_somebody_else_names_the_holder(admin: Caller, anna: Person, club: Body) -> None:
    give_number(operator(), anna, {"scheme": "fide", "value": "7"})
    other = people_of(club, "Minta")[0]
    found = problem_of(admin("POST", f"people/{other.uid}/numbers", {"scheme": "fide", "value": "7"}), 409)
    assert found["faults"][0]["fields"]["holder"] == str(anna.uid)


WRITES = (("POST", "people"), ("PATCH", "people/{}"), ("POST", "people/{}/numbers"), ("POST", "bodies"))


@pytest.mark.parametrize(("method", "address"), WRITES)
def test_changes_need_a_token_made_for_it(
    visitor: Caller, anna: Person, new_key: Key, method: str, address: str
) -> None:
    refused = visitor(method, address.format(anna.uid), {})
    problem_of(refused, 401)
    assert refused["WWW-Authenticate"] == 'Bearer realm="fokozat"'
    reading = Caller(visitor.client, new_key(scopes=("read",))[1])
    found = problem_of(reading(method, address.format(anna.uid), {}), 403)
    assert found["faults"][0]["fields"]["scope"] == address.partition("/")[0]
    assert "paragraph" not in found


def test_a_role_of_another_body_opens_nothing(visitor: Caller, anna: Person, federation: Body, new_key: Key) -> None:
    elsewhere = people_of(federation, "Máshol")[0]
    officer = Caller(visitor.client, new_key("officer", anna.keeper)[1])
    assert officer("PATCH", f"people/{anna.uid}", {"given": "A"}, if_match='"1"').status_code == 200
    found = problem_of(officer("PATCH", f"people/{elsewhere.uid}", {"given": "A"}, if_match='"9"'), 403)
    assert (found["faults"][0]["key"], "theirs" in found) == ("office.no-right", False)
    player = Caller(visitor.client, new_key("player")[1])
    problem_of(player("POST", "people", {"family": "Minta", "keeper": str(federation.uid)}), 403)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer fok_x", "Basic eDp5", "Bearer \xe9", "fok_x", "Bearer " + "x" * 5000]
)
def test_a_token_that_opens_nothing(client: Client, anna: Person, header: str) -> None:
    for address in ("people", f"people/{anna.uid}", "bodies"):
        response = client.get(f"/api/v1/{address}", headers={"authorization": header})
        problem_of(response, 401)
        assert "invalid_token" in response["WWW-Authenticate"]


def test_what_was_refused_is_noted_without_the_token(
    visitor: Caller, anna: Person, new_key: Key, caplog: pytest.LogCaptureFixture
) -> None:
    reading = Caller(visitor.client, new_key(scopes=("read",))[1])
    with caplog.at_level("INFO", "fokozat.rights"):
        reading("POST", "bodies", {"name": "Minta"})
        Caller(visitor.client, "fok_unknown")("GET", f"people/{anna.uid}")
    assert [record.getMessage() for record in caplog.records if record.name == "fokozat.rights"] == [
        "POST api-1:bodies refused: api.no-scope",
        "GET api-1:person refused: api.token-unknown",
    ]


def test_ended_revoked_and_closed(client: Client, new_key: Key) -> None:
    (ended, one), (revoked, two), (closed, three) = new_key(), new_key(), new_key()
    for secret in (one, two, three):
        assert Caller(client, secret)("GET", "people").status_code == 200
    Token.objects.filter(pk=ended.pk).update(ends_at=timezone.now())
    revoke_token(operator(), revoked)
    closed.account.is_active = False
    closed.account.save()
    for secret in (one, two, three):
        problem_of(Caller(client, secret)("GET", "people"), 401)


def test_the_use_of_a_token_is_noted_once_a_minute(client: Client, new_key: Key) -> None:
    token, secret = new_key()
    caller = Caller(client, secret)
    caller("GET", "bodies")
    token.refresh_from_db()
    first = token.used_at
    caller("GET", "bodies")
    token.refresh_from_db()
    assert first is not None
    assert token.used_at == first
    Token.objects.filter(pk=token.pk).update(used_at=first - timedelta(minutes=2))
    caller("GET", "bodies")
    token.refresh_from_db()
    assert token.used_at is not None
    assert token.used_at >= first
