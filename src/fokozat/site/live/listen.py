"""What the hub hears from the database: `LISTEN` on PostgreSQL, a look at the file on SQLite.

Neither replays what was said while nobody listened. So whenever listening begins, again or for the first time, the
versions of everything that somebody looks at are asked for: what was missed is then told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import psycopg
from django.db import Error, connection

from fokozat.office.live import CHANNEL, hear
from fokozat.site.live.hub import Hub
from fokozat.site.live.threads import Threads

SHORTEST, LONGEST = 0.2, 5.0
ALIVE = 10.0
LOOK = 0.25
_LOG = logging.getLogger("fokozat.live")

Learn = Callable[[], Awaitable[None]]


async def follow(hub: Hub, learn: Learn, ready: asyncio.Event) -> None:
    """Tell the hub of every change, for ever; `ready` once nothing can be missed any more."""
    if connection.vendor == "postgresql":
        await follow_postgresql(hub, learn, ready)
    else:
        await follow_sqlite(hub, learn, ready)


async def follow_postgresql(hub: Hub, learn: Learn, ready: asyncio.Event) -> None:
    """One connection a process; lost, it is opened again, and then everything is asked for."""
    wait = SHORTEST
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                await learn()
                ready.set()
                wait = SHORTEST
                await _hear(hub, listening)
        except (psycopg.Error, Error, OSError) as error:
            _LOG.warning("live pages do not hear the database: %s; asked again in %.1f s", type(error).__name__, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST)


async def _hear(hub: Hub, listening: psycopg.AsyncConnection[Any]) -> None:
    """Until the connection breaks; one that says nothing is asked now and then whether it still lives."""
    while True:
        async for told in listening.notifies(timeout=ALIVE):
            name, _, version = told.payload.rpartition(" ")
            hub.changed(name, int(version))
        hub.sweep()
        await asyncio.wait_for(listening.execute("SELECT 1"), ALIVE)


def _parameters() -> dict[str, Any]:
    """Where Django's own connections lead, and that a line which died is noticed."""
    given = connection.get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold"):
        given.pop(name, None)
    return {
        **given,
        "application_name": "fokozat-live",
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "connect_timeout": 5,
    }


async def follow_sqlite(hub: Hub, learn: Learn, ready: asyncio.Event) -> None:
    """What this process commits is heard at once; that others wrote shows in one number of the file.

    The number is asked a few times a second, while somebody looks, on a connection that never writes.
    """
    loop, looking = asyncio.get_running_loop(), Threads(1, "live-look")

    def heard(name: str, version: int) -> None:
        with suppress(RuntimeError):  # the loop ends while a request still commits
            loop.call_soon_threadsafe(hub.changed, name, version)

    unhear = hear(heard)
    ready.set()
    seen: object = None
    try:
        while True:
            await asyncio.sleep(LOOK)
            hub.sweep()
            if not hub.names:
                seen = None
                continue
            try:
                state = await looking.do(_state_of_the_file)
                if state != seen:
                    await learn()
                    seen = state
            except Error as error:
                _LOG.warning("live pages do not see the database: %s", type(error).__name__)
    finally:
        unhear()
        await asyncio.to_thread(looking.close)


def _state_of_the_file() -> tuple[int, int]:
    """Changes when another connection commits; the numbers of two connections cannot be compared."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        [(number,)] = cursor.fetchall()
    return id(connection.connection), number
