"""The laws of the hub: nobody misses the newest, nobody waits longer than half a second, nothing is rendered twice."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fokozat.site.live.hub import EVERY, KEPT, Frame, Hub, Watch
from tests.unit.live.virtual_time import run

TOPICS = ("body/a", "body/b", "people")
LANGUAGES = ("en", "hu")
SLACK = 1e-6


@dataclass
class World:
    """A database that was committed, and a hub that hears of it."""

    takes: float = 0.0
    facts: Counter[str] = field(default_factory=Counter)
    changed_at: dict[tuple[str, int], float] = field(default_factory=dict)
    renderings: Counter[tuple[str, str, int]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.hub = Hub(self.render)

    async def render(self, topic: str, language: str) -> Frame:
        version = self.facts[topic]
        self.renderings[topic, language, version] += 1
        await asyncio.sleep(self.takes)
        return Frame(version, f"{topic} {language} {version}".encode())

    def commit(self, topic: str, heard: bool = True) -> None:
        self.facts[topic] += 1
        self.changed_at[topic, self.facts[topic]] = asyncio.get_running_loop().time()
        if heard:
            self.hub.changed(topic, self.facts[topic])

    def look(self, topics: tuple[str, ...], language: str, seen: tuple[int, ...] = ()) -> "Reader":
        unknown = self.hub.touch(topics)
        self.hub.learn({topic: self.facts[topic] for topic in unknown})
        return Reader(self, Watch(topics, language), dict(zip(topics, [*seen, *[0] * len(topics)], strict=False)))


@dataclass
class Reader:
    """A stream without a network: what it got, and when."""

    world: World
    watch: Watch
    seen: dict[str, int]
    got: list[tuple[str, int, float]] = field(default_factory=list)
    slow: float = 0.0

    async def read(self) -> None:
        self.world.hub.open(self.watch, [self.seen[topic] for topic in self.watch.topics])
        while not self.watch.ended:
            for topic in sorted(await self.watch.news(15)):
                frame = await self.world.hub.frame(topic, self.watch.language)
                if frame.version != self.seen[topic]:
                    self.seen[topic] = frame.version
                    self.got.append((topic, frame.version, asyncio.get_running_loop().time()))
                await asyncio.sleep(self.slow)
        self.world.hub.leave(self.watch)


# what happens: a pause in hundredths of a second, then a change of a topic, or a new reader
Step = tuple[int, str, tuple[str, ...], str]
steps = st.lists(
    st.tuples(
        st.integers(0, 120),
        st.sampled_from((*TOPICS, "reader")),
        st.lists(st.sampled_from(TOPICS), min_size=1, unique=True).map(tuple),
        st.sampled_from(LANGUAGES),
    ),
    max_size=40,
)


async def happen(world: World, told: list[Step], slow: float = 0.0) -> list[Reader]:
    """Play it, wait until everything has settled, end all."""
    readers, reading = [], []
    for pause, what, topics, language in told:
        await asyncio.sleep(pause / 100)
        if what == "reader":
            reader = world.look(topics, language)
            reader.slow = slow
            readers.append(reader)
            reading.append(asyncio.ensure_future(reader.read()))
        else:
            world.commit(what)
    await asyncio.sleep(60)
    world.hub.end()
    await asyncio.gather(*reading)
    return readers


@given(steps)
@settings(max_examples=150)
def test_everybody_has_the_newest_of_everything_in_the_end(told: list[Step]) -> None:
    world = World()
    for reader in run(happen(world, told)):
        assert reader.seen == {topic: world.facts[topic] for topic in reader.watch.topics}


@given(steps)
@settings(max_examples=100)
def test_a_change_waits_half_a_second_at_most(told: list[Step]) -> None:
    async def play() -> None:
        world = World()
        reader = world.look(TOPICS, "en")
        reading = asyncio.ensure_future(reader.read())
        await asyncio.sleep(0)
        await happen(world, told)
        await reading
        for (topic, version), at in world.changed_at.items():
            later = [when for what, got, when in reader.got if what == topic and got >= version]
            assert later, f"{topic} {version} was never told"
            assert min(later) - at <= EVERY + SLACK

    run(play())


@given(steps, st.sampled_from([0.0, 0.3, 2.0]))
@settings(max_examples=100)
def test_versions_only_rise_and_none_comes_twice(told: list[Step], slow: float) -> None:
    for reader in run(happen(World(), told, slow)):
        for topic in TOPICS:
            versions = [version for what, version, _ in reader.got if what == topic]
            assert versions == sorted(set(versions))


@given(steps, st.sampled_from([0.0, 0.2, 0.9]))
@settings(max_examples=100)
def test_a_version_is_rendered_once_in_a_language_however_many_look(told: list[Step], takes: float) -> None:
    world = World(takes)
    readers = run(happen(world, told))
    assert all(count == 1 for count in world.renderings.values()), world.renderings
    for reader in readers:
        assert reader.seen == {topic: world.facts[topic] for topic in reader.watch.topics}


def test_a_burst_is_told_twice_not_a_hundred_times() -> None:
    async def play() -> None:
        world = World()
        reader = world.look(("people",), "hu")
        reading = asyncio.ensure_future(reader.read())
        await asyncio.sleep(1)
        for _ in range(100):
            world.commit("people")
            await asyncio.sleep(0.004)
        await asyncio.sleep(1)
        assert [version for _, version, _ in reader.got] == [1, 100]
        world.hub.end()
        await reading

    run(play())


def test_a_slow_reader_gets_the_newest_and_no_row_of_older_ones() -> None:
    async def play() -> None:
        world = World()
        reader = world.look(("people",), "hu")
        reader.slow = 10
        reading = asyncio.ensure_future(reader.read())
        for _ in range(40):
            world.commit("people")
            await asyncio.sleep(0.5)
        assert len(reader.watch.pending) <= 1
        await asyncio.sleep(30)
        assert len(reader.got) <= 4
        assert reader.seen["people"] == 40
        world.hub.end()
        await reading

    run(play())


def test_who_comes_back_gets_only_what_is_newer() -> None:
    async def play() -> None:
        world = World()
        for topic in ("body/a", "body/a", "body/b"):
            world.commit(topic)
        reader = world.look(("body/a", "body/b"), "en", (2, 0))
        reading = asyncio.ensure_future(reader.read())
        await asyncio.sleep(1)
        assert [(topic, version) for topic, version, _ in reader.got] == [("body/b", 1)]
        world.hub.end()
        await reading

    run(play())


def test_what_was_not_heard_is_learned_after_a_silence() -> None:
    async def play() -> None:
        world = World()
        reader = world.look(("people",), "en")
        reading = asyncio.ensure_future(reader.read())
        await asyncio.sleep(1)
        world.commit("people", heard=False)
        await asyncio.sleep(5)
        assert reader.got == []
        world.hub.learn(dict(world.facts))
        await asyncio.sleep(1)
        assert [version for _, version, _ in reader.got] == [1]
        world.hub.end()
        await reading

    run(play())


def test_old_news_is_no_news_and_what_nobody_looks_at_is_not_rendered() -> None:
    async def play() -> None:
        world = World()
        world.commit("body/a")
        reader = world.look(("people",), "en")
        reading = asyncio.ensure_future(reader.read())
        await asyncio.sleep(0)
        for version in (7, 3, 7):
            world.facts["people"] = max(world.facts["people"], version)
            world.hub.changed("people", version)
        await asyncio.sleep(2)
        assert [version for _, version, _ in reader.got] == [7]
        assert set(world.renderings) == {("people", "en", 7)}
        world.hub.end()
        await reading

    run(play())


def test_one_who_goes_away_does_not_stop_what_others_wait_for() -> None:
    async def play() -> None:
        world = World(takes=1.0)
        world.commit("people")
        world.look(("people",), "en")
        going = asyncio.ensure_future(world.hub.frame("people", "en"))
        staying = asyncio.ensure_future(world.hub.frame("people", "en"))
        await asyncio.sleep(0.5)
        going.cancel()
        assert (await staying).data == b"people en 1"
        assert world.renderings == {("people", "en", 1): 1}

    run(play())


def test_a_rendering_that_fails_is_tried_again_by_who_asks_next() -> None:
    async def play() -> None:
        calls = []

        async def render(topic: str, language: str) -> Frame:
            calls.append(topic)
            if len(calls) == 1:
                raise ConnectionError
            return Frame(1, b"there")

        hub = Hub(render)
        hub.touch(["people"])
        hub.learn({"people": 1})
        with pytest.raises(ConnectionError):
            await hub.frame("people", "en")
        assert await hub.frame("people", "en") == Frame(1, b"there")

    run(play())


def test_topics_are_forgotten_when_nobody_looks_and_kept_while_somebody_does() -> None:
    async def play() -> None:
        world = World()
        reader = world.look(("people",), "en")
        reading = asyncio.ensure_future(reader.read())
        world.look(("body/a",), "en")
        await asyncio.sleep(2 * KEPT)
        world.hub.sweep()
        assert list(world.hub.names) == ["people"]
        reader.watch.end()
        await reading
        await asyncio.sleep(2 * KEPT)
        world.hub.sweep()
        assert list(world.hub.names) == []

    run(play())


def test_at_the_end_all_streams_end_and_none_begins() -> None:
    async def play() -> None:
        world = World()
        readers = [world.look(("people",), "en") for _ in range(3)]
        reading = [asyncio.ensure_future(each.read()) for each in readers]
        await asyncio.sleep(1)
        world.hub.end()
        await asyncio.wait_for(asyncio.gather(*reading), 0.1)
        late = world.look(("people",), "en")
        await asyncio.wait_for(late.read(), 0.1)

    run(play())
