"""Who asks for a page: the account that is signed in, with its roles of today."""

from typing import cast

from django.http import HttpRequest
from django.utils import timezone

from fokozat.office.models import Account
from fokozat.office.rights import VISITOR, Actor, actor_of

_KEPT = "fokozat_actor"


def actor_of_request(request: HttpRequest) -> Actor:
    """Asked once a request; a visitor costs no question to the database."""
    kept = getattr(request, _KEPT, None)
    if kept is None:
        user = getattr(request, "user", None)
        signed_in = user is not None and user.is_authenticated
        kept = actor_of(cast(Account, user), timezone.localdate()) if signed_in else VISITOR
        setattr(request, _KEPT, kept)
    return cast(Actor, kept)


def roles_known(request: HttpRequest) -> str:
    """Who asked, by roles only, and only where somebody had to find out: a log asks the database nothing."""
    kept = getattr(request, _KEPT, None)
    return " ".join(sorted({role for role, _ in kept.roles})) or "visitor" if kept else "unasked"
