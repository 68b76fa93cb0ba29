"""The loop of a worker with real children: what ends, hangs, dies, eats memory, is cancelled or taken away."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import pytest

from fokozat.work.loop import DIED, GO_ON, LOST, STOP, TIME, Hands, Held, Pace, Progress, Tell, Worker

PATIENCE = 20
LONG = 600.0
_FORK = get_context("fork")


@dataclass
class House:
    """Keeps work in the memory that parent and child share, and notes what the loop says of it."""

    tasks: list[tuple[Callable[[Tell], None], float]]
    verdict: str = GO_ON
    said: list[tuple[Any, ...]] = field(default_factory=list)
    shown: list[Progress] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.at = _FORK.Value("i", 0)
        self.through = _FORK.Array("i", len(self.tasks) or 1)

    def take(self) -> Held | None:
        with self.at.get_lock():
            at = self.at.value
            if at >= len(self.tasks):
                return None
            self.at.value += 1
        return Held(str(at), at + 1, self.tasks[at][1])

    def do(self, held: Held, tell: Tell) -> None:
        self.tasks[int(held.key)][0](tell)
        self.through[int(held.key)] += 1

    def beat(self, _held: Held, progress: Progress | None) -> str:
        if progress is not None:
            self.shown.append(progress)
        return self.verdict

    def times(self) -> list[int]:
        """How often each was done to its end."""
        return [int(self.through[at]) for at in range(len(self.tasks))]

    def hands(self) -> Hands:
        def note(what: str) -> Callable[..., None]:
            return lambda held, *why: self.said.append((what, held.key, *why))

        nothing = lambda: None  # noqa: E731 - two words of nothing
        return Hands(self.take, self.do, self.beat, note("stop"), note("gave up"), note("let go"), nothing, nothing)

    def run(self, beat: float = 0.05, memory: int = 2 << 30, ended: Callable[[], bool] | None = None) -> None:
        begin = time.monotonic()
        late = lambda: time.monotonic() - begin > PATIENCE  # noqa: E731
        Worker(self.hands(), Pace(beat=beat, memory=memory, once=True), ended or late).run()
        assert time.monotonic() - begin < PATIENCE, self.said


def quick(_tell: Tell) -> None:
    pass


def hang(_tell: Tell) -> None:
    time.sleep(LONG)


def die(_tell: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_everything_that_waits_is_done_once() -> None:
    house = House([(quick, LONG)] * 50)
    house.run()
    assert house.times() == [1] * 50
    assert house.said == []


def test_what_takes_too_long_is_ended_and_the_next_is_done() -> None:
    house = House([(hang, 0.3), (quick, LONG)])
    house.run()
    assert house.said == [("gave up", "0", TIME)]
    assert house.times() == [0, 1]


def test_a_child_that_dies_is_replaced() -> None:
    house = House([(die, LONG), (quick, LONG)])
    house.run()
    assert house.said == [("gave up", "0", DIED)]
    assert house.times() == [0, 1]


@pytest.mark.parametrize(("verdict", "said"), [(STOP, [("stop", "0")]), (LOST, [])])
def test_what_is_cancelled_or_lost_is_ended_at_once(verdict: str, said: list[tuple[str, str]]) -> None:
    house = House([(hang, LONG)], verdict)
    house.run()
    assert house.said == said
    assert house.times() == [0]


def test_who_is_told_to_end_gives_back_what_is_in_hand() -> None:
    house = House([(hang, LONG), (quick, LONG)])
    begin = time.monotonic()
    house.run(ended=lambda: house.at.value == 1 and time.monotonic() - begin > 1)
    assert house.said == [("let go", "0")]
    assert house.times() == [0, 0]


def test_memory_has_a_bound() -> None:
    refused = _FORK.Value("i", 0)

    def eat(_tell: Tell) -> None:
        try:
            bytearray(3 << 30)
        except MemoryError:
            refused.value = 1

    House([(eat, LONG)]).run(memory=1 << 30)
    assert refused.value == 1


def test_progress_reaches_the_parent() -> None:
    def count(tell: Tell) -> None:
        for at in range(8):
            tell(at, 8, {"rows": at})
            time.sleep(0.15)

    house = House([(count, LONG)])
    house.run()
    figures: list[tuple[int, int, Mapping[str, Any]]] = [(each.done, each.total, each.fields) for each in house.shown]
    assert figures
    assert figures == sorted(figures, key=lambda each: each[0])
    assert all(total == 8 and fields == {"rows": done} for done, total, fields in figures)


def test_a_child_does_not_outlive_a_killed_parent() -> None:
    pid = _FORK.Value("i", 0)

    def tell_pid(_tell: Tell) -> None:
        pid.value = os.getpid()
        time.sleep(LONG)

    house = House([(tell_pid, LONG)])
    parent = _FORK.Process(target=lambda: Worker(house.hands(), Pace(), lambda: False).run())
    parent.start()
    deadline = time.monotonic() + PATIENCE
    while not pid.value and time.monotonic() < deadline:
        time.sleep(0.02)
    assert pid.value
    parent.kill()
    parent.join(PATIENCE)
    while os.path.exists(f"/proc/{pid.value}") and _is_running(pid.value) and time.monotonic() < deadline:  # noqa: PTH110
        time.sleep(0.02)
    assert not _is_running(pid.value)


def _is_running(pid: int) -> bool:
    """A zombie that nobody has fetched yet does no work."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False
