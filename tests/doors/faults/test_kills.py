"""kill -9 at random moments while several write: nothing acknowledged is lost, nothing is done twice, soon ready again.

In turn: the server alone, the server with all it started, the worker; on PostgreSQL also one of the processes that
answer, and the database with all its processes. FOKOZAT_THOROUGH=1 kills 200 times, a commit a few times;
FOKOZAT_KILLS=n says it exactly. kill -9 does not test a loss of power: what the system took it still writes.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from threading import Event
from time import monotonic, sleep

import pytest

from private_postgres import Crashing, crashing_cluster, find_binaries
from tests.doors.faults.site import Site, Witness, children_of, is_running, witnessed
from tests.doors.faults.writers import Writer, all_write

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only on Linux")
THOROUGH = os.environ.get("FOKOZAT_THOROUGH") == "1"
KILLS = int(os.environ.get("FOKOZAT_KILLS", "200" if THOROUGH else "6"))
WRITERS = 4
LONGEST = 0.8  # seconds of writing before a kill
SQLITE = ("server", "everything", "worker", "server", "starting")
POSTGRESQL = ("server", "database", "web worker", "everything", "database", "worker")
READY = {"sqlite": 5.0, "postgresql": 10.0}
CALM = 2  # load on a processor; on a machine that does more than our own test no promise of seconds can be tested
BUSY = 8  # so many times as long there, and at every commit; FOKOZAT_THOROUGH=1 on a calm one holds the promise itself


@dataclass
class Figures:
    """What the kills came to."""

    database: str
    kills: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    failed: int = 0
    unanswered: int = 0
    unanswered_but_kept: int = 0
    lost: int = 0
    doubled: int = 0
    works: int = 0
    records: int = 0
    load: float = 0.0  # the highest that the machine told, of everything that runs on it
    ready: dict[str, float] = field(default_factory=dict)
    usually: dict[str, list[float]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(self.kills.values())

    def took(self, kind: str, seconds: float) -> None:
        self.kills[kind] = self.kills.get(kind, 0) + 1
        self.ready[kind] = max(self.ready.get(kind, 0.0), seconds)
        self.usually.setdefault(kind, []).append(seconds)
        self.load = max(self.load, os.getloadavg()[0])


@dataclass
class Room:
    """A site, its witness and its writers, and how the database itself is killed where it is a server."""

    site: Site
    witness: Witness
    writers: list[Writer]
    figures: Figures
    random: Random
    database: Crashing | None = None

    def kill(self, kind: str) -> float:
        """Seconds until it is ready again."""
        family = self.site.family()
        if kind == "database":
            assert self.database is not None
            self.database.kill()
            begun = monotonic()
            self.database.start()
            return self.site.ready_since(begun)
        if kind in ("worker", "web worker"):
            self.site.kill(*family[kind][:1])
            return self.site.ready_since(monotonic())
        below = [pid for pids in family.values() for pid in pids]
        below += [each for pid in below for each in children_of(pid)]
        self.site.kill(*(below if kind == "everything" else family["server"]))
        if kind == "starting":
            self.site.begin()
            sleep(self.random.uniform(0, 1.5))
            self.site.kill(*self.site.family()["server"])
        seconds = self.site.start()
        left = [pid for pid in below if is_running(pid)]
        deadline = monotonic() + 30
        while left and monotonic() < deadline:
            sleep(0.05)
            left = [pid for pid in left if is_running(pid)]
        assert not left, f"outlived their server: {left}"
        return seconds

    def assert_kept(self) -> set[str]:
        """Every acknowledged change stands once, one without an answer once at most; which of these stand."""
        told = self.witness.ask("look", cards=[each.card for each in self.writers])
        assert told["differences"] == []
        assert told["quick"] == "ok"
        self.figures.records = told["records"]
        kept = self._judge(Counter(told["registered"]), self.writers, True)
        assert Counter(told["people"]) == Counter(told["registered"])
        for writer in self.writers:
            card = told["cards"][writer.card]
            kept |= self._judge(Counter(card["changes"]), [writer], False)
            assert card["changes"][: len(writer.changed)] == writer.changed
            assert (card["version"], card["given"]) == (len(card["changes"]) + 1, (["0"] + card["changes"])[-1])
        assert [each.wrong for each in self.writers] == [[]] * len(self.writers)
        return kept

    def _judge(self, found: Counter[str], writers: list[Writer], registers: bool) -> set[str]:
        """Of the registrations of all, or of the changes of one card."""
        acknowledged = {mark for each in writers for mark in (each.registered if registers else each.changed)}
        pending = {each.pending.mark for each in writers if each.pending and each.pending.registers == registers}
        lost = acknowledged - found.keys()
        doubled = [mark for mark, count in found.items() if count > 1]
        self.figures.lost += len(lost)
        self.figures.doubled += len(doubled)
        assert (lost, doubled) == (set(), [])
        kept = found.keys() - acknowledged
        assert kept <= pending
        return kept


@contextmanager
def room(home: Path, database: Crashing | None = None) -> Iterator[Room]:
    """Everything begun, nothing written."""
    site = Site(home, database.url, workers=2) if database else Site(home)
    figures = Figures("postgresql" if database else "sqlite")
    with witnessed(site) as witness:
        made = witness.ask("fill", cards=WRITERS, accounts=WRITERS)
        writers = [
            Writer(f"w{at}", site.port, key, made["club"], card)
            for at, (key, card) in enumerate(zip(made["keys"], made["cards"], strict=True))
        ]
        site.start()
        yield Room(site, witness, writers, figures, Random(os.environ.get("FOKOZAT_SEED", "kavics")), database)


def kill_again_and_again(room: Room, kinds: tuple[str, ...]) -> None:
    """So many rounds of writing, killing, coming back, looking, and sending again what had no answer."""
    asked: list[str] = []
    for at in range(KILLS):
        kind = kinds[at % len(kinds)]
        work = room.witness.ask("ask")
        asked += [work["uid"]] * work["new"]
        stop = Event()
        threads = all_write(room.writers, stop)
        sleep(room.random.uniform(0, LONGEST))
        seconds = room.kill(kind)
        room.figures.took(kind, seconds)
        stop.set()
        for thread in threads:
            thread.join()
        left = [each for each in room.writers if each.pending]
        kept = room.assert_kept()
        room.figures.unanswered += len(left)
        room.figures.unanswered_but_kept += len(kept)
        for writer in room.writers:
            writer.settle(kept)
        assert room.assert_kept() == set()
        assert all(each.pending is None for each in room.writers)
    room.figures.works = len(asked)
    assert_done(room, asked)


def assert_done(room: Room, asked: list[str]) -> None:
    """Every work that was asked for ended: done, or given up after as many deaths as it may have."""
    deadline = monotonic() + 60
    while True:
        told = room.witness.ask("works", uids=asked)
        if all(each["state"] in ("done", "failed") for each in told.values()):
            break
        assert monotonic() < deadline, told
        sleep(0.1)
    assert told.keys() == set(asked)
    assert all(each["asked"] == 1 for each in told.values())
    assert all(each["state"] == "done" or each["tries"] == each["most"] for each in told.values())


def report(room: Room) -> None:
    """Said in the end, also when it is bad: `pytest -s` shows it, FOKOZAT_FIGURES=file keeps it."""
    room.figures.acknowledged = sum(each.acknowledged for each in room.writers)
    room.figures.failed = sum(each.failed for each in room.writers)
    usually = {kind: median(seconds) for kind, seconds in room.figures.usually.items()}
    line = json.dumps({**asdict(room.figures), "usually": usually, "count": room.figures.count})
    sys.stdout.write(f"\n{line}\n")
    if file := os.environ.get("FOKOZAT_FIGURES"):
        with Path(file).open("a") as figures:
            figures.write(f"{line}\n")


def assert_ready_in_time(figures: Figures) -> None:
    is_calm = THOROUGH and figures.load <= CALM * (os.cpu_count() or 1)
    limit = READY[figures.database] * (1 if is_calm else BUSY)
    assert max(figures.ready.values()) <= limit, figures


@pytest.mark.only_on("sqlite")
def test_kill_9_loses_and_doubles_nothing_on_sqlite(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        try:
            kill_again_and_again(here, SQLITE)
        finally:
            report(here)
        assert here.figures.count == KILLS
        assert here.figures.acknowledged >= KILLS
        assert here.figures.failed == 0, "an embedded database is never away"
        assert_ready_in_time(here.figures)


@pytest.mark.only_on("postgresql")
def test_kill_9_loses_and_doubles_nothing_on_postgresql(tmp_path: Path) -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no programs of a PostgreSQL server here")
    with crashing_cluster(binaries) as database, room(tmp_path, database) as here:
        try:
            kill_again_and_again(here, POSTGRESQL)
        finally:
            report(here)
        assert here.figures.count == KILLS
        assert here.figures.acknowledged >= KILLS
        assert_ready_in_time(here.figures)
