"""Runs a worker in this process until SIGTERM, Ctrl-C, or the end of who started it.

Imported when the office is open. An attached worker ends when its standard input closes: the kernel closes it when
its parent is gone, however that ended.
"""

import os
import signal
import sys
from typing import Any

from fokozat.office.work_running import hands
from fokozat.office.works import lease_time
from fokozat.work.loop import Pace, Worker

BEATS_A_LEASE = 5


def work(once: bool, attached: bool) -> int:
    """0, however often it was asked to end."""
    ended = Ended(attached)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ended.end)
    beat = lease_time().total_seconds() / BEATS_A_LEASE
    Worker(hands(), Pace(beat=beat, once=once), ended, ended.bells).run()
    return 0


class Ended:
    """Whether to end: a signal came, or the line to the parent broke. A bell rings in both cases."""

    def __init__(self, attached: bool) -> None:
        self.told = False
        self.attached = attached
        heard, self._rung = os.pipe()
        os.set_blocking(self._rung, False)
        signal.set_wakeup_fd(self._rung, warn_on_full_buffer=False)
        self.bells: tuple[Any, ...] = (heard, *((sys.stdin.fileno(),) if attached else ()))

    def __call__(self) -> bool:
        if self.attached and not self.told:
            self.told = _is_closed(sys.stdin.fileno())
        return self.told

    def end(self, _number: int, _frame: object) -> None:
        self.told = True


def _is_closed(descriptor: int) -> bool:
    """Nobody says a word on this line, so a word is its end."""
    import select

    readable, _, _ = select.select([descriptor], [], [], 0)
    return bool(readable) and os.read(descriptor, 1) == b""
