"""Live pages under load: the real server on loopback, many readers in a process of their own, real changes.

Each change goes through the API, five a second; each carries its number, so that every reader shows when it had it.
The time is taken from before the change was sent, so it holds the change itself too. The peer is the same data by
asking `/events/poll` once a second, on the same server in the same run. Pages are asked all the while.
"""

import json
import os
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from fokozat.cli.bench.measure import Figure

CHANGES_A_SECOND = 5
PEER_SECONDS = 30
SETTLING = 3.0
PATIENCE = 60
MILLI, MEGA = 1000, 1_000_000
PAGES = ("/hu/people/", "/hu/bodies/{body}/")
PEER = "asking every second"
_PYTHON = (sys.executable, "-m")


@dataclass(frozen=True)
class Load:
    """How many read, for how long, from how many workers, on which database (none: the embedded one)."""

    streams: int = 500
    seconds: int = 120
    workers: int = 1
    database: str = ""


@dataclass
class Run:
    """What one way of reading gave."""

    sent: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    whole: int = 0
    processor: float = 0.0
    memory: float = 0.0


@dataclass(frozen=True)
class Server:
    address: str
    process: int
    body: str
    token: str

    def connection(self) -> "closing[HTTPConnection]":
        return closing(HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE))


def live(load: Load = Load()) -> tuple[Figure, ...]:
    """Streams beside asking."""
    with scratch_server(load) as server:
        ours = measure(server, load, "stream", load.seconds)
        peer = measure(server, load, "poll", min(load.seconds, PEER_SECONDS))
    if ours.wrong or ours.whole < load.streams:
        raise RuntimeError(f"{load.streams - ours.whole} readers without the last change; {ours.wrong[:5]}")
    return figures(load, ours, peer)


def figures(load: Load, ours: Run, peer: Run) -> tuple[Figure, ...]:
    what = f"{'postgresql' if load.database else 'sqlite'}, {load.streams} readers, {load.workers} workers"

    def beside(name: str, unit: str, mine: float, theirs: float) -> Figure:
        return Figure("live", f"{what}, {name}", unit, mine, PEER, theirs)

    def share(name: str, part: float) -> Figure:
        return beside(f"change to reader, {name}", "ms", at(ours.waits, part) * MILLI, at(peer.waits, part) * MILLI)

    def page(name: str, part: float) -> Figure:
        return beside(f"page meanwhile, {name}", "ms", at(ours.pages, part) * MILLI, at(peer.pages, part) * MILLI)

    everybody = 100 / load.streams
    return (
        share("median", 0.5), share("p99", 0.99), share("longest", 1.0), page("median", 0.5), page("p99", 0.99),
        beside("have the last change", "%", ours.whole * everybody, peer.whole * everybody),
        beside("processor", "CPU-ms/s", ours.processor * MILLI, peer.processor * MILLI),
        beside("memory", "MB", ours.memory, peer.memory),
    )  # fmt: skip


