"""The journal: an append-only chain of records per body, and one of the installation for facts about persons.

A record holds ids and digests only. What was before and after stands in its detail, which may be erased with a
person without breaking the chain: the record keeps the detail's salted digest.
"""

from django.db import models

from fokozat.office.models.bodies import Body


class Chain(models.Model):
    """The head of a chain; whoever writes locks it first."""

    body = models.OneToOneField(Body, null=True, blank=True, on_delete=models.PROTECT, related_name="chain")
    name = models.CharField(max_length=60, unique=True)
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default="")


class Record(models.Model):
    """One change: when, who, which verb, of what. Triggers on both databases refuse to change or delete it."""

    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="records")
    place = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    verb = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("chain", "place"), name="one_record_a_place"),)
        indexes = (
            models.Index(fields=("subject", "place"), name="record_subject"),
            models.Index(fields=("-at",), name="record_at"),
        )


class Detail(models.Model):
    """What was before and after a change, and the salt of its digest. Erasable."""

    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="detail")
    salt = models.CharField(max_length=32)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
