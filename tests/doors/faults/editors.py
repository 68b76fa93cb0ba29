"""Editors of one card: programs with a key and people with the page, who all saw the same version of it."""

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection
from threading import Barrier
from urllib.parse import urlencode

PATIENCE = 60
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
RADIO = re.compile(r'<input type="radio" name="given" value="([^"]*)"')
WON, TOLD = "won", "told"


@dataclass(frozen=True)
class Outcome:
    """How it went for one: won, told of another, or the answer that was neither."""

    mark: str
    came_to: str
    theirs: str = ""
    mine: str = ""


@dataclass
class Editor:
    """Reads, and then writes as it read; each has a connection of its own."""

    port: int
    card: str
    connection: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def call(self, method: str, path: str, body: str | None, **headers: str) -> tuple[int, dict[str, str], str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, named)
        response = self.connection.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        return response.status, found, response.read().decode()

    def read(self) -> int:
        """The version that it sees."""
        raise NotImplementedError

    def write(self, mark: str) -> Outcome:
        raise NotImplementedError


@dataclass
class Program(Editor):
    """Changes with If-Match."""

    key: str = ""
    seen: str = ""

    def read(self) -> int:
        status, headers, text = self.call(
            "GET", f"/api/v1/people/{self.card}", None, Authorization=f"Bearer {self.key}"
        )
        assert status == 200, text
        self.seen = headers["etag"]
        found = re.match(r'(?:W/)?"(\d+)', self.seen)
        assert found, self.seen
        return int(found[1])

    def write(self, mark: str) -> Outcome:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", "If-Match": self.seen}
        document = json.dumps({"given": mark})
        status, _, text = self.call("PATCH", f"/api/v1/people/{self.card}", document, **headers)
        if status == 200:
            return Outcome(mark, WON)
        if status != 412:
            return Outcome(mark, f"{status} {text[:300]}")
        # what the sender wanted it has itself; the answer tells what was kept instead
        return Outcome(mark, TOLD, json.loads(text)["theirs"]["given"], mark)


@dataclass
class Page(Editor):
    """Changes with the form of the page."""

    session: str = ""
    cookie: str = ""
    sent: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/en/people/{self.card}/change/"

    def read(self) -> int:
        status, headers, text = self.call("GET", self.path, None, Cookie=f"session={self.session}")
        assert status == 200, text
        form = headers["set-cookie"].partition(";")[0]
        self.cookie = f"session={self.session}; {form}"
        self.sent = {unescape(name): unescape(value) for name, value in HIDDEN.findall(text)}
        return int(self.sent["version"])

    def write(self, mark: str) -> Outcome:
        fields = {**self.sent, "family": "Minta", "given": mark, "order": "family-first", "country": ""}
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        status, _, text = self.call("POST", self.path, urlencode(fields), **headers)
        if status == 303:
            return Outcome(mark, WON)
        sides = [unescape(side) for side in RADIO.findall(text)]
        if status != 409 or len(sides) != 2:
            return Outcome(mark, f"{status} {sides} {text[:300]}")
        return Outcome(mark, TOLD, mine=sides[0], theirs=sides[1])


def at_once(editors: Sequence[Editor], marks: Sequence[str]) -> tuple[set[int], list[Outcome]]:
    """Everybody has read before anybody writes, and then all write in the same moment; the versions they saw."""
    read, begin = Barrier(len(editors), timeout=PATIENCE), Barrier(len(editors), timeout=PATIENCE)

    def one(editor: Editor, mark: str) -> tuple[int, Outcome]:
        read.wait()
        version = editor.read()
        begin.wait()
        return version, editor.write(mark)

    with ThreadPoolExecutor(len(editors)) as pool:
        every = list(pool.map(one, editors, marks))
    return {version for version, _ in every}, [outcome for _, outcome in every]
