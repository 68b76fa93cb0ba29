"""Federations, societies, clubs and organisers; bodies stand in bodies."""

from django.db import models

from fokozat.office.models.naming import Named


class Body(Named):
    """A body of the federation's life. Its journal is a chain of its own."""

    class Kind(models.TextChoices):
        FEDERATION = "federation"
        SOCIETY = "society"
        CLUB = "club"
        ORGANISER = "organiser"

    kind = models.CharField(max_length=20, choices=Kind)
    name = models.CharField(max_length=200)
    short_name = models.CharField(max_length=30, blank=True)
    country = models.CharField(max_length=3, blank=True)
    place = models.CharField(max_length=100, blank=True)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    languages = models.JSONField(default=list)
    time_zone = models.CharField(max_length=50, default="Europe/Budapest")
    colours = models.JSONField(default=dict, blank=True)  # one a theme, both or none
    logo = models.JSONField(default=dict, blank=True)  # digest, width and height of the one that is kept
    closed_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("name_sort_en", "pk")
        verbose_name_plural = "bodies"

    @property
    def shown_name(self) -> str:
        return self.name

    @property
    def searched_name(self) -> str:
        return f"{self.name} {self.short_name} {self.place}"

    def line_upwards(self) -> tuple["Body", ...]:
        """The body, the one it stands in, and so on to the top."""
        line: list[Body] = [self]
        while (above := line[-1].parent) is not None and above not in line:
            line.append(above)
        return tuple(line)
