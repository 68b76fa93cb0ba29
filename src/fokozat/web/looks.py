"""A body's colours and logo: the addresses that browsers keep, and what a page wears."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.office.looks import THEMES, dressed, main_federation
from fokozat.office.models import Body
from fokozat.office.models.looks import Logo

FOR_EVER = "public, max-age=31536000, immutable"  # another content has another address
_STAMP = 12
_NOTHING = "default-src 'none'; sandbox"  # a picture asks for nothing, wherever it is opened


@require_safe
def stylesheet(_request: HttpRequest, uid: UUID, stamp: str) -> HttpResponse:
    """The colours of a body as they are now; an older address is gone."""
    body = Body.objects.filter(uid=uid).first()
    if body is None or not body.colours or _stamp(body) != stamp:
        raise Http404
    return HttpResponse(_sheet(body), content_type="text/css; charset=utf-8", headers={"Cache-Control": FOR_EVER})


@require_safe
def logo(_request: HttpRequest, uid: UUID, digest: str) -> HttpResponse:
    """The picture that was drawn here; nothing that somebody sent."""
    kept = Logo.objects.filter(body__uid=uid, digest=digest).first()
    if kept is None:
        raise Http404
    headers = {"Cache-Control": FOR_EVER, "Content-Security-Policy": _NOTHING, "Content-Disposition": "inline"}
    return HttpResponse(bytes(kept.png), content_type="image/png", headers=headers)


def worn(page_of: UUID | None) -> dict[str, Any]:
    """What a page wears: the colours of the body that it speaks of, and else of the main federation; its logo."""
    site = main_federation()
    body = Body.objects.select_related("parent").filter(uid=page_of).first() if page_of else None
    coloured = (dressed(body) if body else None) or site
    sheet = _address(coloured) if coloured and coloured.colours else ""
    return {"sheet": sheet, "federation": site, "logo": logo_of(site) if site else {}}


def logo_of(body: Body) -> dict[str, Any]:
    """Address and size of a logo, if there is one."""
    if not body.logo:
        return {}
    return {"url": reverse("body-logo", args=[body.uid, body.logo["digest"]]), **body.logo}


def _address(body: Body) -> str:
    return reverse("body-colours", args=[body.uid, _stamp(body)])


def _stamp(body: Body) -> str:
    return sha256(_sheet(body).encode()).hexdigest()[:_STAMP]


def _sheet(body: Body) -> str:
    """One line, as tokens.css writes its own: the light value, then the dark one."""
    light, dark = (body.colours[theme] for theme in THEMES)
    return f":root{{--accent:var(--by-day,{light}) var(--by-night,{dark})}}\n"
