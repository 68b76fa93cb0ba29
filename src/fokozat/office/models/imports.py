"""What came in by a file: which one, who brought it, and what it made, so that it can be taken back."""

import uuid

from django.db import models

from fokozat.office.models.bodies import Body


class Import(models.Model):
    """One file that was taken in. `made` names the rows by their keys; nothing personal stands in it."""

    class Kind(models.TextChoices):
        MEMBERS = "members"
        OPENING = "opening"

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="imports")
    file_name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    undone_at = models.DateTimeField(null=True, blank=True)
    made = models.JSONField(default=dict)

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("body", "kind", "digest"), condition=models.Q(undone_at=None), name="one_import_a_file"
            ),
        )
