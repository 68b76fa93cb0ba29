"""Carries what allauth did with the keys of an account into the journal."""

from typing import Any

from allauth.account.signals import email_confirmed, password_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete

from fokozat.office.actions.open_account import note_account, note_signed_out


def listen() -> None:
    """Called once, when the pages are ready."""
    _on(password_changed, "change-password")
    _on(password_reset, "reset-password")
    _on(authenticator_added, "start-second-factor")
    _on(authenticator_removed, "end-second-factor")
    post_delete.connect(_session_gone, sender=Session, dispatch_uid="fokozat-session-gone")
    email_confirmed.connect(_confirmed, dispatch_uid="fokozat-confirm-address")


def _on(signal: Any, verb: str) -> None:
    def noted(user: Any, **_more: Any) -> None:
        note_account(user, verb)

    signal.connect(noted, weak=False, dispatch_uid=f"fokozat-{verb}")


def _confirmed(email_address: Any, **_more: Any) -> None:
    note_account(email_address.user, "confirm-address")


def _session_gone(instance: Session, **_more: Any) -> None:
    """Django's own signal of a sign-out comes while the session still opens; this one when it does not any more."""
    account = instance.get_decoded().get(SESSION_KEY)
    if account is not None:
        note_signed_out(account)
