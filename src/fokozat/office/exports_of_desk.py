"""The office's own work as tables that go out: accounts, claims, reports, merges, imports. No secret stands in them."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from fokozat.office.models import Account, Claim, Import, Person, Token
from fokozat.office.models.accounts import Report
from fokozat.office.models.people import Merge, NotSame

_CHUNK = 2000
ACCOUNTS = ("email", "uid", "language", "active", "joined_at")
TOKENS = ("email", "name", "scopes", "made_at", "used_at", "ends_at")
CLAIMS = ("email", "uid", "family", "given", "state", "asked_at", "decided_at")
REPORTS = ("email", "uid", "family", "given", "text", "state", "told_at", "settled_at")
MERGES = ("uid", "family", "given", "merged", "at", "undone_at")
TOLD_APART = ("uid", "family", "given", "other")
IMPORTS = ("uid", "kind", "body", "file_name", "digest", "made_at", "actor", "undone_at")

Row = Mapping[str, Any]
Within = list[int] | None  # the bodies that are asked for; None: all


def accounts(within: Within) -> Iterator[Row]:
    """Logins: of those who hold a role in the bodies or have a card there."""
    for each in _accounts(within).select_related("person").order_by("pk").iterator(_CHUNK):
        card = str(each.person.uid) if each.person else ""
        kept = {"email": each.email, "uid": card, "language": each.language, "active": each.is_active}
        yield {**kept, "joined_at": _time(each.joined_at)}


def tokens(within: Within) -> Iterator[Row]:
    """Keys to the API, without what opens it."""
    found = Token.objects.filter(account__in=_accounts(within)).select_related("account").order_by("pk")
    for each in found.iterator(_CHUNK):
        times = {name: _time(getattr(each, name)) for name in ("made_at", "used_at", "ends_at")}
        yield {"email": each.account.email, "name": each.name, "scopes": each.scopes, **times}


def claims(within: Within) -> Iterator[Row]:
    found = Claim.objects.filter(_kept(within, "person")).select_related("account", "person").order_by("pk")
    for each in found.iterator(_CHUNK):
        times = {"asked_at": _time(each.asked_at), "decided_at": _time(each.decided_at)}
        yield {"email": each.account.email, **_named(each.person), "state": each.state, **times}


def reports(within: Within) -> Iterator[Row]:
    """What players said is wrong on their cards."""
    found = Report.objects.filter(_kept(within, "person")).select_related("account", "person").order_by("pk")
    for each in found.iterator(_CHUNK):
        times = {"told_at": _time(each.told_at), "settled_at": _time(each.settled_at)}
        yield {"email": each.account.email, **_named(each.person), "text": each.text, "state": each.state, **times}


def merges(within: Within) -> Iterator[Row]:
    """Which uid leads to whom, also where it was undone since."""
    found = Merge.objects.filter(_kept(within, "kept"), kept__erased_at=None).select_related("kept", "merged")
    for each in found.order_by("pk").iterator(_CHUNK):
        times = {"at": _time(each.at), "undone_at": _time(each.undone_at)}
        yield {**_named(each.kept), "merged": str(each.merged.uid), **times}


def told_apart(within: Within) -> Iterator[Row]:
    """Pairs of which somebody said that they are two persons."""
    found = NotSame.objects.filter(_kept(within, "one")).select_related("one", "other").order_by("pk")
    for each in found.iterator(_CHUNK):
        yield {**_named(each.one), "other": str(each.other.uid)}


def imports(within: Within) -> Iterator[Row]:
    """Files that were taken in."""
    found = Import.objects.all() if within is None else Import.objects.filter(body__in=within)
    for each in found.select_related("body").order_by("pk").iterator(_CHUNK):
        times = {"made_at": _time(each.made_at), "undone_at": _time(each.undone_at)}
        what = {"uid": str(each.uid), "kind": each.kind, "body": str(each.body.uid), "file_name": each.file_name}
        yield {**what, "digest": each.digest, "actor": each.actor, **times}


def _accounts(within: Within) -> QuerySet[Account]:
    if within is None:
        return Account.objects.all()
    return Account.objects.filter(Q(roles__body__in=within) | Q(person__keeper__in=within)).distinct()


def _kept(within: Within, card: str) -> Q:
    """Of cards that the bodies keep."""
    return Q() if within is None else Q(**{f"{card}__keeper__in": within})


def _named(card: Person) -> dict[str, str]:
    return {"uid": str(card.uid), "family": card.family, "given": card.given}


def _time(at: datetime | None) -> str:
    return at.isoformat() if at else ""
