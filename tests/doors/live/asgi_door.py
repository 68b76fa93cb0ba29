"""The door `/events/` called as a server calls it, with many readers in one event loop."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

from fokozat.site.live.stream import Events, Message

Result = TypeVar("Result")
SECONDS = 120  # so long only where the machine is crowded


def within(work: Callable[[Events], Awaitable[Result]]) -> Result:
    """Do it with a door of its own, and close that."""

    async def done() -> Result:
        events = Events()
        try:
            return await asyncio.wait_for(work(events), SECONDS)
        finally:
            await events.stop()

    return asyncio.run(done())


class Reader:
    """One connection: what was sent to it, until it goes."""

    def __init__(self, events: Events, path: str, topics: list[str], session: str = "", takes: bool = True) -> None:
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.status, self.takes, self._gone = 0, takes, asyncio.Event()
        headers = [(b"host", b"localhost"), *([(b"cookie", f"session={session}".encode())] if session else [])]
        scope = {
            "type": "http", "method": "GET", "path": path, "headers": headers, "client": ("127.0.0.1", 1),
            "query_string": urlencode([("topic", topic) for topic in topics]).encode(), "server": ("localhost", 80),
        }  # fmt: skip
        self.task = asyncio.ensure_future(events(scope, self._receive, self._send))

    async def begun(self) -> int:
        """The status of the answer."""
        while not self.status:
            self._note(await self.sent.get())
        return self.status

    async def text(self, holding: str) -> str:
        """What was sent, until this is in it."""
        text = ""
        while holding not in text:
            message = await self.sent.get()
            self._note(message)
            assert self.status == 200, self.status
            text += message.get("body", b"").decode()
        return text

    async def document(self) -> dict[str, Any]:
        await self.task
        sent = b"".join(self.sent.get_nowait().get("body", b"") for _ in range(self.sent.qsize()))
        return dict(json.loads(sent)) if sent else {}

    async def go(self) -> None:
        self._gone.set()
        await self.task

    def _note(self, message: Message) -> None:
        self.status = message.get("status", self.status)

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self._note(message)
        await self.sent.put(message)
        if not self.takes and message["type"] == "http.response.body":
            await asyncio.Event().wait()