def at(values: Sequence[float], part: float) -> float:
    """The value below which this part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def measure(server: Server, load: Load, kind: str, seconds: int) -> Run:
    """Let all read, change, wait a moment, and look at what each has got."""
    run = Run()
    host, port = urlsplit(server.address).hostname or "", urlsplit(server.address).port or 0
    command = (
        *_PYTHON,
        "fokozat.cli.bench.live_readers",
        host,
        str(port),
        f"body/{server.body}",
        str(load.streams),
        kind,
    )
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as readers:
        assert readers.stdout is not None
        if readers.stdout.readline() != "ready\n":
            raise RuntimeError("the readers did not begin")
        until, before = monotonic() + seconds, processor_of(server.process)
        begun = monotonic()
        asking = Thread(target=ask_pages, args=(server, run, until))
        asking.start()
        change(server, run, until)
        asking.join()
        sleep(SETTLING)
        run.processor = (processor_of(server.process) - before) / (monotonic() - begun)
        run.memory = memory_of(server.process)
        told, _ = readers.communicate("")
    for reader in json.loads(told):
        judge(run, reader)
    return run


def change(server: Server, run: Run, until: float) -> None:
    """A change of the body's place at every fifth of a second; each says its number."""
    path, key = f"/api/v1/bodies/{server.body}", f"Bearer {server.token}"
    with server.connection() as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        seen = answer.headers["ETag"]
        first = due = monotonic()
        while due < until or not run.sent:
            sleep(max(0.0, due - monotonic()))
            run.sent.append(monotonic())
            headers = {"Authorization": key, "If-Match": seen, "Content-Type": "application/json"}
            connection.request("PATCH", path, json.dumps({"place": f"n{len(run.sent)}"}), headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                run.wrong.append(f"a change was answered {answer.status}")
            seen = answer.headers.get("ETag", seen)
            due = first + len(run.sent) / CHANGES_A_SECOND


def ask_pages(server: Server, run: Run, until: float) -> None:
    """One page after the other, ten a second at most."""
    with server.connection() as connection:
        while monotonic() < until:
            begun = monotonic()
            connection.request("GET", PAGES[len(run.pages) % len(PAGES)].format(body=server.body))
            answer = connection.getresponse()
            answer.read()
            run.pages.append(monotonic() - begun)
            if answer.status != 200:
                run.wrong.append(f"a page was answered {answer.status}")
            sleep(max(0.0, begun + 0.1 - monotonic()))


def judge(run: Run, reader: Mapping[str, Sequence[Any]]) -> None:
    """For every change when this reader had it or a newer one; numbers of an earlier run are passed over."""
    got = [(number, when) for number, when in reader["got"] if when >= run.sent[0]]
    run.wrong += [str(each) for each in reader["wrong"]]
    numbers = [number for number, _ in got]
    for number, sent in enumerate(run.sent, start=1):
        place = bisect_left(numbers, number)
        if place < len(got):
            run.waits.append(got[place][1] - sent)
    run.whole += bool(numbers) and numbers == sorted(numbers) and numbers[-1] == len(run.sent)


@contextmanager
def scratch_server(load: Load) -> Iterator[Server]:
    """`fokozat serve` on a new data folder and a new database, which are gone afterwards."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as home, scratch_database(load.database) as database:
        room = {"FOKOZAT_STREAMS": str(load.streams), "FOKOZAT_STREAMS_OF_AN_ADDRESS": str(load.streams)}
        env = {**os.environ, **room, "FOKOZAT_HOME": home, "DATABASE_URL": database}
        filled = subprocess.run(
            (*_PYTHON, "fokozat.cli.bench.live_house"), env=env, stdout=subprocess.PIPE, check=True, text=True
        )
        told = json.loads(filled.stdout)
        command = (*_PYTHON, "fokozat.cli", "serve", "--port", "0", "--workers", str(load.workers), "--lang", "en")
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
                wait_for(address)
                yield Server(address, server.pid, told["body"], told["token"])
            finally:
                server.terminate()
                server.wait(PATIENCE)


@contextmanager
def scratch_database(url: str) -> Iterator[str]:
    """Beside the one that is named, on the same server."""
    import secrets

    import psycopg

    if not url:
        yield ""
        return
    name = f"fokozat_bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def wait_for(address: str) -> None:
    """Until pages are answered: workers begin after the address is said."""
    deadline = monotonic() + PATIENCE
    while True:
        with closing(HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                if monotonic() > deadline:
                    raise
        sleep(0.1)


def family_of(process: int) -> list[int]:
    """A process and its children, as the machine knows them."""
    family = [process]
    for parent in family:
        for tasks in Path(f"/proc/{parent}/task").glob("*/children"):
            family += [int(each) for each in tasks.read_text().split()]
    return family


def processor_of(process: int) -> float:
    """Seconds of the processor that the server has used, all its workers together."""
    ticks = os.sysconf("SC_CLK_TCK")
    fields = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in family_of(process)]
    return sum(int(each[11]) + int(each[12]) for each in fields) / ticks


def memory_of(process: int) -> float:
    """Megabytes that stand in memory."""
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in family_of(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGA
