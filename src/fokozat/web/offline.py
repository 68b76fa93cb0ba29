"""For the time without a network: one page in each language, and the browser's worker that keeps it.

The worker (`frontend/src/offline-worker.ts`) runs only where the browser allows it: under TLS, or on this machine.
It asks for the page without cookies, so what it keeps is nobody's; a new release has a new stamp and a new store.
"""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from fokozat.web import troubles

# what the page is drawn with; the other scripts and letters can wait for the network
FILES = ("app.css", "theme.js", "fokozat.svg", "fonts/inter-latin-wght-normal.woff2")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a browser shows when it reaches nobody; asked for while it still does."""
    return troubles.trouble(request, "offline", 200)


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """At the top of the site, for a worker answers only for what stands below it; never kept by a cache."""
    kept = {"stamp": settings.STATIC_STAMP, "pages": _pages(), "files": [static(f"dist/{name}") for name in FILES]}
    told = f"self.KEPT={json.dumps(kept)};\n{_script()}"
    return HttpResponse(told, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


def _pages() -> dict[str, str]:
    pages = {}
    for code, _ in settings.LANGUAGES:
        with override(code):
            pages[code] = reverse("offline")
    return pages


@cache
def _script() -> str:
    return Path(str(finders.find("dist/offline-worker.js"))).read_text(encoding="utf-8")
