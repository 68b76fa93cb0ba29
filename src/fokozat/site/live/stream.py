"""The ASGI door `/events/`: streams for who looks, and `/events/poll` for whom no stream gets through.

The event loop only moves bytes; rights and rendering are asked in threads. A stream holds at most one piece of news a
topic, so a slow reader costs nothing but its connection; one that takes nothing for long is let go.
"""

import asyncio
import logging
import signal
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import Error

from fokozat.office.live import versions
from fokozat.site.live.asked import Allowed, Asked, Refused, allowed, frame, read
from fokozat.site.live.hub import Frame, Hub, Watch
from fokozat.site.live.listen import follow
from fokozat.site.live.threads import Threads

HEARTBEAT = 15.0
STALLED = 20.0
ASKED_AGAIN = 30.0
OPEN_FOR = 10.0
RETRY = 1500
THREADS = 2
FIRST = 15.0
_HEADERS = (
    (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"), (b"x-accel-buffering", b"no"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"), (b"referrer-policy", b"no-referrer"),
    (b"vary", b"cookie"),
)  # fmt: skip
_LOG = logging.getLogger("fokozat.live")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Events:
    """Everything that is pushed from one process."""

    def __init__(self) -> None:
        self.threads = Threads(THREADS, "live")
        self.hub = Hub(self._render)
        self.streams: Counter[str] = Counter()
        self._open: dict[str, float] = {}  # topics that everybody may see, and until when that needs no asking
        self._following: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection under `/events/`."""
        door = {"/events/": self._stream, "/events/poll": self._poll}.get(scope["path"])
        try:
            if door is None:
                raise Refused(404)
            await door(read(scope), receive, send)
        except Refused as refused:
            await _answer(send, refused.status, b"")
        except (Error, TimeoutError) as error:
            _LOG.warning("the live pages were not served: %s", type(error).__name__)
            await _answer(send, 503, b"")

    def end_with_the_server(self) -> None:
        """Open streams would keep the server from ending: they hear its signals first, and hand them on."""
        loop = asyncio.get_running_loop()
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)

            def ended(caught: int, at: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.hub.end)
                if callable(before):
                    before(caught, at)

            signal.signal(number, ended)

    async def stop(self) -> None:
        """Let go of everything."""
        self.hub.end()
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following
        await asyncio.to_thread(self.threads.close)

    async def _render(self, topic: str, language: str) -> Frame:
        return await self.threads.do(frame, topic, language)

    async def _stream(self, asked: Asked, receive: Receive, send: Send) -> None:
        """Until the reader goes, the session ends, or the server does."""
        if (
            self.hub.closed
            or self.streams.total() >= settings.LIVE_STREAMS
            or self.streams[asked.address] >= settings.LIVE_STREAMS_OF_AN_ADDRESS
        ):
            raise Refused(503)
        self.streams[asked.address] += 1
        try:
            may = await self._allowed(asked, with_account=True)
            await self._know((*may.topics, *may.calls))
            await self._tell(asked, may, receive, send)
        finally:
            self.streams[asked.address] -= 1
            self.streams += Counter()  # drops who has none any more

    async def _tell(self, asked: Asked, may: Allowed, receive: Receive, send: Send) -> None:
        topics = tuple(topic for topic in asked.topics if topic in may.topics)
        seen = dict(zip(asked.topics, asked.seen, strict=True))
        watch = Watch(topics, asked.language, may.calls)
        self.hub.open(watch, [seen[topic] for topic in topics])
        gone = asyncio.ensure_future(_gone(receive, watch))
        try:
            kind = (b"content-type", b"text/event-stream; charset=utf-8")
            await send({"type": "http.response.start", "status": 200, "headers": [kind, *_HEADERS]})
            closed = b"".join(_refused(topic) for topic in asked.topics if topic not in may.topics)
            await _send(send, b"retry: %d\nevent: beat\ndata: 1\n\n%s" % (RETRY, closed))
            await self._tell_news(asked, may, watch, seen, send)
            await _send(send, b"", more=False)
        except (TimeoutError, Error) as error:  # takes nothing any more; or there is no database: it comes again
            if isinstance(error, Error):
                _LOG.warning("a live page was let go: %s", type(error).__name__)
        finally:
            gone.cancel()
            self.hub.leave(watch)

    async def _tell_news(self, asked: Asked, may: Allowed, watch: Watch, seen: dict[str, int], send: Send) -> None:
        loop = asyncio.get_running_loop()
        judged = loop.time()
        while True:
            news = await watch.news(HEARTBEAT)
            if watch.ended:
                return
            due = bool(may.account) and loop.time() - judged > ASKED_AGAIN
            if due or news & (may.calls | may.closed):
                if await self.threads.do(allowed, asked.session, asked.topics) != may:
                    return  # the browser comes again, and is told what is open to it now
                judged = loop.time()
            text = b""
            for topic in sorted(news & may.topics):
                text += await self._piece(topic, asked, seen)
            if text or not news:
                await _send(send, text or b"event: beat\ndata: 1\n\n")

    async def _piece(self, topic: str, asked: Asked, seen: dict[str, int]) -> bytes:
        """The topic as it is now, if it was not seen so; the id says what the reader has seen of all topics."""
        now = await self.hub.frame(topic, asked.language)
        if now.version == seen[topic]:
            return b""
        seen[topic] = now.version
        if now.data is None:
            return _refused(topic)
        return b"id: %s\nevent: news\ndata: %s\n\n" % (_id_of(seen[each] for each in asked.topics), now.data)

    async def _poll(self, asked: Asked, _receive: Receive, send: Send) -> None:
        """What is new since the versions that were seen, from the same renderings."""
        may = await self._allowed(asked, with_account=False)
        topics = [topic for topic in asked.topics if topic in may.topics]
        await self._know(topics)
        seen = dict(zip(asked.topics, asked.seen, strict=True))
        news = []
        for topic in topics:
            now = await self.hub.frame(topic, asked.language) if self.hub.version(topic) != seen[topic] else None
            if now and now.data is not None:
                seen[topic] = now.version
                news.append(now.data)
        found = _id_of(seen[topic] for topic in asked.topics)
        tag = b'"%s-%s"' % (asked.language.encode(), found)
        if asked.tag.encode("utf-8", "replace") == tag and not news:
            await _answer(send, 304, b"", (b"etag", tag))
            return
        closed = b",".join(b'"%s"' % topic.encode() for topic in asked.topics if topic not in may.topics)
        body = b'{"id":"%s","news":[%s],"refused":[%s]}' % (found, b",".join(news), closed)
        await _answer(send, 200, body, (b"etag", tag), kind=b"application/json")

    async def _allowed(self, asked: Asked, with_account: bool) -> Allowed:
        """What may be seen. What everybody may see is remembered for a moment; who asks matters to streams only."""
        now = asyncio.get_running_loop().time()
        if not (with_account and asked.session) and all(self._open.get(each, 0) > now for each in asked.topics):
            return Allowed(topics=frozenset(asked.topics))
        may = await self.threads.do(allowed, asked.session, asked.topics)
        if not may.topics:
            raise Refused(403)
        self._open = {topic: until for topic, until in self._open.items() if until > now}
        self._open.update(dict.fromkeys(may.topics - may.closed, now + OPEN_FOR))
        return may

    async def _know(self, topics: Collection[str]) -> None:
        """From here on no change of these is missed, and their versions are known."""
        if self._following is None:
            self._following = asyncio.ensure_future(follow(self.hub, self._learn, self._ready))
        await asyncio.wait_for(self._ready.wait(), FIRST)
        if unknown := self.hub.touch(topics):
            self.hub.learn(await self.threads.do(versions, unknown))

    async def _learn(self) -> None:
        self.hub.learn(await self.threads.do(versions, self.hub.names))


async def _gone(receive: Receive, watch: Watch) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watch.end()


async def _send(send: Send, text: bytes, more: bool = True) -> None:
    await asyncio.wait_for(send({"type": "http.response.body", "body": text, "more_body": more}), STALLED)


async def _answer(
    send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes], kind: bytes = b"text/plain; charset=utf-8"
) -> None:
    """A short answer; who was turned away for want of room may come again."""
    more = {405: [(b"allow", b"GET")], 503: [(b"retry-after", b"10")]}.get(status, [])
    length = [] if status == 304 else [(b"content-length", b"%d" % len(body)), (b"content-type", kind)]
    await send({"type": "http.response.start", "status": status, "headers": [*length, *_HEADERS, *more, *headers]})
    await send({"type": "http.response.body", "body": body})


def _refused(topic: str) -> bytes:
    return b"event: refused\ndata: %s\n\n" % topic.encode()


def _id_of(seen: Any) -> bytes:
    return ".".join(map(str, seen)).encode()
