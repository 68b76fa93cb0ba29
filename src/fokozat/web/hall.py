"""A page to show on a screen in the hall: the address of this site, large, and as a QR for telephones."""

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from fokozat.web.frame import page

_QUIET_ZONE = 3


@require_safe
def short(_request: HttpRequest) -> HttpResponseRedirect:
    """Short enough to type; the reader's language comes by itself."""
    response = HttpResponseRedirect(reverse("hall"))
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


@require_safe
def hall(request: HttpRequest) -> HttpResponse:
    """The address under which the reader came, if others can come under it too; else the likeliest."""
    reached = addresses(request)
    context = {
        "unfindable": True,
        "address": reached[0] if reached else "",
        "shown": _shown(reached[0]) if reached else "",
        "others": [{"url": each, "shown": _shown(each)} for each in reached[1:]],
        "picture": picture(reached[0]) if reached else "",
        "plain": bool(reached) and reached[0].startswith("http:"),
    }
    return page(request, "hall.html", context)


def addresses(request: HttpRequest) -> tuple[str, ...]:
    """Those of the hall, the reader's own first; without `--lan` the one that was asked for, unless it is loopback."""
    asked = f"{request.scheme}://{request.get_host()}/"
    if settings.HALL:
        return (asked, *(each for each in settings.HALL if each != asked)) if asked in settings.HALL else settings.HALL
    name = urlsplit(asked).hostname or ""
    return () if name in ("localhost", "::1") or name.startswith("127.") else (asked,)


def picture(address: str) -> str:
    """The QR as SVG without styles of its own."""
    made = segno.make(address, error="m", micro=False).svg_inline(
        border=_QUIET_ZONE, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff"
    )
    return mark_safe(made)  # drawn from an address of our own


def _shown(address: str) -> str:
    """Without what browsers add by themselves."""
    return address.removeprefix("http://").rstrip("/")
