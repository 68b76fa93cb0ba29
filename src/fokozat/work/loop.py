"""The loop of a worker: a child does the work, its parent watches, keeps the lease, and ends what takes too long.

The loop knows nothing of a database: whoever keeps the work lends it hands. Parent and child share no memory; the
child tells over a line what it took, how far it is and that it ended. A child that dies, hangs or is cancelled is
ended and replaced; what it held is given back by its parent, or by the reaper where the parent died too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from fokozat.work.children import Child, start_child

TIME, DIED = "time", "died"  # why a work was given up
GO_ON, STOP, LOST = "go-on", "stop", "lost"  # what a beat answers

_NAP = 0.5  # of an idle child between two looks
_TOLD_EVERY = 0.2
_KEPT_EVERY = 0.5  # how often progress is kept
_A_MOMENT = 1.0
_PAUSES = (0.0, 1.0, 5.0, 30.0)  # before a child that died again is replaced

Tell = Callable[[int, int, Mapping[str, Any]], None]


@dataclass(frozen=True)
class Held:
    """A piece of work in hand: its key, the fence it was taken with, and how long it may take."""

    key: str
    fence: int
    seconds: float


@dataclass(frozen=True)
class Progress:
    """How far it is: so much of so much, and fields for a line in words."""

    done: int = 0
    total: int = 0
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hands:
    """What the loop needs of whoever keeps the work; `beat` answers GO_ON, STOP or LOST.

    `take` and `do` are called in the child, the others in the parent; `part` is called before a child is made and
    first of all in the child, because no connection may be shared.
    """

    take: Callable[[], Held | None]
    do: Callable[[Held, Tell], None]
    beat: Callable[[Held, Progress | None], str]
    stop: Callable[[Held], None]
    give_up: Callable[[Held, str], None]
    let_go: Callable[[Held], None]
    tidy: Callable[[], None]
    part: Callable[[], None]


@dataclass(frozen=True)
class Pace:
    """How often the lease is prolonged and the house is tidied, and how much memory a child may have."""

    beat: float = 2.0
    tidy: float = 5.0
    memory: int = 2 << 30
    once: bool = False  # end when nothing waits


class Worker:
    """One parent with one child at a time; `run` returns when `ended` says so, or with `once` when nothing waits."""

    def __init__(self, hands: Hands, pace: Pace, ended: Callable[[], bool], bells: tuple[Any, ...] = ()) -> None:
        self.hands, self.pace, self.ended, self.bells = hands, pace, ended, bells
        self.child: Child | None = None
        self.held: Held | None = None
        self.progress: Progress | None = None
        self.deadline = self.next_beat = self.kept_at = self.next_tidy = self.next_child = 0.0
        self.deaths = 0
        self.is_idle = False

    def run(self) -> None:
        """Until it is ended; what is in hand then goes back and waits for the next worker."""
        try:
            while not self.ended():
                self._tidy()
                if self.pace.once and self.is_idle:
                    return
                self._see_to_child()
                self._listen()
                self._watch()
        finally:
            self._leave()

    def _see_to_child(self) -> None:
        if self.child is None and monotonic() >= self.next_child:
            self.hands.part()
            self.child = start_child(self._work, self.pace.memory)

    def _work(self, line: Connection) -> None:
        """In the child: take, do, say so, until the line breaks."""
        self.hands.part()
        try:
            while True:
                held = self.hands.take()
                if held is None:
                    line.send(("idle", None))
                    if line.poll(_NAP):
                        return
                    continue
                line.send(("took", held))
                self.hands.do(held, _telling(line))
                line.send(("ended", held.key))
        except (BrokenPipeError, EOFError):
            return

    def _listen(self) -> None:
        """Wait for a word of the child or a bell, no longer than until the next beat."""
        line = [self.child.line] if self.child else []
        rang = wait([*line, *self.bells], timeout=self._patience())
        if self.child is not None and self.child.line in rang and not self._hear_all(self.child):
            self._died()

    def _hear_all(self, child: Child) -> bool:
        """Everything that was said; false where the line is broken."""
        try:
            while child.line.poll():
                self._hear(*child.line.recv())
        except (EOFError, ConnectionResetError):
            return False
        return True

    def _hear(self, word: str, said: Any) -> None:
        now = monotonic()
        if word == "took":
            self.held, self.progress, self.is_idle = said, None, False
            self.deadline, self.next_beat = now + said.seconds, now + self.pace.beat
        elif word == "told":
            self.progress = said
            self.next_beat = min(self.next_beat, max(now, self.kept_at + _KEPT_EVERY))
        elif word == "ended":
            self.held, self.deaths = None, 0
        elif word == "idle":
            self.is_idle, self.deaths = True, 0

    def _watch(self) -> None:
        """Prolong the lease and keep the progress; end the child where it is too late or not wanted any more."""
        now, held = monotonic(), self.held
        if held is None:
            return
        if now >= self.deadline:
            self._end_child(held, partial(self.hands.give_up, held, TIME))
        elif now >= self.next_beat:
            self.next_beat, self.kept_at = now + self.pace.beat, now
            progress, self.progress = self.progress, None
            verdict = self.hands.beat(held, progress)
            if verdict == STOP:
                self._end_child(held, partial(self.hands.stop, held))
            elif verdict == LOST and not self._is_through_with(held):
                self._end_child(held, lambda: None)

    def _is_through_with(self, held: Held) -> bool:
        """What is held no more may just have ended: the child says so in a moment."""
        if self.child is not None and self.child.line.poll(_A_MOMENT) and not self._hear_all(self.child):
            self._died()
        return self.held is not held

    def _died(self) -> None:
        self.next_child = monotonic() + _PAUSES[min(self.deaths, len(_PAUSES) - 1)]
        self.deaths += 1
        held = self.held
        self._end_child(held, partial(self.hands.give_up, held, DIED) if held else lambda: None)

    def _end_child(self, held: Held | None, then: Callable[[], None]) -> None:
        """End it, hear what it still said, and see to what it held; what it took meanwhile goes back."""
        child, self.child = self.child, None
        if child is not None:
            child.kill()
            self._hear_all(child)
            child.line.close()
        now_held, self.held, self.progress = self.held, None, None
        if now_held is not None and now_held is held:
            then()
        elif now_held is not None:
            self.hands.let_go(now_held)

    def _tidy(self) -> None:
        if monotonic() >= self.next_tidy:
            self.hands.tidy()
            self.next_tidy = monotonic() + self.pace.tidy

    def _patience(self) -> float:
        now = monotonic()
        ends = [self.next_tidy, *([self.next_beat, self.deadline] if self.held else [])]
        ends += [self.next_child] if self.child is None else []
        return min(max(0.01, min(ends) - now), 1.0)

    def _leave(self) -> None:
        held = self.held
        self._end_child(held, partial(self.hands.let_go, held) if held else lambda: None)


def _telling(line: Connection) -> Tell:
    """Tells the parent how far it is, not more often than a person can see."""
    last = 0.0

    def tell(done: int, total: int, fields: Mapping[str, Any]) -> None:
        nonlocal last
        if monotonic() - last >= _TOLD_EVERY:
            last = monotonic()
            line.send(("told", Progress(done, total, dict(fields))))

    return tell
