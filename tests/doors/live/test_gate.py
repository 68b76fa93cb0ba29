"""Who may look at what: every role at every seat against every topic, through both doors; and what a stream costs."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fokozat.office.models import Account, Body, Role
from fokozat.office.rights import live_topics, operator, verbs
from fokozat.site.live import stream
from fokozat.site.live.stream import Events
from fokozat.web.live_topics import TOPICS, may_see
from tests.doors.accounts.conftest import House
from tests.doors.live.asgi_door import Reader, within
from tests.doors.live.house import session

ROLES = ("leader", "registrar", "officer", "administrator")
SEATS = ("own", "above", "another", "everywhere")


@pytest.fixture
def house(emptied_after: None) -> House:
    from fokozat.office.actions.found_body import found_body

    federation = found_body(operator(), {"kind": "federation", "name": "Minta Szövetség"})
    society = found_body(operator(), {"kind": "society", "name": "Minta Társaság", "parent": federation.uid})
    return House(federation, society, found_body(operator(), {"kind": "federation", "name": "Näidis Liit"}))


def test_every_topic_has_a_line_in_the_table_and_every_line_a_topic() -> None:
    assert {topic.prefix for topic in TOPICS} == set(live_topics())
    for rule in live_topics().values():
        verb, _, kind = rule.partition(" ")
        assert verb in verbs()[kind]


def test_a_topic_that_is_not_listed_is_closed_even_to_the_operator() -> None:
    assert not may_see(operator(), "rights/x")
    assert not may_see(operator(), "person/x")


def seat(house: House, where: str) -> Body | None:
    return {"own": house.society, "above": house.federation, "another": house.foreign, "everywhere": None}[where]


def opened(house: House, role: str, where: str) -> set[str]:
    """What the table says, told once more by hand: everybody sees bodies and people, a chain who may see journals."""
    society, federation = str(house.society.uid), str(house.federation.uid)
    topics = {f"body/{society}", "people"}
    if role in verbs()["journal"]["see"]:
        reach = {
            "own": {society},
            "above": {society, federation},
            "another": set(),
            "everywhere": {society, federation},
        }
        topics |= {f"journal/{uid}" for uid in reach.get(where, {society, federation})}
        topics |= {"journal/people"} if where == "everywhere" else set()
    return topics


def test_a_topic_is_open_to_whom_the_table_lets_and_to_nobody_else(house: House) -> None:
    society, federation = house.society.uid, house.federation.uid
    topics = [f"body/{society}", "people", f"journal/{society}", f"journal/{federation}", "journal/people"]
    sessions = {("visitor", ""): "", ("visitor", "with a stale cookie"): "no-such-session"}
    sessions["player", ""] = session(Account.objects.create_user("player@example.org"))
    for role in ROLES:
        for where in SEATS:
            account = Account.objects.create_user(f"{role}-{where}@example.org")
            Role.objects.create(account=account, role=role, body=seat(house, where))
            sessions[role, where] = session(account)

    async def try_all(events: Events) -> list[tuple[str, str, str]]:
        wrong = []
        for (role, where), key in sessions.items():
            expected = opened(house, role, where)
            told = await Reader(events, "/events/poll", topics, key).document()
            told_of = {piece["topic"] for piece in told["news"]}
            if set(told["refused"]) != set(topics) - expected or not told_of <= expected:
                wrong.append(("poll", role, where))
            reader = Reader(events, "/events/", topics, key)
            text = await reader.text("data: 1\n\n")
            if {topic for topic in topics if f"event: refused\ndata: {topic}\n" in text} != set(topics) - expected:
                wrong.append(("stream", role, where))
            await reader.go()
            for topic in topics[2:]:
                for door in ("/events/poll", "/events/"):
                    alone = Reader(events, door, [topic], key)
                    if (await alone.begun() == 200) != (topic in expected):
                        wrong.append((door, role, f"{where} {topic}"))
                    await alone.go()
        return wrong

    assert within(try_all) == []


def test_an_account_that_was_closed_sees_what_a_visitor_sees(house: House) -> None:
    account = Account.objects.create_user("anna@example.org", is_active=False)
    Role.objects.create(account=account, role="administrator", body=None)
    key = session(account)

    async def look(events: Events) -> int:
        return await Reader(events, "/events/", ["journal/people"], key).begun()

    assert within(look) == 403


def test_a_stream_that_has_nothing_to_say_shows_that_it_lives(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)

    async def listen(events: Events) -> str:
        reader = Reader(events, "/events/", ["people"])
        text = "".join([await reader.text("event: beat\ndata: 1\n\n") for _ in range(4)])
        await reader.go()
        return text

    assert within(listen).count("event: beat\n") >= 4


def test_who_takes_nothing_is_let_go_and_the_place_is_free_again(
    house: House, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(stream, "STALLED", 0.2)
    settings.LIVE_STREAMS = 1

    async def stall(events: Events) -> list[int]:
        stuck = Reader(events, "/events/", ["people"], takes=False)
        found = [await stuck.begun(), await Reader(events, "/events/", ["people"]).begun()]
        await stuck.task
        reader = Reader(events, "/events/", ["people"])
        found.append(await reader.begun())
        await reader.go()
        assert events.streams.total() == 0
        return found

    assert within(stall) == [200, 503, 200]


def test_five_hundred_who_come_at_once_all_get_in(house: House, settings: Any) -> None:
    settings.LIVE_STREAMS_OF_AN_ADDRESS = 500
    topic = f"body/{house.society.uid}"

    async def rush(events: Events) -> list[int]:
        readers = [Reader(events, "/events/", [topic]) for _ in range(500)]
        await asyncio.gather(*(reader.text("Minta Társaság") for reader in readers))
        found = [reader.status for reader in readers]
        await asyncio.gather(*(reader.go() for reader in readers))
        return found

    assert within(rush) == [200] * 500


def test_what_is_pushed_shows_no_address_and_no_private_fact(
    house: House, account_with_journal: Callable[[], str]
) -> None:
    key = account_with_journal()

    async def look(events: Events) -> str:
        return str(await Reader(events, "/events/poll", ["journal/people"], key).document())

    told = within(look)
    assert "live-news" in told
    assert "@example.org" not in told
    assert "2001-05-06" not in told


@pytest.fixture
def account_with_journal(house: House) -> Callable[[], str]:
    """A change of a private fact by an account without a card, and who looks at the chain of people."""
    from datetime import date

    from fokozat.office.actions.keep_private import keep_birth_date
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.rights import actor_of

    def made() -> str:
        account = Account.objects.create_user("registrar@example.org")
        Role.objects.create(account=account, role="registrar", body=None)
        actor = actor_of(account, date(2026, 1, 1))
        card = register_person(actor, {"family": "Minta", "given": "Őrs", "keeper": house.society.uid})
        keep_birth_date(actor, card, {"born": "2001-05-06"}, date(2026, 1, 1))
        return session(account)

    return made
