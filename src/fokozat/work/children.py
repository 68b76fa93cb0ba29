"""A child process that cannot outlive its parent, cannot take all memory, and can be ended at any moment."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess

_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
_SECONDS_TO_DIE = 10


@dataclass(frozen=True)
class Child:
    """A living child and the line to it."""

    process: ForkProcess
    line: Connection

    @property
    def pid(self) -> int:
        return self.process.pid or 0

    def kill(self) -> None:
        """At once; what it had not committed never happened. What it said can still be heard."""
        self.process.kill()
        self.process.join(_SECONDS_TO_DIE)


def start_child(task: Callable[[Connection], None], memory: int) -> Child:
    """A fork that runs the task with a line to its parent. The caller holds no connection that must not be shared."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(task, ours, theirs, memory, os.getpid()))
    process.start()
    theirs.close()
    return Child(process, ours)


def _run(task: Callable[[Connection], None], ours: Connection, theirs: Connection, memory: int, parent: int) -> None:
    ours.close()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    die_with(parent)
    bound_memory(memory)
    task(theirs)


def die_with(parent: int) -> None:
    """Linux ends this process with its parent; elsewhere the line breaks, and the fence keeps late writers out."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_DIES_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # the parent died before we asked


def bound_memory(most: int) -> None:
    """What asks for more gets a MemoryError, and the machine lives on."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
