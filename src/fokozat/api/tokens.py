"""Who asks: the account of a token, or a visitor. The API knows no cookies, so no page can ask in a reader's name."""

from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from fokozat.api.problems import Refused
from fokozat.kernel.errors import Fault, Forbidden
from fokozat.office.actions.make_token import digest_of_secret
from fokozat.office.models import Token
from fokozat.office.rights import VISITOR, Actor, actor_of
from fokozat.office.unkept import why_unkept

READ = "read"
_NOTED_EVERY = timedelta(minutes=1)
_LONGEST = 200
_REALM = 'Bearer realm="fokozat"'


def reader(request: HttpRequest) -> Actor:
    """Who reads. Without a token, or with one that is not for reading, that is what everyone may see."""
    token = _token(request)
    return _actor(token) if token is not None and READ in token.scopes else VISITOR


def writer(request: HttpRequest, scope: str) -> Actor:
    """Who changes something; needs a token made for it."""
    token = _token(request)
    if token is None:
        raise _unknown("api.token-missing", _REALM)
    if scope not in token.scopes:
        raise Forbidden("api.no-scope", "", "header.Authorization", scope=scope)
    return _actor(token)


def _actor(token: Token) -> Actor:
    return actor_of(token.account, timezone.localdate())


def _token(request: HttpRequest) -> Token | None:
    """The living token of the request; one that opens nothing is told, never taken for a visitor's."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    kind, _, secret = header.partition(" ")
    now = timezone.now()
    token = _living(secret.strip(), now) if kind.lower() == "bearer" else None
    if token is None:
        raise _unknown("api.token-unknown", f'{_REALM}, error="invalid_token"')
    if token.used_at is None or token.used_at <= now - _NOTED_EVERY:
        _note_use(token, now)
    return token


def _note_use(token: Token, now: datetime) -> None:
    """Where nothing can be kept, reading goes on all the same."""
    try:
        with transaction.atomic():
            Token.objects.filter(pk=token.pk).update(used_at=now)
    except DatabaseError as error:
        if not why_unkept(error):
            raise


def _living(secret: str, now: datetime) -> Token | None:
    if not secret.isascii() or len(secret) > _LONGEST:
        return None
    open_still = Q(ends_at=None) | Q(ends_at__gt=now)
    tokens = Token.objects.select_related("account").filter(open_still, account__is_active=True)
    return tokens.filter(digest=digest_of_secret(secret)).first()


def _unknown(key: str, challenge: str) -> Refused:
    return Refused(401, (Fault(key, "header.Authorization"),), {"WWW-Authenticate": challenge})
