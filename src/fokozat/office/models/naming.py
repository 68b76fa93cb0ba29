"""What people and bodies share: a uid that never changes, a name that is found and put in order in every language,
and a version, by which two who change the same thing at once are told apart.
"""

import uuid
from typing import ClassVar

from django.db import models

from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import search_key, sort_key


class Named(models.Model):
    """A uid, keys of the name, and a version; `shown_name` and `filed_name` say which name."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=1)
    name_search = models.CharField(max_length=500, editable=False)
    name_sort_en = models.CharField(max_length=1000, editable=False)
    name_sort_hu = models.CharField(max_length=1000, editable=False)
    name_sort_et = models.CharField(max_length=1000, editable=False)

    KEYS: ClassVar[tuple[str, ...]] = ("name_search", *(f"name_sort_{language}" for language in LANGUAGES))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as its bearer writes it."""
        raise NotImplementedError

    @property
    def filed_name(self) -> str:
        """The name as a list files it."""
        return self.shown_name

    @property
    def searched_name(self) -> str:
        """Every spelling under which it should be found."""
        return self.shown_name

    def fill_keys(self) -> None:
        """Make the keys anew; every action that changes a name calls it."""
        self.name_search = search_key(self.searched_name)[:500]
        for language in LANGUAGES:
            setattr(self, f"name_sort_{language}", sort_key(self.filed_name[:200], language)[:1000])
