"""Who belongs to which body in which year, and with which licence."""

from django.db import models

from fokozat.office.models.bodies import Body
from fokozat.office.models.people import Person


class Membership(models.Model):
    """A membership or a licence of one year."""

    class Kind(models.TextChoices):
        MEMBER = "member"
        LICENCE = "licence"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(max_length=20, choices=Kind)
    year = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("person", "body", "kind", "year"), name="one_membership_a_year"),
        )
