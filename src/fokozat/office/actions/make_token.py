"""Make a key to the API, shown once and kept as a digest; or take it back."""

import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone

from fokozat.kernel.errors import Forbidden
from fokozat.office.journal import Change, write
from fokozat.office.models import Token
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish

SCOPES = ("read", "people", "bodies")
_PREFIX = "fok_"


def make_token(actor: Actor, given: Mapping[str, Any]) -> tuple[Token, str]:
    """The token and its secret, which nobody can show again."""
    require(actor, "make", "token")
    if actor.account is None:
        raise Forbidden("office.no-right", "", verb="make", kind="token")
    wish = Wish(given)
    name = wish.text("name", 60, required=True)
    scopes = wish.several("scopes", SCOPES, SCOPES[0])
    ends = wish.day("ends")
    wish.refuse_faults()
    secret = _PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = Token.objects.create(
            account=actor.account,
            name=name,
            digest=digest_of_secret(secret),
            scopes=scopes,
            ends_at=_end_of(ends) if ends else None,
        )
        write(actor.name, Change("make", "token", str(token.uid), None, {"scopes": token.scopes}))
    return token, secret


def revoke_token(actor: Actor, token: Token) -> None:
    """The key opens nothing any more; whoever made it and administrators may."""
    if actor.account != token.account:
        require(actor, "grant", "role")
    with transaction.atomic():
        token.ends_at = timezone.now()
        token.save(update_fields=("ends_at",))
        write(actor.name, Change("revoke", "token", str(token.uid), None, {"revoked": True}))


def _end_of(day: date) -> datetime:
    """It still opens on its last day."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


def digest_of_secret(secret: str) -> str:
    """How a secret is kept: it has 256 random bits, so one digest is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
