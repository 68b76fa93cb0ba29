"""Who may do what: a table as data (`rights.toml`), and the one function that asks it.

An action asks `require(actor, verb, kind, thing)` before it changes anything. A thing says with `standing` which
bodies it stands in and with `bearer` whose card it is; a role of one of those bodies, or of one above, counts.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.db.models import Q

from fokozat.kernel.errors import Forbidden
from fokozat.office.models import Account, Body, Person

INSTALLATION = None  # a role without a body
_OF_ACCOUNTS = ("claim", "token")  # what every account may make, before it has a card


@dataclass(frozen=True)
class Actor:
    """Who acts: an account with its roles on a day, a visitor, or the one who holds the machine."""

    name: str
    account: Account | None = None
    roles: frozenset[tuple[str, int | None]] = field(default=frozenset())

    @property
    def is_operator(self) -> bool:
        return self.name == OPERATOR


OPERATOR = "operator"  # whoever types commands on the machine itself
VISITOR = Actor("visitor")


def operator() -> Actor:
    """Who works on the machine itself may do everything; the journal says that it was done there."""
    return Actor(OPERATOR)


def actor_of(account: Account | None, day: date) -> Actor:
    """The account with the roles it has on a day."""
    if account is None or not account.is_active:
        return VISITOR
    on_day = (Q(begins=None) | Q(begins__lte=day)) & (Q(ends=None) | Q(ends__gte=day))
    roles = account.roles.filter(on_day).values_list("role", "body_id")
    return Actor(str(account.uid), account, frozenset(roles) | {("player", INSTALLATION)})


def may(actor: Actor, verb: str, kind: str, thing: object = None) -> bool:
    """Whether the actor may do this; what the table does not list is refused."""
    allowed = verbs().get(kind, {}).get(verb, ())
    if "anyone" in allowed or actor.is_operator:
        return bool(allowed)
    bodies = {body.pk for body in _standing(thing)} | {INSTALLATION}
    for role, body in actor.roles:
        if role in allowed and body in bodies and (role != "player" or kind in _OF_ACCOUNTS or _is_own(actor, thing)):
            return True
    return False


def require(actor: Actor, verb: str, kind: str, thing: object = None) -> None:
    """Refuse what the actor may not do."""
    if not may(actor, verb, kind, thing):
        raise Forbidden("office.no-right", "", verb=verb, kind=kind)


def reaches(actor: Actor, verb: str, kind: str) -> bool:
    """Whether there can be anything with which the actor may do this: what a route asks before its view is run."""
    allowed = verbs().get(kind, {}).get(verb, ())
    if "anyone" in allowed or actor.is_operator:
        return bool(allowed)
    return any(role in allowed for role, _ in actor.roles)


@cache
def routes() -> Mapping[str, str]:
    """The table of routes: the name of an address and who may reach it."""
    return dict(table()["routes"])


@cache
def closed_on_plain_networks() -> frozenset[str]:
    """The routes that are open over TLS and on the machine itself only."""
    return frozenset(table()["plain"]["closed"])


@cache
def live_topics() -> Mapping[str, str]:
    """The table of live topics: the first word of a topic, the verb and kind that are asked."""
    return dict(table()["live"])


@cache
def verbs() -> Mapping[str, Mapping[str, list[str]]]:
    """The table: kind, verb, roles."""
    return dict(table()["verbs"])


@cache
def table() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "rights.toml").read_text(encoding="utf-8"))


def _standing(thing: object) -> Iterable[Body]:
    """The bodies whose roles count for a thing, from its own upwards."""
    match thing:
        case Body():
            return thing.line_upwards()
        case Person():
            return thing.keeper.line_upwards()
    return ()


def _is_own(actor: Actor, thing: object) -> bool:
    """A player's rights reach as far as the own card."""
    return isinstance(thing, Person) and actor.account is not None and actor.account.person_id == thing.pk
