"""Grant an account a role of a body for a time, or end it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Conflict, Forbidden
from fokozat.office.facts import find_body
from fokozat.office.journal import Change, write
from fokozat.office.live import announce, rights_topic
from fokozat.office.models import Account, Body, Role
from fokozat.office.rights import Actor, require, table
from fokozat.office.wishes import Wish

_UNGRANTED = ("player", "anyone")  # everyone is that without a grant
_HIGHEST = "administrator"


def grant_role(actor: Actor, account: Account, given: Mapping[str, Any]) -> Role:
    """Keep the role; nobody grants more than the own rights reach, and only administrators make administrators."""
    body = find_body(given["body"], "body") if given.get("body") else None
    wish = Wish(given)
    name = wish.choice("role", [role for role in table()["roles"] if role not in _UNGRANTED])
    if given.get("role") in (None, ""):
        wish.fault("role", "missing")
    begins, ends = wish.period()
    _require(actor, name, body)
    wish.refuse_faults()
    role = Role(account=account, role=name, body=body, begins=begins, ends=ends)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        _refuse_doubled(role)
        role.save()
        write(actor.name, Change("grant", "role", str(account.uid), None, _facts(role)), body)
        announce(rights_topic(account.uid))
    return role


def end_role(actor: Actor, role: Role, on: date) -> Role:
    """The role holds until this day."""
    _require(actor, role.role, role.body)
    with transaction.atomic():
        role = Role.objects.select_for_update(of=("self",)).select_related("account", "body").get(pk=role.pk)
        before = _facts(role)
        role.ends = on
        role.save(update_fields=("ends",))
        write(actor.name, Change("end", "role", str(role.account.uid), before, _facts(role)), role.body)
        announce(rights_topic(role.account.uid))
    return role


def _require(actor: Actor, role: str, body: Body | None) -> None:
    require(actor, "grant", "role", body)
    administrates = actor.is_operator or (_HIGHEST, None) in actor.roles
    if role == _HIGHEST and not administrates:
        raise Forbidden("office.no-right", "", verb="grant", kind=_HIGHEST)


def _refuse_doubled(role: Role) -> None:
    """Of two periods of one role that overlap, ending one would leave the other unnoticed."""
    for kept in Role.objects.filter(account=role.account, role=role.role, body=role.body):
        before = kept.ends and role.begins and kept.ends < role.begins
        after = kept.begins and role.ends and role.ends < kept.begins
        if not (before or after):
            raise Conflict("office.has-role")


def _facts(role: Role) -> dict[str, Any]:
    days = {"begins": role.begins, "ends": role.ends}
    body = str(role.body.uid) if role.body else None
    return {"role": role.role, "body": body, **{k: v.isoformat() if v else None for k, v in days.items()}}
