"""Threads of our own for what the event loop must not do: ask the database, render."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

_PATIENCE = 5

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Threads:
    """A few threads that live as long as the process, each with a database connection that is kept."""

    def __init__(self, count: int, name: str) -> None:
        self._count, self._executor = count, ThreadPoolExecutor(count, thread_name_prefix=name)

    async def do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Run it there; a connection that broke or grew old is opened again, as for every request."""

        def done() -> Result:
            close_old_connections()
            try:
                return work(*given, **named)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._executor, done)

    def close(self) -> None:
        """End the threads, each with its connection."""
        together = Barrier(self._count)

        def leave() -> None:
            together.wait(_PATIENCE)  # so that no thread leaves twice and another never
            connections.close_all()

        for _ in range(self._count):
            self._executor.submit(leave)
        self._executor.shutdown(wait=True)
