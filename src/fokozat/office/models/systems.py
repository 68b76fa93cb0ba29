"""A body's ratings: systems with their chains of editions, and the signed lists with which they begin."""

import uuid
from typing import ClassVar

from django.db import models

from fokozat.office.models.bodies import Body
from fokozat.office.models.people import Person


class System(models.Model):
    """A body's rating of a game and class; `editions` says which edition holds from which day, in order."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="systems")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=100)
    game = models.CharField(max_length=20)
    klass = models.CharField(max_length=30)
    editions = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("body", "key"), name="one_system_a_key"),)


class Opening(models.Model):
    """The dated, signed list with which a system begins. An undone one stays as a fact without rows."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="openings")
    day = models.DateField()
    signed_by = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("system",), condition=models.Q(undone_at=None), name="one_opening_a_system"
            ),
        )


class OpeningRow(models.Model):
    """A person's balance: points as exact text, the title held, the limits reached towards the next, games so far.

    `reached` names a limit once for every event at whose end it was reached.
    """

    opening = models.ForeignKey(Opening, on_delete=models.CASCADE, related_name="rows")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="opening_rows")
    points = models.CharField(max_length=70)
    title = models.CharField(max_length=30, blank=True)
    reached = models.JSONField(default=list)
    games = models.PositiveIntegerField(null=True, blank=True)

    FIGURES: ClassVar[tuple[str, ...]] = ("points", "title", "reached", "games")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("opening", "person"), name="one_balance_a_person"),)
