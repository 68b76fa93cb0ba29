"""The many readers of the bench `live`, in a process of their own.

`python -m fokozat.cli.bench.live_readers HOST PORT TOPIC COUNT stream|poll`: says "ready" when all of them read,
stops at the end of its standard input, and then tells what each got and when, on the clock that all processes share.
"""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

EVERY = 1.0  # how often a reader asks who has no stream
AT_ONCE = 50
LIMIT = 1 << 20
_NUMBER = re.compile(rb"<li>n(\d+)</li>")
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_SEEN = re.compile(rb'"id":"([0-9.]+)"')


@dataclass
class Reader:
    """What one reader got: the numbers of changes with their times; and what went wrong."""

    got: list[tuple[int, float]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def note(self, text: bytes) -> None:
        for found in _NUMBER.finditer(text):
            self.got.append((int(found[1]), monotonic()))


@dataclass(frozen=True)
class Where:
    host: str
    port: int
    topic: str

    def question(self, door: str, more: str = "") -> bytes:
        address = f"{door}?language=hu&topic={self.topic}{more}"
        return f"GET {address} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode()


async def stream(where: Where, reader: Reader, ready: Callable[[], None]) -> None:
    """Read what is pushed, until the process ends."""
    lines, sender = await asyncio.open_connection(where.host, where.port, limit=LIMIT)
    sender.write(where.question("/events/"))
    status = await lines.readline()
    if b" 200 " not in status:
        reader.wrong.append(status.decode())
    ready()
    while line := await lines.readline():
        reader.note(line)
    reader.wrong.append("the stream ended")


async def poll(where: Where, reader: Reader, ready: Callable[[], None]) -> None:
    """Ask again and again for what is newer."""
    lines, sender = await asyncio.open_connection(where.host, where.port, limit=LIMIT)
    since = b"0"
    while True:
        sender.write(where.question("/events/poll", f"&since={since.decode()}"))
        head = await lines.readuntil(b"\r\n\r\n")
        body = await lines.readexactly(int(length[1])) if (length := _LENGTH.search(head)) else b""
        if b" 200 " not in head[:16]:
            reader.wrong.append(head[:40].decode())
        reader.note(body)
        found = _SEEN.search(body)
        since = found[1] if found else since
        ready()
        await asyncio.sleep(EVERY)


async def read_all(where: Where, count: int, kind: str) -> list[Reader]:
    """Come a few at a time, as people do; stay until the other side has done with changing."""
    readers, begun = [Reader() for _ in range(count)], [asyncio.Event() for _ in range(count)]
    room = asyncio.Semaphore(AT_ONCE)
    work = {"stream": stream, "poll": poll}[kind]

    async def one(reader: Reader, ready: asyncio.Event) -> None:
        async with room:
            task = asyncio.ensure_future(work(where, reader, ready.set))
            waiting = asyncio.ensure_future(ready.wait())
            await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        try:
            await task
        except (OSError, asyncio.IncompleteReadError) as error:
            reader.wrong.append(type(error).__name__)
            ready.set()  # nobody waits for one who did not get in

    tasks = [asyncio.ensure_future(one(*each)) for each in zip(readers, begun, strict=True)]
    await asyncio.gather(*(each.wait() for each in begun))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    return readers


def main() -> None:
    host, port, topic, count, kind = sys.argv[1:]
    readers = asyncio.run(read_all(Where(host, int(port), topic), int(count), kind))
    print(json.dumps([{"got": each.got, "wrong": each.wrong} for each in readers]))


if __name__ == "__main__":
    main()
