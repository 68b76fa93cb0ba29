"""uvicorn that ends when it is told to, even while an answer hangs: the database undoes what was not finished."""

import multiprocessing
import os
import signal
import threading
from time import monotonic
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

SECONDS_TO_END = 2  # an open event stream would keep uvicorn for ever
_LAST_MOMENT = 0.7  # for what takes the two seconds to its end


class Alone(uvicorn.Server):
    """One process; a thread that hangs in the database does not keep it."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        code = 0 if sig in (signal.SIGINT, signal.SIGTERM) else 1
        last = threading.Timer(SECONDS_TO_END + _LAST_MOMENT, os._exit, (code,))
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)


class Bound(uvicorn.Config):
    """For processes that end with the one that started them, even when that was by kill -9.

    Left alone they would go on answering with the old program and hold the port against the next server.
    """

    def load(self) -> None:
        threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
        super().load()


def _end_with_parent() -> None:
    """Costs nothing while it waits; the database undoes what was not finished."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Workers(Multiprocess):
    """Several; one that does not end in time is ended. Those that die while nobody ended them are begun anew."""

    def join_all(self) -> None:
        ends = monotonic() + SECONDS_TO_END + _LAST_MOMENT
        for each in self.processes:
            process: Any = each.process
            process.join(max(0.0, ends - monotonic()))
            if process.is_alive():
                each.kill()
                process.join()
