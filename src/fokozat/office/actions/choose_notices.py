"""The owner of an account says which letters may come about the own card."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Forbidden
from fokozat.office.journal import Change, write
from fokozat.office.models import Account
from fokozat.office.notices import NOTICES
from fokozat.office.rights import Actor
from fokozat.office.wishes import Wish


def choose_notices(actor: Actor, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Keep the kinds that were ticked; letters about passwords and the second factor always come."""
    if actor.account is None:
        raise Forbidden("office.no-right", "", verb="change", kind="account")
    wish = Wish(given)
    wanted = wish.several("notices", NOTICES)
    wish.refuse_faults()
    refused = [each for each in NOTICES if each not in wanted]
    with transaction.atomic():
        account = Account.objects.select_for_update().get(pk=actor.account.pk)
        before, account.refused_notices = {"refused_notices": account.refused_notices}, refused
        account.save(update_fields=("refused_notices",))
        change = Change("choose-notices", "account", str(account.uid), before, {"refused_notices": refused})
        write(actor.name, change)
    return tuple(wanted)
