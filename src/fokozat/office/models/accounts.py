"""Logins and what they may do: accounts, roles, claims of a card, tokens of the API."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from fokozat.office.models.bodies import Body
from fokozat.office.models.people import Person


class Accounts(BaseUserManager["Account"]):
    """Makes accounts; an address is the same in capitals and small letters."""

    def create_user(self, email: str, password: str | None = None, **facts: Any) -> "Account":
        account = self.model(email=email.strip().lower(), **facts)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def get_by_natural_key(self, email: str | None) -> "Account":
        return self.get(email=(email or "").strip().lower())


class Account(AbstractBaseUser):
    """A login. What it may do stands in its roles."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(unique=True)
    person = models.OneToOneField(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="account")
    language = models.CharField(max_length=2, blank=True)
    refused_notices = models.JSONField(default=list, blank=True)  # the kinds of letters that the owner does not want
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Accounts] = Accounts()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.email


class Role(models.Model):
    """What an account is, of which body (none: of the installation), from a day to a day."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=30)
    body = models.ForeignKey(Body, null=True, blank=True, on_delete=models.CASCADE, related_name="roles")
    begins = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)


class Claim(models.Model):
    """An account says that a card is its own; an officer confirms or refuses."""

    class State(models.TextChoices):
        OPEN = "open"
        CONFIRMED = "confirmed"
        REFUSED = "refused"

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="claims")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="claims")
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("account", "person"), condition=models.Q(state="open"), name="one_open_claim"
            ),
        )


class Token(models.Model):
    """A key to the API; only its digest is kept."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)


class Report(models.Model):
    """A player says what is wrong on the own card; an officer sees to it."""

    class State(models.TextChoices):
        OPEN = "open"
        SETTLED = "settled"

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="reports")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="reports")
    text = models.CharField(max_length=2000)
    state = models.CharField(max_length=20, choices=State, default=State.OPEN)
    told_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)


class SetupLink(models.Model):
    """The door to the first administrator: opened once, within a day; only the digest of its secret is kept."""

    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
