"""What allauth asks of us: our words in its letters and faults, and our journal beneath its doings."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import lazy

from fokozat.kernel.words import Words
from fokozat.office.actions.open_account import open_account
from fokozat.office.models import Account
from fokozat.web.templatetags.words import language

FAULTS = (
    "account_inactive", "email_password_mismatch", "email_taken", "enter_current_password", "incorrect_code",
    "incorrect_password", "invalid_login", "invalid_or_expired_key", "invalid_password_reset", "rate_limited",
    "too_many_login_attempts", "unverified_primary_email",
)  # fmt: skip
CODE_FAULTS = ("incorrect_code", "unverified_email")
# what a letter's template may put in, under one name
_LINKS = ("activate_url", "password_reset_url", "signup_url")


def _said(name: str) -> str:
    return Words.of("web").say(name, language())


_later = lazy(_said, str)


def _faults(names: tuple[str, ...]) -> dict[str, Any]:
    """Worded when they are shown, in the language of the page."""
    return {name: _later(f"account.fault-{name.replace('_', '-')}") for name in names}


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts with an e-mail address and a password."""

    error_messages = {**DefaultAccountAdapter.error_messages, **_faults(FAULTS)}  # noqa: RUF012

    def save_user(self, request: HttpRequest, user: Account, form: Any, commit: bool = True) -> Account:
        """A sign-up is an action like any other."""
        account: Account = super().save_user(request, user, form, commit=False)
        account.email = account.email.strip().lower()
        account.language = language()
        return open_account(account) if commit else account

    def render_mail(
        self, template_prefix: str, email: str | list[str], context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """A letter in the language of the address from which it was asked for, in plain text."""
        name = "letter." + template_prefix.rpartition("/")[2].replace("_", "-")
        link = next((str(context[key]) for key in _LINKS if context.get(key)), "")
        if name == "letter.account-already-exists":
            link = self.request.build_absolute_uri(reverse("account_reset_password"))
        words, spoken = Words.of("web"), language()
        subject = words.say(f"{name}.subject", spoken)
        site = f"{self.request.scheme}://{self.request.get_host()}/{spoken}/"
        body = words.say(f"{name}.body", spoken, link=link, site=site)
        to = [email] if isinstance(email, str) else email
        return EmailMessage(subject, f"{body}\n\n-- \nFokozat, {site}\n", self.get_from_email(), to, headers=headers)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *_more: Any, **_fields: Any
    ) -> None:
        """Only what a person would not see otherwise is worth a notice."""
        name = "notice." + (message_template or "").rpartition("/")[2].removesuffix(".txt").replace("_", "-")
        if Words.of("web").has("say", name):
            messages.add_message(request, level, _said(name))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 - allauth hands it on
        return reverse("own-account")


class SecondFactor(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """A code from a telephone, or a recovery code."""

    error_messages = {**DefaultMFAAdapter.error_messages, **_faults(CODE_FAULTS)}  # noqa: RUF012
