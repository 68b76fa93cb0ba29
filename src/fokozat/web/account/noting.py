"""Carries what allauth did with the keys of an account into the journal."""

from typing import Any

from allauth.account.signals import email_confirmed, password_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth.signals import user_logged_out

from fokozat.office.actions.open_account import note_account, note_signed_out


def listen() -> None:
    """Called once, when the pages are ready."""
    _on(password_changed, "change-password")
    _on(password_reset, "reset-password")
    _on(authenticator_added, "start-second-factor")
    _on(authenticator_removed, "end-second-factor")
    user_logged_out.connect(_signed_out, dispatch_uid="fokozat-signed-out")
    email_confirmed.connect(_confirmed, dispatch_uid="fokozat-confirm-address")


def _on(signal: Any, verb: str) -> None:
    def noted(user: Any, **_more: Any) -> None:
        note_account(user, verb)

    signal.connect(noted, weak=False, dispatch_uid=f"fokozat-{verb}")


def _confirmed(email_address: Any, **_more: Any) -> None:
    note_account(email_address.user, "confirm-address")


def _signed_out(user: Any, **_more: Any) -> None:
    """Without a user nobody was signed in."""
    if user is not None:
        note_signed_out(user)
