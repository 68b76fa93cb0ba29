"""Long work as the office keeps it: what was asked, by whom, how it stands, how far it is and what came of it."""

import uuid

from django.db import models

from fokozat.office.models.accounts import Account
from fokozat.office.models.bodies import Body
from fokozat.work import lease


class Work(models.Model):
    """One piece of long work. Its place in the queue is a row of django-tasks, which lives as long as it waits or runs.

    `key` says what would be the same work: while one of a kind and key has not ended there is no second. `slot` is
    the turn of periodic work, of which there is one at most for ever. `fence` belongs to who holds it now.
    """

    class State(models.TextChoices):
        WAITING = lease.WAITING
        RUNNING = lease.RUNNING
        DONE = lease.DONE
        FAILED = lease.FAILED
        CANCELLED = lease.CANCELLED

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=200, blank=True)
    slot = models.CharField(max_length=60, null=True, blank=True, unique=True)
    body = models.ForeignKey(Body, null=True, blank=True, on_delete=models.CASCADE, related_name="works")
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="works")
    actor = models.CharField(max_length=60)
    language = models.CharField(max_length=2, blank=True)
    wanted = models.JSONField(default=dict, blank=True)

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    fence = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    most_tries = models.PositiveIntegerField(default=3)
    lease_until = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    cancel_asked = models.BooleanField(default=False)
    heard_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    task = models.UUIDField(null=True, blank=True, unique=True, editable=False)

    progress_done = models.PositiveBigIntegerField(default=0)
    progress_total = models.PositiveBigIntegerField(default=0)
    progress_fields = models.JSONField(default=dict, blank=True)
    result = models.JSONField(default=dict, blank=True)
    file = models.CharField(max_length=100, blank=True)
    file_ends_at = models.DateTimeField(null=True, blank=True)
    fault = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-asked_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "key"), condition=models.Q(state__in=("waiting", "running")), name="one_work_a_key"
            ),
        )
        indexes = (models.Index(fields=("state", "lease_until"), name="work_lease"),)

    def stand(self) -> lease.Stand:
        """As the law of the lease sees it."""
        return lease.Stand(**{name: getattr(self, name) for name in STAND})

    def take_stand(self, stand: lease.Stand) -> None:
        """As the law of the lease says; not saved yet."""
        for name in STAND:
            setattr(self, name, getattr(stand, name))

    @property
    def is_ended(self) -> bool:
        return self.state in lease.ENDED

    @property
    def share(self) -> float | None:
        """How much of it is done, where that is known."""
        return min(self.progress_done / self.progress_total, 1.0) if self.progress_total else None


STAND: tuple[str, ...] = tuple(lease.Stand.__dataclass_fields__)
