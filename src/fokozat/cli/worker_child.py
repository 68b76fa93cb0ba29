"""The worker that a server starts beside itself: replaced when it dies, ended with the server, however that ends.

The line to it is its standard input: when this process is gone, even by kill -9, the line closes and the worker ends.
"""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

PAUSES = (1, 2, 5, 15, 60)  # seconds before a worker that died again is replaced
LIVED = 60  # seconds after which its death is the first one again
SECONDS_TO_END = 3
COMMAND = (sys.executable, "-m", "fokozat.cli", "worker", "--attached")


@contextmanager
def worker_beside(wanted: bool) -> Iterator[None]:
    """A worker as long as the block runs; none where none is wanted."""
    keeper = _Keeper() if wanted else None
    try:
        yield
    finally:
        if keeper is not None:
            keeper.end()


class _Keeper:
    """Starts the worker and starts it anew; a thread waits for it, which costs nothing."""

    def __init__(self) -> None:
        self.ending = threading.Event()
        self.lock = threading.Lock()
        self.child = _start()
        self.thread = threading.Thread(target=self._keep, name="worker", daemon=True)
        self.thread.start()

    def end(self) -> None:
        """In good order: what it has in hand goes back. One that is still starting, or does not hear, just ends."""
        with self.lock:
            self.ending.set()
            child = self.child
        child.terminate()
        _close(child)
        try:
            child.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def _keep(self) -> None:
        deaths, started = 0, monotonic()
        while True:
            self.child.wait()
            deaths = 1 if monotonic() - started > LIVED else deaths + 1
            if self.ending.wait(PAUSES[min(deaths, len(PAUSES)) - 1]):
                return
            with self.lock:
                if self.ending.is_set():
                    return
                _close(self.child)
                self.child, started = _start(), monotonic()


def _start() -> subprocess.Popen[bytes]:
    """In a session of its own, so that Ctrl-C reaches the server, which then ends it in good order."""
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)


def _close(child: subprocess.Popen[bytes]) -> None:
    if child.stdin is not None:
        child.stdin.close()
