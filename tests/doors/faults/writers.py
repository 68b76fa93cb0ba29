"""Writers that register and change people through the API, each change under a key of its own, and remember all."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

from tests.doors.faults.witness import FAMILY

PATIENCE = 30


@dataclass(frozen=True)
class Wish:
    """One change, as it is sent, and sent again."""

    mark: str
    method: str
    path: str
    document: str
    seen: str = ""

    @property
    def registers(self) -> bool:
        return self.method == "POST"


@dataclass(frozen=True)
class Answer:
    status: int
    version: str
    again: bool
    content: bytes


@dataclass
class Writer:
    """One program: its key, its card, what was acknowledged, and the wish that has no answer yet."""

    name: str
    port: int
    key: str
    club: str
    card: str
    version: str = '"1"'
    sent: int = 0
    registered: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    pending: Wish | None = None
    last: tuple[Wish, Answer] | None = None
    failed: int = 0
    wrong: list[str] = field(default_factory=list)

    def write_until(self, stop: Event) -> None:
        """One change after the other, until it is told to stop or an answer does not come."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            while not stop.is_set():
                wish = self.pending = self.next_wish()
                answer = self.send(connection, wish)
                if answer.status >= 500:
                    self.failed += 1
                    return  # not acknowledged: the database is gone
                self.take(wish, answer)
        except (OSError, HTTPException):
            return  # nobody knows whether it was done
        finally:
            connection.close()

    def next_wish(self) -> Wish:
        self.sent += 1
        mark = f"{self.name} {self.sent}"
        if self.sent % 2:
            document = {"family": FAMILY, "given": mark, "keeper": self.club}
            return Wish(mark, "POST", "/api/v1/people", json.dumps(document))
        return Wish(mark, "PATCH", f"/api/v1/people/{self.card}", json.dumps({"given": mark}), self.version)

    def send(self, connection: HTTPConnection, wish: Wish) -> Answer:
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Content-Type": "application/json",
            "Idempotency-Key": wish.mark.replace(" ", "-"),
        }
        if wish.seen:
            headers["If-Match"] = wish.seen
        connection.request(wish.method, wish.path, wish.document, headers)
        response = connection.getresponse()
        content = response.read()
        again = response.headers.get("Idempotency-Replayed") == "true"
        return Answer(response.status, response.headers.get("ETag", ""), again, content)

    def take(self, wish: Wish, answer: Answer) -> None:
        """It was answered: acknowledged, or refused, which none of these wishes deserves."""
        self.pending = None
        if answer.status != (201 if wish.registers else 200):
            self.wrong.append(f"{wish.method} {wish.mark} was answered {answer.status}: {answer.content[:200]!r}")
            return
        self.last = wish, answer
        if wish.registers:
            self.registered.append(wish.mark)
        else:
            self.changed.append(wish.mark)
            self.version = answer.version

    def settle(self, kept: set[str]) -> None:
        """Send again what has no answer: done now, or answered as then; and the last acknowledged one, as a check."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            if self.last is not None:
                wish, before = self.last
                after = self.send(connection, wish)
                if (after.status, after.content, after.again) != (before.status, before.content, True):
                    self.wrong.append(f"{wish.mark} sent again was answered {after.status}, {after.again}")
            wish_left = self.pending
            if wish_left is not None:
                answer = self.send(connection, wish_left)
                if answer.again != (wish_left.mark in kept):
                    self.wrong.append(f"{wish_left.mark} was kept or not, and the answer {answer.again} denies it")
                self.take(wish_left, answer)
        finally:
            connection.close()

    @property
    def acknowledged(self) -> int:
        return len(self.registered) + len(self.changed)


def all_write(writers: Sequence[Writer], stop: Event) -> list[Thread]:
    """Every writer in a thread; they have begun when this returns."""
    threads = [Thread(target=each.write_until, args=(stop,)) for each in writers]
    for thread in threads:
        thread.start()
    return threads
