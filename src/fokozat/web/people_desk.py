"""What the office's pages share: who asks, what the one may do where, and how facts are called and written."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from fokozat.kernel import figures
from fokozat.kernel.errors import Forbidden, NotFound
from fokozat.kernel.words import Words, day, plain
from fokozat.office import columns
from fokozat.office.facts import find_body, find_person
from fokozat.office.models import Body, Person
from fokozat.office.queries import bodies_within
from fokozat.office.rights import Actor, verbs
from fokozat.web.actors import actor_of_request
from fokozat.web.templatetags.words import language

# The desks of the office: the address, the right that opens it; the address is also the name of its words.
DESKS = (
    ("claims", "decide", "claim"),
    ("consents", "see", "consent"),
    ("duplicates", "merge", "person"),
    ("imports", "import", "person"),
    ("journal", "see", "journal"),
    ("roles", "see", "role"),
    ("mail", "try", "mail"),
    ("backups", "see", "backup"),
    ("works", "see", "work"),
)
_LONGEST_SHOWN = 200

Answer = TypeVar("Answer", bound=HttpResponseBase)


def office_page(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """What is not there and what is not allowed have pages of their own."""

    @wraps(view)
    def asked(request: HttpRequest, *args: object, **kwargs: object) -> Answer:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404 from error
        except Forbidden as error:
            raise PermissionDenied from error

    return asked


def has_desk(actor: Actor) -> bool:
    """Whether anything in the office is open to the actor."""
    return any(holds(actor, verb, kind) for _, verb, kind in DESKS)


def today() -> date:
    return datetime.now(UTC).date()


def asking(request: HttpRequest) -> Actor:
    """Who asks, with the roles of this day."""
    return actor_of_request(request)


def holds(actor: Actor, verb: str, kind: str) -> bool:
    """Whether the actor may do this anywhere, so that a page about it makes sense."""
    return actor.is_operator or any(role in _roles(verb, kind) for role, _ in actor.roles)


def require_somewhere(actor: Actor, verb: str, kind: str) -> None:
    if not holds(actor, verb, kind):
        raise Forbidden("office.no-right", "", verb=verb, kind=kind)


def reaches_everywhere(actor: Actor, verb: str, kind: str) -> bool:
    """Whether the right holds for the whole installation."""
    return actor.is_operator or any(body is None and role in _roles(verb, kind) for role, body in actor.roles)


def bodies_of(actor: Actor, verb: str, kind: str) -> QuerySet[Body]:
    """The bodies in which the actor may do this, in the reader's order."""
    found = Body.objects.select_related("parent").order_by(f"name_sort_{language()}", "pk")
    if reaches_everywhere(actor, verb, kind):
        return found
    keys = {key for role, key in actor.roles if key and role in _roles(verb, kind)}
    within = {each for body in Body.objects.filter(pk__in=keys) for each in bodies_within(body)}
    return found.filter(pk__in=within)


def open_bodies(actor: Actor, verb: str, kind: str) -> tuple[tuple[str, str], ...]:
    """Those of them that still live, to choose from."""
    return tuple((str(each.uid), each.name) for each in bodies_of(actor, verb, kind).filter(closed_on=None))


def card_of(uid: object) -> Person:
    """The person of a uid with what its page asks for."""
    return find_person(uid)


def body_of(uid: object) -> Body:
    return find_body(uid)


def say(name: str, /, **fields: object) -> str:
    return Words.of("web").say(name, language(), **fields)


def label(name: str) -> str:
    """What a fact is called: the office's own word, else that of the sheets, else its key."""
    if Words.of("web").has("say", f"fact.{name}"):
        return say(f"fact.{name}")
    return columns.head_of(name, language()) if name in columns.table()["column"] else name


def choices(name: str, values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The values of a closed list with their words; the empty one is the one nobody chose."""
    return tuple((value, value_word(name, value)) for value in values)


def value_word(name: str, value: str) -> str:
    """The word for a value of a closed list."""
    if value == "":
        return say("office.unsaid")
    key = f"{name}.{value}"
    if Words.of("web").has("say", key):
        return say(key)
    return columns.write_value(name, value, language())


def shown(name: str, value: Any) -> str:
    """A fact as the language writes it; nothing is a dash."""
    if value is None or value in ("", [], {}):
        return "\N{EN DASH}"
    if isinstance(value, bool) or value in ("on", "off"):
        return plain(value in (True, "on"), language())
    if isinstance(value, str):
        return _day_or_text(name, value)
    if isinstance(value, int):
        return plain(value, language())
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value_word(name, each) for each in value)
    return json.dumps(value, ensure_ascii=False)[:_LONGEST_SHOWN]


def moment(at: datetime) -> str:
    """A day and a time of it; the time is told in UTC."""
    return figures.moment(at.astimezone(UTC), language())


def period(begins: date | None, ends: date | None) -> str:
    """From a day to a day, as far as they are known."""
    match begins, ends:
        case None, None:
            return ""
        case date(), None:
            return say("office.since", day=begins)
        case None, date():
            return say("office.until", day=ends)
    return figures.days(begins, ends, language()) if begins and ends else ""


def _day_or_text(name: str, value: str) -> str:
    if len(value) == len("2012-03-10") and value[:4].isdecimal() and value[4] == "-":
        try:
            return day(date.fromisoformat(value), language())
        except ValueError:
            return value
    return value_word(name, value)


def _roles(verb: str, kind: str) -> set[str]:
    return set(verbs().get(kind, {}).get(verb, ())) - {"player", "anyone"}
