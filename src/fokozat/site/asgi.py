"""The one callable that a server runs: `uvicorn fokozat.site.asgi:application`.

Under `/events/` the event loop itself pushes what happens (`site/live/`); everything else is Django on threads that
live as long as the process, so that database connections survive between requests (under Django's own ASGI every
request would open a new one).
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fokozat.site.settings")

from django.core.wsgi import get_wsgi_application

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 8
PUSHED = "/events/"

pages = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS)


def _events() -> Any:
    """Django is set up only now that its pages are there."""
    from fokozat.site.live.stream import Events

    return Events()


events = _events()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Every connection comes in here."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"].startswith(PUSHED):
        await events(scope, receive, send)
    else:
        await pages(cast(Any, scope), cast(Any, receive), cast(Any, send))


async def live(receive: Receive, send: Send) -> None:
    """Answer the server's start and stop; the threads end with it."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            events.end_with_the_server()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await events.stop()
            pages.executor.shutdown(wait=True, cancel_futures=True)
            await send({"type": "lifespan.shutdown.complete"})
            return
