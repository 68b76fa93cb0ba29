"""Answers to writes that are kept for a day, so that a program that asks again does nothing twice."""

from django.db import models

from fokozat.office.models.accounts import Account


class Idempotency(models.Model):
    """What an account was answered under a key of its own choice; kept in the transaction of the change itself."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    content = models.TextField(default="")
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("account", "key"), name="one_answer_a_key"),)
