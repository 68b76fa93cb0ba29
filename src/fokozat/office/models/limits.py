"""How often somebody asked: one count a limit, caller and stretch of time, for all workers together."""

from django.db import models


class Tally(models.Model):
    """The key is a digest, so that nobody reads from it who asked or from where."""

    key = models.CharField(max_length=64)
    begins = models.PositiveBigIntegerField()  # seconds since 1970, the beginning of the stretch
    taken = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("key", "begins"), name="one_tally_a_stretch"),)
        indexes = (models.Index(fields=("begins",), name="tally_begins"),)
