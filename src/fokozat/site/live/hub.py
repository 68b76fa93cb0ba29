"""Who looks at what, and what has changed: pure asyncio, without Django.

A change is noted at once and told at most every `every` seconds a topic, the first without delay: whoever is slow
gets the newest and never a row of older ones. A topic is rendered once for each version and language, however many
look at it; what is not looked at is not rendered.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

EVERY = 0.5
KEPT = 60.0


@dataclass(frozen=True)
class Frame:
    """What a topic looks like at a version, in one language; without data it is not there any more."""

    version: int
    data: bytes | None


# Renders a topic in a language; the version is read before the facts, so that they are at least as new.
Render = Callable[[str, str], Awaitable[Frame]]


@dataclass(eq=False)
class Watch:
    """One who looks: at some topics in a language. `calls`: topics that are not shown, but ask for attention."""

    topics: tuple[str, ...]
    language: str
    calls: frozenset[str] = frozenset()
    pending: set[str] = field(default_factory=set)
    ended: bool = False
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, topic: str) -> None:
        self.pending.add(topic)
        self._woken.set()

    def end(self) -> None:
        self.ended = True
        self._woken.set()

    async def news(self, patience: float) -> set[str]:
        """What is new since the last asking; nothing when the patience is over, or at the end."""
        if not self.pending and not self.ended:
            try:
                await asyncio.wait_for(self._woken.wait(), patience)
            except TimeoutError:
                return set()
        self._woken.clear()
        news, self.pending = self.pending, set()
        return news


@dataclass(eq=False)
class _Topic:
    version: int | None = None  # None: not asked yet
    frames: dict[str, Frame] = field(default_factory=dict)
    watches: set[Watch] = field(default_factory=set)
    rendering: dict[str, tuple[int, "asyncio.Task[Frame]"]] = field(default_factory=dict)
    telling: asyncio.TimerHandle | None = None
    told: float = float("-inf")
    touched: float = 0.0


class Hub:
    """The topics that somebody looks at, in one process and one event loop."""

    def __init__(self, render: Render, every: float = EVERY) -> None:
        self.render, self.every, self.closed = render, every, False
        self._topics: dict[str, _Topic] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The topics that somebody looks at, or did a moment ago."""
        return tuple(self._topics)

    def touch(self, names: Collection[str]) -> list[str]:
        """From now on changes of these are noted; gives those of which no version is known yet."""
        now = asyncio.get_running_loop().time()
        for name in names:
            self._topics.setdefault(name, _Topic()).touched = now
        return [name for name in names if self._topics[name].version is None]

    def open(self, watch: Watch, seen: Sequence[int] = ()) -> None:
        """Begin to tell; at once what was seen at another version, or never. The topics were touched before."""
        for name, version in zip(watch.topics, [*seen, *[0] * len(watch.topics)], strict=False):
            if (self._topics[name].version or 0) != version:
                watch.note(name)
        for name in (*watch.topics, *watch.calls):
            self._topics[name].watches.add(watch)
        if self.closed:
            watch.end()

    def leave(self, watch: Watch) -> None:
        """Nobody looks from there any more."""
        self.touch((*watch.topics, *watch.calls))
        for name in (*watch.topics, *watch.calls):
            self._topics[name].watches.discard(watch)

    def changed(self, name: str, version: int) -> None:
        """A topic has reached a version; older news, and what nobody looks at, is no news."""
        topic = self._topics.get(name)
        if topic is None or version <= (-1 if topic.version is None else topic.version):
            return
        topic.version = version
        if topic.telling is None and topic.watches:
            loop = asyncio.get_running_loop()
            topic.telling = loop.call_at(max(loop.time(), topic.told + self.every), self._tell, topic, name)

    def learn(self, versions: Mapping[str, int]) -> None:
        """What the database says, after a question or after a silence."""
        for name, version in versions.items():
            self.changed(name, version)

    def version(self, name: str) -> int:
        topic = self._topics.get(name)
        return (topic.version or 0) if topic else 0

    async def frame(self, name: str, language: str) -> Frame:
        """The newest rendering; who asks while it is made waits for the same one."""
        topic = self._topics[name]
        while True:
            known, frame = topic.version or 0, topic.frames.get(language)
            if frame and frame.version >= known:
                return frame
            begun = topic.rendering.get(language)
            if begun is None or begun[0] < known:
                begun = known, asyncio.ensure_future(self._rendered(topic, name, language, known))
                topic.rendering[language] = begun
            # one who goes away does not stop what others wait for
            await asyncio.shield(begun[1])

    def sweep(self) -> None:
        """Forget the topics at which nobody has looked for a while."""
        long_ago = asyncio.get_running_loop().time() - KEPT
        for name, topic in list(self._topics.items()):
            if not topic.watches and topic.touched < long_ago:
                del self._topics[name]

    def end(self) -> None:
        """Every stream ends, and none begins."""
        self.closed = True
        for topic in self._topics.values():
            for watch in topic.watches:
                watch.end()

    def _tell(self, topic: _Topic, name: str) -> None:
        topic.telling, topic.told = None, asyncio.get_running_loop().time()
        for watch in topic.watches:
            watch.note(name)

    async def _rendered(self, topic: _Topic, name: str, language: str, known: int) -> Frame:
        try:
            made = await self.render(name, language)
            frame = Frame(max(made.version, known), made.data)
            kept = topic.frames.get(language)
            if kept is None or kept.version <= frame.version:
                topic.frames[language] = frame
            return frame
        finally:
            if topic.rendering.get(language, (None,))[0] == known:
                del topic.rendering[language]
