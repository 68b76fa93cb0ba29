"""The logo of a body, as it was drawn anew when it came in. Its address and size stand with the body."""

from django.db import models

from fokozat.office.models.bodies import Body


class Logo(models.Model):
    """A PNG of ours; read by its own address only, never with a page."""

    body = models.OneToOneField(Body, on_delete=models.CASCADE, related_name="drawn_logo")
    digest = models.CharField(max_length=32)
    png = models.BinaryField()
