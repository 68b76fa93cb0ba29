"""Live pages from the outside: a change reaches who looks, and nobody else; what was missed is caught up."""

import json
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.doors.live.conftest import Place, Site, serving
from tests.doors.live.streams import Stream

QUIET = 1.5


def crowd() -> float:
    """How many times longer work takes here than it costs, because others work too."""
    wall, own = time.monotonic(), time.process_time()
    while time.process_time() - own < 0.2:
        sum(range(10_000))
    return (time.monotonic() - wall) / (time.process_time() - own)


def test_a_change_reaches_every_stream_in_its_language(site: Site) -> None:
    with Stream(site.address, [site.body], language="hu") as one, Stream(site.address, [site.body]) as other:
        one.next(), other.next()
        site.move("Mintaváros")
        first, second = one.next().piece, other.next().piece
        while "Mintaváros" not in first["html"]:
            first = one.next().piece
        while "Mintaváros" not in second["html"]:
            second = other.next().piece
    assert (first["topic"], first["version"]) == (site.body, second["version"])
    assert "egyesület" in first["html"] or "társaság" in first["html"]
    assert "society" in second["html"]


def test_a_stream_says_how_it_is_to_be_treated(site: Site) -> None:
    with Stream(site.address, [site.body]) as stream:
        headers = {name.lower(): value for name, value in stream.response.getheaders()}
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-store"
    assert (headers["x-accel-buffering"], headers["x-content-type-options"]) == ("no", "nosniff")


def test_who_comes_back_is_told_only_what_is_newer(site: Site) -> None:
    topics = [site.body, "people"]
    site.move("Előbb")
    with Stream(site.address, topics) as stream:
        known = stream.next().id
    with Stream(site.address, topics, last=known) as again:
        assert again.all_for(QUIET) == []
        site.move("Utóbb")
        assert "Utóbb" in again.next().piece["html"]
    with Stream(site.address, topics, last=known) as late:
        event = late.next()
        assert "Utóbb" in event.piece["html"]
        assert late.all_for(QUIET) == []
    with Stream(site.address, topics, last="nonsense") as stranger:
        assert stranger.next().piece["topic"] == site.body


def test_a_change_of_another_process_arrives(site: Site) -> None:
    with Stream(site.address, [site.body]) as stream:
        stream.next()
        site.place.do("place", "Máshol")
        assert "Máshol" in stream.next().piece["html"]


def test_what_is_taken_back_is_told_to_nobody(site: Site) -> None:
    with Stream(site.address, [site.body]) as stream:
        stream.next()
        site.place.do("roll-back")
        assert stream.all_for(QUIET) == []


def test_the_page_bears_the_version_that_it_shows(site: Site) -> None:
    site.move("Itt")
    _, _, page = site.ask("GET", f"/en/bodies/{site.place.told['society']}/")
    version = page.decode().partition(f'data-live="{site.body}" data-version="')[2].partition('"')[0]
    with Stream(site.address, [site.body], since=version) as stream:
        assert stream.all_for(QUIET) == []


@pytest.fixture
def poll(site: Site) -> str:
    return f"/events/poll?topic={site.body}&topic=people&language=et"


def test_who_asks_gets_the_same_as_a_stream_and_nothing_twice(site: Site, poll: str) -> None:
    site.move("Küsija")
    status, headers, body = site.ask("GET", poll)
    told = json.loads(body)
    assert (status, told["refused"]) == (200, [])
    assert "Küsija" in told["news"][0]["html"]
    since = f"{poll}&since={told['id']}"
    status, _, again = site.ask("GET", since)
    assert (status, json.loads(again)["news"]) == (200, [])
    assert site.ask("GET", since, If_None_Match=headers["etag"])[0] == 304
    site.move("Jälle")
    status, _, body = site.ask("GET", since, If_None_Match=headers["etag"])
    deadline = time.monotonic() + 5
    while status == 304 and time.monotonic() < deadline:
        status, _, body = site.ask("GET", since, If_None_Match=headers["etag"])
    assert "Jälle" in json.loads(body)["news"][0]["html"]


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("", {}, 400),
        ("topic=people&language=de", {}, 400),
        ("topic=PEOPLE", {}, 400),
        ("topic=people/%00", {}, 400),
        ("&".join(f"topic=people/{at}" for at in range(21)), {}, 400),
        ("topic=people", {"Host": "elsewhere.example"}, 400),
        ("topic=people", {"Origin": "http://elsewhere.example"}, 403),
        ("topic=people", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("topic=nothing", {}, 403),
        ("topic=people/one", {}, 403),
        ("topic=body/00000000-0000-0000-0000-000000000001", {}, 403),
        ("topic=rights/00000000-0000-0000-0000-000000000001", {}, 403),
    ],
)
def test_strange_questions_are_refused(site: Site, query: str, headers: dict[str, str], status: int) -> None:
    for door in ("/events/", "/events/poll"):
        found, answered, _ = site.ask("GET", f"{door}?{query}", b"", **headers)
        assert (found, answered["cache-control"]) == (status, "no-store")
    assert site.ask("POST", f"/events/?{query}", b"", **headers)[0] == 405
    assert site.ask("GET", f"/events/else?{query}")[0] == 404


