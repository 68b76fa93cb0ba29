"""Threads of our own for what the event loop must not do: ask the database, render."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Threads:
    """A few threads that live as long as the process, each with a database connection that is kept."""

    def __init__(self, count: int, name: str) -> None:
        self._executor = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._used: set[BaseDatabaseWrapper] = set()

    async def do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Run it there; a connection that broke or grew old is opened again, as for every request."""

        def done() -> Result:
            close_old_connections()
            try:
                return work(*given, **named)
            finally:
                close_old_connections()
                self._used.add(connections[DEFAULT_DB_ALIAS])

        return await asyncio.get_running_loop().run_in_executor(self._executor, done)

    def close(self) -> None:
        """End the threads, each with its connection."""
        self._executor.shutdown(wait=True)
        for used in self._used:
            used.inc_thread_sharing()  # its own thread is not there any more
            used.close()
