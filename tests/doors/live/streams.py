"""A browser's stream without a browser: one connection, its events in order."""

import json
import queue
import threading
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from socket import SHUT_RDWR
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

PATIENCE = 10.0


@dataclass(frozen=True)
class Event:
    """One event; `kind` "end": the server ended the stream."""

    kind: str
    data: str = ""
    id: str = ""

    @property
    def piece(self) -> dict[str, Any]:
        return dict(json.loads(self.data))


class Stream:
    """Open until it is closed or the server ends it."""

    def __init__(self, site: str, topics: list[str], session: str = "", last: str = "", **more: str) -> None:
        self.connection = HTTPConnection(urlsplit(site).netloc, timeout=60)
        query = urlencode([("topic", topic) for topic in topics] + list(more.items()))
        headers = {"Cookie": f"session={session}"} if session else {}
        self.connection.request("GET", f"/events/?{query}", headers=headers | ({"Last-Event-ID": last} if last else {}))
        self.socket = self.connection.sock
        self.response: HTTPResponse = self.connection.getresponse()
        self.status = self.response.status
        self.events: queue.Queue[Event] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self.socket.shutdown(SHUT_RDWR)  # else closing would wait for the thread that reads
        self.connection.close()

    def next(self, kind: str = "news", patience: float = PATIENCE) -> Event:
        """The next event of a kind; what comes before it is passed over."""
        while True:
            event = self.events.get(timeout=patience)
            if event.kind == kind:
                return event
            assert event.kind != "end", f"the stream ended before any {kind}"

    def all_for(self, seconds: float) -> list[Event]:
        """What comes in a while, beats left out."""
        found = []
        try:
            while True:
                found.append(self.events.get(timeout=seconds))
        except queue.Empty:
            return [event for event in found if event.kind != "beat"]

    def _read(self) -> None:
        told: dict[str, str] = {}
        try:
            while line := self.response.readline():
                text = line.decode().rstrip("\n")
                if text:
                    name, _, value = text.partition(": ")
                    told[name] = value
                elif "data" in told:
                    self.events.put(Event(told["event"], told["data"], told.get("id", "")))
                    told = {}
        except (OSError, ValueError, AttributeError):
            pass  # closed from this side
        self.events.put(Event("end"))