def test_a_body_written_in_another_way_is_no_second_topic(site: Site) -> None:
    shouted = site.body.upper().replace("BODY", "body")
    assert site.ask("GET", f"/events/poll?topic={shouted}")[0] in (403, 200 if shouted == site.body else 403)


def test_a_closed_topic_is_open_to_its_officer_until_the_role_ends(place: Place) -> None:
    with serving(place, quiet=False) as site:
        assert site.ask("GET", f"/events/?topic={site.journal}")[0] == 403
        with Stream(site.address, [site.journal, "people"]) as visitor:
            assert visitor.next("refused").data == site.journal
        with Stream(site.address, [site.journal], session=place.told["session"]) as officer:
            site.move("Látható")
            assert "Kavics Kör" in officer.all_for(QUIET)[-1].piece["html"]
            place.do("end-role")
            events = officer.all_for(3)
        assert [event.kind for event in events] == ["end"], "told something after the role had ended"
        cookie = f"session={place.told['session']}"
        assert site.ask("GET", f"/events/?topic={site.journal}", Cookie=cookie)[0] == 403


def test_a_stream_ends_when_its_reader_signs_out(place: Place) -> None:
    with serving(place, quiet=False) as site:
        cookie = f"session={place.told['session']}"
        with Stream(site.address, [site.journal], session=place.told["session"]) as stream:
            stream.next("beat")
            _, headers, page = site.ask("GET", "/en/account/sign-out/", Cookie=cookie)
            form = page.decode().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
            both = f"{cookie}; {headers['set-cookie'].partition(';')[0]}"
            sent = f"csrfmiddlewaretoken={form}".encode()
            kind = "application/x-www-form-urlencoded"
            status, _, _ = site.ask("POST", "/en/account/sign-out/", sent, Cookie=both, Content_Type=kind)
            assert status == 302
            assert [event.kind for event in stream.all_for(3)][-1] == "end"


def test_the_server_ends_with_open_streams(place: Place) -> None:
    with serving(place) as site, ExitStack() as open_ones:
        streams = [open_ones.enter_context(Stream(site.address, ["people", site.body])) for _ in range(20)]
        for stream in streams:
            stream.next("beat")
        before, begun = crowd(), time.monotonic()
        site.process.terminate()
        site.process.wait(60)
        took = time.monotonic() - begun
        assert took <= 3 * max(before, crowd())
        for stream in streams:
            stream.next("end")


def test_who_finds_no_room_is_sent_away_and_can_ask(place: Place) -> None:
    with serving(place, FOKOZAT_STREAMS_OF_AN_ADDRESS="2") as site:
        with Stream(site.address, ["people"]) as one, Stream(site.address, ["people"]) as other:
            one.next("beat"), other.next("beat")
            status, headers, _ = site.ask("GET", "/events/?topic=people")
            assert (status, headers["retry-after"]) == (503, "10")
            assert site.ask("GET", "/events/poll?topic=people")[0] == 200
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with Stream(site.address, ["people"]) as later:
                if later.status == 200:
                    return
            time.sleep(0.1)
        raise AssertionError("a place that was given up stayed taken")


def test_a_reader_who_takes_nothing_holds_nobody_up(site: Site) -> None:
    with Stream(site.address, [site.body]) as reader, ExitStack() as asleep:
        reader.next()
        for _ in range(5):
            stuck = HTTPConnection(urlsplit(site.address).netloc)
            asleep.callback(stuck.close)
            stuck.request("GET", f"/events/?topic={site.body}")
        for at in range(5):
            site.move(f"Gyorsan {at}")
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if "Gyorsan 4" in reader.next().piece["html"]:
                return
        raise AssertionError("the last version did not come")


@pytest.mark.only_on("postgresql")
def test_two_workers_tell_the_same(place: Place) -> None:
    with serving(place, "--workers", "2") as site, ExitStack() as open_ones:
        streams = [open_ones.enter_context(Stream(site.address, [site.body])) for _ in range(2)]
        deadline = time.monotonic() + 20
        while len(_listening(place)) < 2 and time.monotonic() < deadline:
            streams.append(open_ones.enter_context(Stream(site.address, [site.body])))
            time.sleep(0.05)
        assert len(_listening(place)) == 2, "one worker has no stream"
        for stream in streams:
            stream.next()
        site.move("Mindenhol")
        for stream in streams:
            assert "Mindenhol" in stream.next().piece["html"]


@pytest.mark.only_on("postgresql")
def test_a_lost_connection_is_opened_again_and_what_was_missed_is_told(place: Place) -> None:
    with serving(place, quiet=False) as site, Stream(site.address, [site.body]) as stream:
        stream.next()
        for at in range(3):
            for listening in _listening(place):
                with psycopg.connect(place.database, autocommit=True) as connection:
                    connection.execute("SELECT pg_terminate_backend(%s)", [listening])
            site.move(f"Közben {at}")
            assert f"Közben {at}" in stream.next().piece["html"]


def _listening(place: Place) -> list[int]:
    question = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'fokozat-live' AND datname = current_database()"
    )
    with psycopg.connect(place.database) as connection:
        return [pid for (pid,) in connection.execute(question)]
