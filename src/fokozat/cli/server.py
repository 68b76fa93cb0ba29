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

from fokozat.cli.screen import Screen
from fokozat.cli.worker_child import worker_beside
from fokozat.kernel.errors import Conflict, InvalidInput, NotFound

APPLICATION = "fokozat.site.asgi:application"
SETTINGS = "fokozat.site.settings"
SECONDS_TO_END = 2  # an open event stream would keep uvicorn for ever
BACKLOG = 2048
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve(given: Namespace, screen: Screen) -> int:
    """Serve until somebody ends it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    _settle(given)
    with listen(given.host, given.port) as listener:
        _prepare(given.workers)
        demo = _demo() if given.demo else {}
        with worker_beside(given.worker):
            _run(listener, given, screen, (_offered(), demo))
    return 0


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
            raise Conflict("cli.port-in-use", port=port, other=port % 65535 + 1) from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise InvalidInput("cli.port-refused", port=port) from error
        raise InvalidInput("cli.host-unknown", host=host) from error


def _end(_number: int, _frame: object) -> None:
    """uvicorn hands the signal on when it has shut down; before that there is nothing to shut down."""
    sys.exit(0)


def _settle(given: Namespace) -> None:
    """What was typed goes before what the environment says; the site reads the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if given.database:
        os.environ["DATABASE_URL"] = given.database
    if given.host not in LOOPBACK:
        os.environ.setdefault("FOKOZAT_HOSTS", ",".join((*LOOPBACK, given.host)))


def _prepare(workers: int) -> None:
    """Make the data folder and bring the database up to date."""
    import django

    try:
        django.setup()
    except OSError as error:
        raise NotFound("cli.no-home", file=error.filename or "", reason=error.strerror or "") from error
    from django.core.management import call_command
    from django.db import connection, connections
    from django.db.utils import OperationalError

    if workers > 1 and connection.vendor != "postgresql":
        raise InvalidInput("cli.workers-need-postgresql")
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        raise InvalidInput("cli.no-database", reason=str(error)) from error
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


def _run(listener: socket.socket, given: Namespace, screen: Screen, first: tuple[str, Mapping[str, int]]) -> None:
    """`first`: what a new installation is told of, the way to the administrator and the demo."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        APPLICATION, workers=given.workers, log_level="warning", access_log=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )  # fmt: skip
    if given.workers == 1:
        config.load()  # the site is there before its address is; a loaded one cannot be handed to workers
    address = address_of(listener)
    offered, demo = first
    screen.say("serving", address=address)
    if demo:
        screen.say("demo.made", **demo)
    if offered:
        screen.say("setup", address=f"{address}{screen.language}/account/first/{offered}/")
    screen.out.flush()
    if given.workers == 1:
        uvicorn.Server(config).run([listener])
    else:
        Multiprocess(config, [listener]).run()


def address_of(listener: socket.socket) -> str:
    """What a person types into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
