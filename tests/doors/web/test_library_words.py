"""What Django and allauth say by themselves is said in the reader's language: their catalogues have it, or we do."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account import forms as keys
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ValidationError
from django.utils.translation import override

from fokozat.office.models import Account
from fokozat.web.account.adapter import Adapter, SecondFactor

FORMS = (
    keys.LoginForm, keys.SignupForm, keys.ChangePasswordForm, keys.ResetPasswordForm, keys.ResetPasswordKeyForm,
    keys.ReauthenticateForm, AuthenticateForm, ActivateTOTPForm,
)  # fmt: skip


def said_by_validators(language: str) -> Iterator[tuple[str, str]]:
    """The complaint of every validator of passwords."""
    for validator in get_default_password_validators():
        for password in ("1234567", "password", "12345678901", "anna@example.org"):
            with override(language):
                try:
                    validator.validate(password, Account(email="anna@example.org"))
                except ValidationError as error:
                    yield f"{type(validator).__name__} {password}", " ".join(error.messages)


def said_by_forms(language: str) -> Iterator[tuple[str, str]]:
    """The complaints of every field of the forms that our pages show."""
    for form in FORMS:
        fields: dict[str, Any] = {**form.base_fields, **getattr(form, "declared_fields", {})}
        for name, field in fields.items():
            for key, text in field.error_messages.items():
                with override(language):
                    yield f"{form.__name__} {name} {key}", str(text)


def said_by_adapters(language: str) -> Iterator[tuple[str, str]]:
    for adapter in (Adapter, SecondFactor):
        for key, text in adapter.error_messages.items():
            with override(language):
                yield f"{adapter.__name__} {key}", str(text)


@pytest.mark.parametrize("language", ["hu", "et"])
@pytest.mark.parametrize("told", [said_by_validators, said_by_forms, said_by_adapters])
def test_libraries_speak_the_language(told: Any, language: str) -> None:
    english, spoken = dict(told("en")), dict(told(language))
    assert english
    assert {name: spoken[name] for name, text in english.items() if spoken[name] == text} == {}
