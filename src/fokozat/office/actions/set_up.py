"""The first administrator: a link for who started the server, valid a day and once, and the account behind it."""

import secrets
from datetime import UTC, date, datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q, QuerySet

from fokozat.kernel.errors import NotFound
from fokozat.office.actions.make_token import digest_of_secret
from fokozat.office.journal import Change, write
from fokozat.office.models import Account, Role
from fokozat.office.models.accounts import SetupLink
from fokozat.office.rights import OPERATOR

VALID = timedelta(hours=24)
_BYTES = 32
_ROLE = "administrator"


def offer_setup(now: datetime) -> str | None:
    """The secret of a new link, which ends every older one; nothing where there is an administrator."""
    with transaction.atomic():
        SetupLink.objects.filter(used_at=None).delete()
        if has_administrator(now.date()):
            return None
        secret = secrets.token_urlsafe(_BYTES)
        SetupLink.objects.create(digest=digest_of_secret(secret), made_at=now, ends_at=now + VALID)
        write(OPERATOR, Change("offer", "setup", _ROLE))
    return secret


def is_offered(secret: str, now: datetime) -> bool:
    """Whether the link still opens."""
    return _open_links(now).filter(digest=digest_of_secret(secret)).exists() and not has_administrator(now.date())


def set_up(secret: str, email: str, password: str, language: str = "") -> Account:
    """Make the administrator. Of two who open the link at once one gets through, and nobody later.

    Whoever holds the machine may also take an account that is there already: its password is set anew.
    """
    now = datetime.now(UTC)
    with transaction.atomic():
        link = _open_links(now).select_for_update().filter(digest=digest_of_secret(secret)).first()
        if link is None or has_administrator(now.date()):
            raise NotFound("office.no-setup")
        link.used_at = now
        link.save(update_fields=("used_at",))
        account = _account(email.strip().lower())
        account.set_password(password)
        account.is_active, account.language = True, language or account.language
        account.save()
        _confirm_address(account)
        Role.objects.create(account=account, role=_ROLE, body=None)
        write(OPERATOR, Change("grant", "role", str(account.uid), None, {"role": _ROLE, "body": None}))
    return account


def has_administrator(day: date) -> bool:
    """Whether somebody can sign in who administrates the installation."""
    on_day = (Q(begins=None) | Q(begins__lte=day)) & (Q(ends=None) | Q(ends__gte=day))
    return Role.objects.filter(on_day, role=_ROLE, body=None, account__is_active=True).exists()


def _open_links(now: datetime) -> QuerySet[SetupLink]:
    return SetupLink.objects.filter(used_at=None, ends_at__gt=now)


def _account(email: str) -> Account:
    return Account.objects.select_for_update().filter(email=email).first() or Account(email=email)


def _confirm_address(account: Account) -> None:
    """Who holds the machine needs no letter to prove an address."""
    EmailAddress.objects.filter(email=account.email).exclude(user=account).delete()
    EmailAddress.objects.update_or_create(
        user=account, email=account.email, defaults={"verified": True, "primary": True}
    )
