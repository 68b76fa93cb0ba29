"""What a browser asks of `/events/`, read and judged as Django does; who it is and what it may see."""

import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import BadRequest, DisallowedHost, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from fokozat.kernel.errors import NotFound
from fokozat.kernel.words import LANGUAGES
from fokozat.office.live import rights_topic
from fokozat.office.rights import VISITOR, Actor
from fokozat.site.live.hub import Frame
from fokozat.web.actors import actor_of_request
from fokozat.web.live_topics import may_see, rendered

MOST_TOPICS = 20
_TOPIC = re.compile(r"[a-z][a-z-]{0,30}(?:/[0-9a-zA-Z-]{1,60})?")
_SEEN = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18}){0,40}")
_LOG = logging.getLogger("fokozat.rights")

Scope = Mapping[str, Any]


class Refused(Exception):
    """The question is not answered; the status says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True)
class Asked:
    """Topics in the order of the address, with the versions that were seen; the session, unread; where from."""

    topics: tuple[str, ...]
    seen: tuple[int, ...]
    language: str
    session: str
    address: str
    tag: str


@dataclass(frozen=True)
class Allowed:
    """Whose session it is, and which of the topics are open; `closed`: those that are not open to everybody."""

    account: str = ""
    topics: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()

    @property
    def calls(self) -> frozenset[str]:
        return frozenset((rights_topic(self.account),)) if self.account else frozenset()


def read(scope: Scope) -> Asked:
    """The question, or why there is none. The database is not asked."""
    if scope["method"] != "GET":
        raise Refused(405)
    request = ASGIRequest(dict(scope), BytesIO())
    try:
        host = request.get_host()
        given, cookies = request.GET, request.COOKIES
    except (DisallowedHost, BadRequest, SuspiciousOperation, ValueError):
        raise Refused(400) from None
    if request.headers.get("Sec-Fetch-Site") == "cross-site" or not _from_here(request, host):
        raise Refused(403)
    topics = tuple(dict.fromkeys(given.getlist("topic")))
    if not 1 <= len(topics) <= MOST_TOPICS or not all(_TOPIC.fullmatch(each) for each in topics):
        raise Refused(400)
    language = given.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise Refused(400)
    seen = _seen(request.headers.get("Last-Event-ID") or given.get("since", ""), len(topics))
    tag = request.headers.get("If-None-Match", "")
    return Asked(topics, seen, language, cookies.get(settings.SESSION_COOKIE_NAME, ""), _address(request), tag)


def allowed(session: str, topics: Collection[str]) -> Allowed:
    """Ask the table of rights for each topic. Runs in a thread."""
    actor = _actor(session)
    seen = frozenset(topic for topic in topics if _may_see(actor, topic))
    closed = frozenset(topic for topic in seen if not _may_see(VISITOR, topic)) if actor is not VISITOR else frozenset()
    if len(seen) < len(set(topics)):
        roles = sorted({role for role, _ in actor.roles})
        _LOG.info("GET events closed to %s", " ".join(roles) or "visitor")
    return Allowed("" if actor.account is None else str(actor.account.uid), seen, closed)


def frame(topic: str, language: str) -> Frame:
    """The topic as it is sent. Runs in a thread."""
    version, html = rendered(topic, language)
    if html is None:
        return Frame(version, None)
    told = {"topic": topic, "version": version, "html": html}
    return Frame(version, json.dumps(told, ensure_ascii=False).encode())


def _may_see(actor: Actor, topic: str) -> bool:
    try:
        return may_see(actor, topic)
    except NotFound:
        return False


def _actor(session: str) -> Actor:
    """Whose session it is, asked as for a page: it has not ended, and the password is still that of then."""
    if not session:
        return VISITOR
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session)
    request.user = cast(Any, get_user(request))
    return actor_of_request(request)


def _from_here(request: HttpRequest, host: str) -> bool:
    """No page of another site may ask in a reader's name."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin)[:2] == (request.scheme, host)


def _seen(text: str, count: int) -> tuple[int, ...]:
    """The versions by their places; what does not fit was never seen."""
    versions = tuple(map(int, text.split("."))) if _SEEN.fullmatch(text) else ()
    return versions if len(versions) == count else (0,) * count


def _address(request: HttpRequest) -> str:
    """Who is connected; behind our own proxy the one whom it names."""
    proxies: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    named = [each.strip() for each in request.headers.get("X-Forwarded-For", "").split(",") if each.strip()]
    return named[-proxies] if 0 < proxies <= len(named) else str(request.META.get("REMOTE_ADDR", ""))
