"""Finds cards that may belong to one person: the same words in the name, and what else agrees."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, QuerySet

from fokozat.office.ages import born_on
from fokozat.office.models import Person
from fokozat.office.models.people import NotSame

MOST_CARDS = 100  # of one name; their pairs are looked at together


@dataclass(frozen=True)
class Likeness:
    """Two cards that look alike, and why; `sure` where nothing speaks against it and the birth date agrees."""

    one: Person
    other: Person
    reasons: tuple[str, ...]
    sure: bool


def living() -> QuerySet[Person]:
    """Cards that stand for themselves: neither merged into another nor erased."""
    return Person.objects.filter(merged_into=None, erased_at=None)


def likenesses(limit: int = 200) -> Iterator[Likeness]:
    """Pairs that look alike and that nobody has told apart yet, the sure ones first within a name."""
    keys = living().values("name_key").annotate(cards=Count("pk")).filter(cards__gt=1).order_by("name_key")
    told_apart = set(NotSame.objects.values_list("one_id", "other_id"))
    found = 0
    for key in keys.values_list("name_key", flat=True).iterator(chunk_size=500):
        cards = living().filter(name_key=key).select_related("birth_date", "keeper").order_by("pk")[:MOST_CARDS]
        pairs = [like(one, other) for one, other in combinations(cards, 2) if (one.pk, other.pk) not in told_apart]
        for pair in sorted((pair for pair in pairs if pair), key=lambda pair: not pair.sure):
            yield pair
            found += 1
            if found == limit:
                return


def like(one: Person, other: Person) -> Likeness | None:
    """Why two cards of the same name could be one person; different birth dates say that they are not."""
    born = (born_on(one), born_on(other))
    if None not in born and born[0] != born[1]:
        return None
    reasons = ["name"]
    if None not in born:
        reasons.append("birth-date")
    if one.keeper_id == other.keeper_id:
        reasons.append("keeper")
    if one.sex and one.sex == other.sex:
        reasons.append("sex")
    return Likeness(one, other, tuple(reasons), "birth-date" in reasons)


def alike(person: Person) -> list[Likeness]:
    """The cards that look like this one: asked when a card is made or opened."""
    others = living().filter(name_key=person.name_key).exclude(pk=person.pk).select_related("birth_date", "keeper")
    told_apart = set(NotSame.objects.filter(one=person).values_list("other_id", flat=True)) | set(
        NotSame.objects.filter(other=person).values_list("one_id", flat=True)
    )
    return [pair for other in others if other.pk not in told_apart and (pair := like(person, other))]
