"""What stands around every page: its navigation, its other languages, and the memory of the language."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import override

from fokozat.kernel.words import Words
from fokozat.office.demo_rows import has_demo
from fokozat.office.keeping import trouble
from fokozat.office.rights import reaches
from fokozat.web.actors import actor_of_request
from fokozat.web.looks import worn
from fokozat.web.people_desk import has_desk
from fokozat.web.templatetags.words import language

Context = Mapping[str, Any]
_RULES = ("multiplier", "regulation")  # they stand under the rules


def page(request: HttpRequest, template: str, context: Context, status: int = 200) -> HttpResponse:
    """A page in the language of its address, which the browser will remember.

    `unfindable` in the context tells the engines of the world to leave it out, in the page and before it.
    """
    worded = {**context, "alternates": {}} if status >= HTTPStatus.BAD_REQUEST else dict(context)
    response = render(request, template, worded, status=status)
    if context.get("unfindable"):
        response.headers["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    spoken = language()
    if _stands_in(request.path) == spoken != request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            spoken,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def frame(request: HttpRequest) -> dict[str, object]:
    """The context that `base.html` expects."""
    return {
        "LANGUAGE_CODE": language(),
        "home": reverse("home"),
        "action": request.path,
        "origin": _origin(request),
        "navigation": _navigation(request),
        "reader": _reader(request),
        "demo": _demo(),
        "reading_only": bool(trouble()),
        "notices": get_messages(request),
        "languages": [_spoken(request, code, native) for code, native in settings.LANGUAGES],
        "look": _look(request),
        "alternates": _alternates(request),
    }


def _look(request: HttpRequest) -> Context:
    """The colours of the body that the page speaks of, or of the federation whose site it is, and its logo."""
    match = request.resolver_match
    own = match.kwargs.get("uid") if match and (match.url_name or "").startswith("body") else None
    try:
        return worn(own if isinstance(own, UUID) else None)
    except DatabaseError:
        return {}  # the page of that trouble has to be shown all the same


def _demo() -> str:
    """The command that removes the demo, where there is one."""
    try:
        return "fokozat demo --remove" if has_demo() else ""
    except DatabaseError:
        return ""  # the page of that trouble has to be shown all the same


def _reader(request: HttpRequest) -> dict[str, object]:
    """Who reads: the way in, or the name and what waits."""
    try:
        actor = actor_of_request(request)
    except DatabaseError:
        return {}  # the page of that trouble has to be shown all the same
    if actor.account is None:
        return {"sign_in": reverse("account_login")}
    card = actor.account.person
    return {
        "name": card.shown_name if card else actor.account.email,
        "own": reverse("own-account"),
        "claims": reverse("claims") if reaches(actor, "decide", "claim") else "",
        "roles": reverse("roles") if reaches(actor, "see", "role") else "",
        "sign_out": reverse("account_logout"),
    }


def _navigation(request: HttpRequest) -> list[dict[str, object]]:
    """What people come for; a page that has no place of its own here stands under one that has."""
    at = request.resolver_match.view_name if request.resolver_match else ""
    say = Words.of("web").say
    places = [(reverse(name), say(f"nav.{name}", language())) for name in ("people", "bodies", "rules")]
    places += [(reverse(name), say(f"{name}.title", language())) for name in _desks(request)]
    under = reverse("rules") if at in _RULES else reverse("bodies") if at == "system-opening" else request.path
    return [{"url": url, "label": label, "current": under.startswith(url)} for url, label in places]


def _desks(request: HttpRequest) -> tuple[str, ...]:
    """The office, for who works there."""
    try:
        return ("office",) if has_desk(actor_of_request(request)) else ()
    except DatabaseError:
        return ()  # the page of that trouble has to be shown all the same


def _spoken(request: HttpRequest, code: str, native: str) -> dict[str, object]:
    current = code == language()
    return {"code": code, "label": code.upper(), "native": native, "url": _in(request, code), "current": current}


def _in(request: HttpRequest, code: str) -> str:
    """This page in another language, with the same question; where there is no page, the first one."""
    url = _page_in(request, code)
    query = request.META.get("QUERY_STRING", "") if url and request.method == "GET" else ""
    with override(code):
        return f"{url}?{query}" if query else url or reverse("home")


def _page_in(request: HttpRequest, code: str) -> str:
    match = request.resolver_match
    if match is None or match.url_name is None or not _stands_in(request.path):
        return ""
    with override(code):
        return reverse(match.view_name, args=match.args, kwargs=match.kwargs)


def _alternates(request: HttpRequest) -> Context:
    """For the engines of the world: the address of this page, the same in each language, and where a reader is asked.

    Without its language an address leads on to that of the reader (`x-default`).
    """
    here, origin = _page_in(request, language()), _origin(request)
    if not here or not origin or request.method not in ("GET", "HEAD"):
        return {}
    pages = [(code, origin + _page_in(request, code)) for code, _ in settings.LANGUAGES]
    return {"canonical": origin + here, "pages": [*pages, ("x-default", origin + here[len(f"/{language()}") :])]}


def _origin(request: HttpRequest) -> str:
    try:
        return f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return ""


def _stands_in(path: str) -> str:
    """The language that an address begins with."""
    first = path.split("/")[1]
    return first if first in dict(settings.LANGUAGES) else ""
