"""What may change while somebody looks: each topic with the version that it has reached."""

from django.db import models


class Topic(models.Model):
    """A topic of the live pages; its version steps within the transaction of the change itself.

    A new topic begins at the second it was made in, so that its version never falls, though old topics are forgotten.
    """

    name = models.CharField(max_length=100, unique=True)
    version = models.PositiveBigIntegerField()
    at = models.DateTimeField(db_index=True)
