"""The one callable that a server runs: `uvicorn fokozat.site.asgi:application`.

Under `/events/` the event loop itself will push what happens; everything else is Django on threads that live
as long as the process, so that database connections survive between requests (under Django's own ASGI every
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


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Every connection comes in here."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"].startswith(PUSHED):
        await nothing_pushed(send)
    else:
        await pages(cast(Any, scope), cast(Any, receive), cast(Any, send))


async def live(receive: Receive, send: Send) -> None:
    """Answer the server's start and stop; the threads end with it."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            pages.executor.shutdown(wait=True, cancel_futures=True)
            await send({"type": "lifespan.shutdown.complete"})
            return


async def nothing_pushed(send: Send) -> None:
    """So far there is no event to push."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": b"Not Found\n"})
