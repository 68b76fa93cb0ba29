"""Open an account, and note in the journal what its owner changes about it. A sign-in leaves no trace."""

from typing import Any

from django.db import transaction

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import Forbidden
from fokozat.office.journal import Change, write
from fokozat.office.live import announce, rights_topic
from fokozat.office.models import Account
from fokozat.office.rights import Actor
from fokozat.office.wishes import Wish

NOTED = ("change-password", "reset-password", "confirm-address", "start-second-factor", "end-second-factor")


def open_account(account: Account) -> Account:
    """Keep a new account that nobody has confirmed yet; it may do nothing but claim a card."""
    with transaction.atomic():
        account.save()
        uid = str(account.uid)
        write(uid, Change("open-account", "account", uid, None, {"language": account.language}))
    return account


def note_account(account: Account, verb: str) -> None:
    """What an owner did with the keys of the own account; the journal says that, never the keys."""
    if verb in NOTED:
        with transaction.atomic():
            write(str(account.uid), Change(verb, "account", str(account.uid)))
            announce(rights_topic(account.uid))  # a new password ends the other sessions


def note_signed_out(key: str) -> None:
    """A session of the account with this key is over: there nobody is told any more what was open to the account."""
    account = Account.objects.filter(pk=key).first()
    if account:
        with transaction.atomic():
            announce(rights_topic(account.uid))


def choose_language(actor: Actor, given: dict[str, Any]) -> str:
    """In which language letters to this account are written."""
    if actor.account is None:
        raise Forbidden("office.no-right", "", verb="change", kind="account")
    wish = Wish(given)
    language = wish.choice("language", LANGUAGES)
    if not given.get("language"):
        wish.fault("language", "missing")
    wish.refuse_faults()
    with transaction.atomic():
        before = {"language": actor.account.language}
        actor.account.language = language
        actor.account.save(update_fields=("language",))
        uid = str(actor.account.uid)
        write(actor.name, Change("choose-language", "account", uid, before, {"language": language}))
    return language
