"""Starts the website: data folder, migrations, a socket, uvicorn; ends cleanly on Ctrl-C and SIGTERM.

Django is imported here and nowhere else in the command line.
"""

import errno
import os
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fokozat.cli.lan import EVERYWHERE, LOOPBACK, open_the_hall, say_hall
from fokozat.cli.screen import Screen
from fokozat.cli.worker_child import worker_beside
from fokozat.kernel.errors import Conflict, FokozatError, InvalidInput, NotFound

if TYPE_CHECKING:
    import uvicorn

APPLICATION = "fokozat.site.asgi:application"
SETTINGS = "fokozat.site.settings"
BACKLOG = 2048
LOCAL = "127.0.0.1"


def serve(given: Namespace, screen: Screen) -> int:
    """Serve until somebody ends it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    _settle(given)
    _count_in_memory(given.workers)
    with ExitStack() as open_ones:
        listeners = [open_ones.enter_context(each) for each in listen_all(given)]
        hall = open_the_hall(given.host, listeners[0].getsockname()[1]) if given.lan else ()
        _prepare(given.workers, screen)
        demo = _demo() if given.demo else {}
        with worker_beside(given.worker):
            _run(listeners, given, screen, First(_offered(), demo, hall))
    return 0


@dataclass(frozen=True)
class First:
    """What is told at the start: the way to the administrator, the demo that was made, the addresses in the hall."""

    offered: str
    demo: Mapping[str, int]
    hall: tuple[str, ...]


def listen_all(given: Namespace) -> list[socket.socket]:
    """Where it was told to, else on loopback; in the hall on every network, or on one and on loopback."""
    if not given.lan:
        return [listen(given.host or LOCAL, given.port)]
    first = listen(given.host or EVERYWHERE, given.port)
    if given.host in (None, LOCAL):
        return [first]
    try:
        return [first, listen(LOCAL, first.getsockname()[1])]
    except FokozatError:
        first.close()
        raise


def listen(host: str, port: int) -> socket.socket:
    """A socket that already listens, so that nothing is promised that does not hold."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        # asyncio leaves a socket made elsewhere as it is, and every small answer would wait 40 ms
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Conflict("cli.port-in-use", port=str(port), other=str(port % 65535 + 1)) from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise InvalidInput("cli.port-refused", port=str(port)) from error
        raise InvalidInput("cli.host-unknown", host=host) from error


def _end(_number: int, _frame: object) -> None:
    """uvicorn hands the signal on when it has shut down; before that there is nothing to shut down."""
    sys.exit(0)


def _end_by_flag(server: "uvicorn.Server") -> None:
    """Ctrl-C and SIGTERM from now on: the server ends as soon as it has begun."""

    def end(_number: int, _frame: object) -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def _settle(given: Namespace) -> None:
    """What was typed goes before what the environment says; the site reads the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if given.database:
        os.environ["DATABASE_URL"] = given.database
    if given.host and not given.lan and given.host not in LOOPBACK:
        os.environ.setdefault("FOKOZAT_HOSTS", ",".join((*LOOPBACK, given.host)))


def _count_in_memory(workers: int) -> None:
    """Several processes count together; where they do is known before the first of them starts."""
    import atexit
    import shutil
    import tempfile
    from pathlib import Path

    if workers < 2:
        return
    memory = Path("/dev/shm")  # a full disk would end a process that counts in a file on it
    base = os.environ.get("RUNTIME_DIRECTORY") or (str(memory) if os.access(memory, os.W_OK) else None)
    folder = tempfile.mkdtemp(prefix="fokozat-metrics-", dir=base)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _prepare(workers: int, screen: Screen) -> None:
    """Make the data folder and bring the database up to date."""
    import django

    try:
        django.setup()
    except OSError as error:
        raise NotFound("cli.no-home", file=error.filename or "", reason=error.strerror or "") from error
    from django.db import connection, connections
    from django.db.utils import OperationalError

    from fokozat.office.unkept import AWAY, why_unkept
    from fokozat.office.upgrade import bring_up_to_date

    if workers > 1 and connection.vendor != "postgresql":
        raise InvalidInput("cli.workers-need-postgresql")
    try:
        upgraded = bring_up_to_date()
    except OperationalError as error:
        if why_unkept(error) not in ("", AWAY):
            raise
        raise InvalidInput("cli.no-database", reason=str(error)) from error
    finally:
        connections.close_all()
    if upgraded.backup:
        screen.say("upgrade.done", count=len(upgraded.migrations))
        screen.say("upgrade.backup", file=str(upgraded.backup))


def _to_mend(language: str) -> list[str]:
    """What somebody should mend of the machine, before anything is entrusted to it."""
    from django.db import connections

    from fokozat.office.startup import look, wrong

    try:
        return [finding.text(language) for finding in wrong(look())]
    finally:
        connections.close_all()


def _demo() -> Mapping[str, int]:
    """The demo, where nothing was ever done; how much of it there is if it was made just now."""
    from datetime import UTC, datetime

    from django.db import connections

    from fokozat.office.actions.make_demo import make_demo
    from fokozat.office.demo import SEED
    from fokozat.office.rights import operator

    try:
        demo, is_new = make_demo(operator(), SEED, datetime.now(UTC).date(), only_untouched=True)
    finally:
        connections.close_all()
    return demo.counts if demo and is_new else {}


def _offered() -> str:
    """The way to the first administrator, where there is none; every older way ends."""
    from datetime import UTC, datetime

    from django.db import connections

    from fokozat.office.actions.set_up import offer_setup

    try:
        return offer_setup(datetime.now(UTC)) or ""
    finally:
        connections.close_all()


def _run(listeners: list[socket.socket], given: Namespace, screen: Screen, first: First) -> None:
    from fokozat.cli.supervising import SECONDS_TO_END, Alone, Bound, Workers

    config = Bound(
        APPLICATION, workers=given.workers, log_level="warning", access_log=False, server_header=False,
        proxy_headers=False,  # whom to believe is said in one place: site/callers.py
        timeout_graceful_shutdown=SECONDS_TO_END,
    )  # fmt: skip
    if given.workers == 1:
        config.load()  # the site is there before its address is; a loaded one cannot be handed to workers
        server = Alone(config)
        _end_by_flag(server)  # uvicorn minds signals once its loop runs; one that comes earlier must not tear the loop
    address = address_of(listeners[-1])
    if given.json:
        screen.json(_told(address, screen.language, first))
        screen.out.flush()
    else:
        _tell(address, screen, first)
    if given.workers == 1:
        server.run(listeners)
    else:
        Workers(config, listeners).run()


def _told(address: str, language: str, first: First) -> dict[str, object]:
    """The same for a program that starts the server."""
    return {
        "address": address,
        "machine": _to_mend(language),
        "demo": dict(first.demo) or None,
        "setup": _way_in(address, language, first) if first.offered else None,
        "hall": list(first.hall),
    }


def _way_in(address: str, language: str, first: First) -> str:
    return f"{address}{language}/account/first/{first.offered}/"


def _tell(address: str, screen: Screen, first: First) -> None:
    screen.say("serving", address=address)
    for sentence in _to_mend(screen.language):
        screen.line(sentence)
    if first.demo:
        screen.say("demo.made", **first.demo)
    if first.offered:
        screen.say("setup", address=_way_in(address, screen.language, first))
    if first.hall:
        say_hall(screen, first.hall)
    screen.out.flush()


def address_of(listener: socket.socket) -> str:
    """What a person types into a browser."""
    host, port = listener.getsockname()[:2]
    host = LOCAL if host == EVERYWHERE else host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
