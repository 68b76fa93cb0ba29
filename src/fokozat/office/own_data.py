"""Everything that is kept about an account's owner, as plain values to see and to take away."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q

from fokozat.office.facts import person_facts
from fokozat.office.models import (
    Account,
    BirthDate,
    Claim,
    Consent,
    Contact,
    FormerName,
    Membership,
    Number,
    Person,
    Record,
    Role,
    Token,
)
from fokozat.office.models.accounts import Report


def own_data(account: Account) -> dict[str, Any]:
    """The account and, where it is confirmed, the card. No secret stands in it: only digests are kept of those."""
    card = account.person
    return {
        "fokozat": "own-data/1",
        "account": _account(account),
        "claims": _rows(Claim.objects.filter(account=account).order_by("pk"), "person__uid state asked_at decided_at"),
        "reports": _rows(Report.objects.filter(account=account).order_by("pk"), "text state told_at settled_at"),
        "card": _card(card) if card else None,
        "journal": _journal(account, card),
    }


def _account(account: Account) -> dict[str, Any]:
    owned = Role.objects.filter(account=account).order_by("pk")
    tokens = Token.objects.filter(account=account).order_by("pk")
    return {
        "uid": str(account.uid),
        "email": account.email,
        "language": account.language,
        "refused_notices": account.refused_notices,
        "joined_at": _plain(account.joined_at),
        "last_login": _plain(account.last_login),
        "addresses": _rows(EmailAddress.objects.filter(user=account).order_by("pk"), "email verified primary"),
        "second_factors": _rows(Authenticator.objects.filter(user=account), "type created_at last_used_at"),
        "roles": _rows(owned, "role body__uid body__name begins ends"),
        "tokens": _rows(tokens, "uid name scopes made_at used_at ends_at"),
    }


def _card(card: Person) -> dict[str, Any]:
    """Also of the cards that were merged into it: they are the same person."""
    cards = [card, *card.merged_from.order_by("pk")]
    return {
        **person_facts(card),
        "keeper_name": card.keeper.name,
        "merged": [person_facts(other) for other in cards[1:]],
        "former_names": _rows(FormerName.objects.filter(person__in=cards).order_by("pk"), "family given until"),
        "numbers": _rows(Number.objects.filter(person__in=cards).order_by("pk"), "scheme value begins ends"),
        "memberships": _rows(Membership.objects.filter(person__in=cards).order_by("pk"), "body__name kind year"),
        **private_facts(cards),
    }


def private_facts(cards: list[Person]) -> dict[str, Any]:
    """What only few may see of the cards of one person."""
    return {
        "birth_date": _rows(BirthDate.objects.filter(person__in=cards), "born"),
        "contact": _rows(Contact.objects.filter(person__in=cards), "email phone address"),
        "consents": _rows(Consent.objects.filter(person__in=cards).order_by("pk"), "given_by on withdrawn_on"),
    }


def _journal(account: Account, card: Person | None) -> list[dict[str, Any]]:
    """What was done to the account and the card, and what before and after is still kept."""
    about = Q(kind__in=("account", "role"), subject=str(account.uid))
    if card:
        about |= Q(kind="person", subject__in=[str(each.uid) for each in (card, *card.merged_from.all())])
    records = Record.objects.filter(about).order_by("at", "pk")
    return _rows(records, "at verb kind subject detail__before detail__after")


def _rows(rows: Any, names: str) -> list[dict[str, Any]]:
    """The named columns; what stands in another table goes by the name of that table."""
    return [
        {name.replace("__", "_"): _plain(value) for name, value in row.items()} for row in rows.values(*names.split())
    ]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str | list | dict):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
