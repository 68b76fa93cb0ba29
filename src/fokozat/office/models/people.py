"""Persons, their names as cultures write them, their numbers, and what remains when two cards become one."""

from typing import Any

from django.db import models

from fokozat.kernel.alphabet import plain_number, search_key
from fokozat.office.models.bodies import Body
from fokozat.office.models.naming import Named

CLOSED = models.Q(merged_into__isnull=False) | models.Q(erased_at__isnull=False)  # cards that no list shows


def name_key_of(family: str, given: str) -> str:
    """By which two cards of one person find each other, whichever name was written first."""
    return " ".join(sorted(search_key(f"{family} {given}").split()))[:300]


class Person(Named):
    """A person, global in the installation. Birth date and contact data stand in tables of their own."""

    class Order(models.TextChoices):
        FAMILY_FIRST = "family-first"
        GIVEN_FIRST = "given-first"

    class Sex(models.TextChoices):
        FEMALE = "f"
        MALE = "m"
        UNSAID = ""

    family = models.CharField(max_length=100)
    given = models.CharField(max_length=100, blank=True)
    order = models.CharField(max_length=20, choices=Order, default=Order.FAMILY_FIRST)
    sex = models.CharField(max_length=1, choices=Sex, blank=True, default=Sex.UNSAID)
    country = models.CharField(max_length=3, blank=True)
    keeper = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="kept_people")
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from")
    erased_at = models.DateTimeField(null=True, blank=True)
    hidden_from_search = models.BooleanField(default=False)
    name_key = models.CharField(max_length=300, editable=False, db_index=True)

    class Meta:
        verbose_name_plural = "people"
        indexes = (
            models.Index(fields=("name_sort_en", "id"), name="person_sort_en"),
            models.Index(fields=("name_sort_hu", "id"), name="person_sort_hu"),
            models.Index(fields=("name_sort_et", "id"), name="person_sort_et"),
            models.Index(fields=("id",), name="person_closed", condition=CLOSED),
        )

    @property
    def shown_name(self) -> str:
        """The name in the order of the person's own culture."""
        parts = (self.family, self.given) if self.order == self.Order.FAMILY_FIRST else (self.given, self.family)
        return " ".join(part for part in parts if part)

    @property
    def filed_name(self) -> str:
        """Lists file by family name, whatever the culture."""
        return f"{self.family} {self.given}".strip()

    @property
    def searched_name(self) -> str:
        former = " ".join(f"{name.family} {name.given}" for name in self.former_names.all()) if self.pk else ""
        return f"{self.filed_name} {former}".strip()

    def fill_keys(self) -> None:
        """Also the key by which duplicates are found."""
        super().fill_keys()
        self.name_key = name_key_of(self.family, self.given)


class SearchWord(models.Model):
    """A word by which a living card is found: of its names, or a number behind an equals sign.

    It repeats what a list is narrowed and put in order by: a search of ten thousand cards then reads one table.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="search_words", db_index=False)
    word = models.CharField(max_length=200)
    keeper = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="+", db_index=False)
    name_sort_en = models.CharField(max_length=1000)
    name_sort_hu = models.CharField(max_length=1000)
    name_sort_et = models.CharField(max_length=1000)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("person", "word"), name="one_word_a_card"),)
        indexes = (models.Index(fields=("word", "person"), name="search_word"),)


class FormerName(models.Model):
    """A name that a person bore until a day, so that old crosstables find their owner."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="former_names")
    family = models.CharField(max_length=100)
    given = models.CharField(max_length=100, blank=True)
    until = models.DateField(null=True, blank=True)


class PlainNumber(models.CharField):  # type: ignore[type-arg]  # Django takes none
    """The number as it is compared; made of `value` whenever a row is saved, also among many."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: ARG002 - Django gives it
        plain = plain_number(getattr(model_instance, "value"))[: self.max_length]  # noqa: B009 - Model has none
        setattr(model_instance, self.attname, plain)
        return plain


class Number(models.Model):
    """A number under which a scheme knows a person, from a day to a day."""

    class Scheme(models.TextChoices):
        KOMIR = "komir"
        FIDE = "fide"
        EGF = "egf"
        MGSZ = "mgsz"
        MTTE = "mtte"
        LICENCE = "licence"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="numbers")
    scheme = models.CharField(max_length=20, choices=Scheme)
    value = models.CharField(max_length=40)
    plain = PlainNumber(max_length=80, editable=False)
    begins = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("scheme", "value"), name="one_person_a_number"),)
        indexes = (models.Index(fields=("scheme", "plain"), name="number_plain"),)


class Alias(models.Model):
    """A uid that was a person's own before a merge and leads to who it is now."""

    uid = models.UUIDField(unique=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="aliases")


class NotSame(models.Model):
    """Somebody looked: these two are two persons, although they look alike."""

    one = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("one", "other"), name="not_same_once"),)


class Merge(models.Model):
    """Two cards became one; what moved is kept, so that it can be undone."""

    kept = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_kept")
    merged = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_merged")
    moved = models.JSONField(default=dict)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
