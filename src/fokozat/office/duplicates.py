"""Finds cards that may belong to one person: of one name, of one number, or born on one day with a name in common."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby

from django.db.models import Count, Q, QuerySet

from fokozat.office.ages import born_on
from fokozat.office.batches import LARGEST
from fokozat.office.models import BirthDate, Body, FormerName, Number, Person
from fokozat.office.models.people import NotSame, name_key_of
from fokozat.office.queries import bodies_within
from fokozat.office.rights import INSTALLATION, Actor, verbs

MOST_CARDS = 100  # of one name; their pairs are looked at together
MOST_PAIRS = 200
_CHUNK = 2000


@dataclass(frozen=True)
class Likeness:
    """Two cards that look alike, and why; `sure` where nothing speaks against it and the birth date agrees too."""

    one: Person
    other: Person
    reasons: tuple[str, ...]
    sure: bool


def living() -> QuerySet[Person]:
    """Cards that stand for themselves: neither merged into another nor erased."""
    return Person.objects.filter(merged_into=None, erased_at=None)


def likenesses(limit: int = MOST_PAIRS, bodies: list[int] | None = None) -> Iterator[Likeness]:
    """Pairs that look alike and that nobody has told apart yet: those of one name first, the sure ones before others.

    Among the cards that some bodies keep, or all: whoever may merge few cards sees all pairs of those.
    """
    among = living() if bodies is None else living().filter(keeper__in=bodies)
    passed = set(NotSame.objects.values_list("one_id", "other_id"))
    found = 0
    for group in _groups(among):
        cards = list(_compared(among.filter(group)).order_by("pk")[:MOST_CARDS])
        pairs = [like(*pair) for pair in combinations(cards, 2) if _keys(*pair) not in passed]
        for pair in sorted((pair for pair in pairs if pair), key=lambda pair: not pair.sure):
            passed.add(_keys(pair.one, pair.other))
            yield pair
            found += 1
            if found == limit:
                return


def bodies_to_merge(actor: Actor) -> list[int] | None:
    """The bodies whose cards the actor may merge; None: all."""
    allowed = verbs()["person"]["merge"]
    bodies = {body for role, body in actor.roles if role in allowed}
    if actor.is_operator or INSTALLATION in bodies:
        return None
    own = [body for body in bodies if body is not None]
    return sorted({key for body in Body.objects.filter(pk__in=own) for key in bodies_within(body)})


def like(one: Person, other: Person) -> Likeness | None:
    """Why two cards could be one person; different birth dates say that they are not."""
    born = (born_on(one), born_on(other))
    if None not in born and born[0] != born[1]:
        return None
    together = None not in born
    alike = {
        "name": bool(_names(one) & _names(other)),
        "number": bool(_numbers(one) & _numbers(other)),
        "birth-date": together,
        "keeper": one.keeper_id == other.keeper_id,
        "sex": bool(one.sex) and one.sex == other.sex,
    }
    named = alike["name"] or alike["number"]
    if not named and not (together and _words(one) & _words(other)):
        return None
    return Likeness(one, other, tuple(reason for reason, agrees in alike.items() if agrees), together and named)


def alike(person: Person) -> list[Likeness]:
    """The cards that look like this one: asked when a card is made or opened."""
    born = born_on(person)
    tied = Q(name_key__in=_names(person)) | Q(pk__in=_formerly(_names(person)))
    for scheme, plain in _numbers(person):
        tied |= Q(pk__in=Number.objects.filter(scheme=scheme, plain=plain).values("person"))
    if born:
        tied |= Q(pk__in=BirthDate.objects.filter(born=born).values("person"))
    told_apart = NotSame.objects.filter(Q(one=person) | Q(other=person)).values_list("one_id", "other_id")
    others = _compared(living().filter(tied).exclude(pk__in={key for pair in told_apart for key in pair}))
    found = (like(person, other) for other in others.exclude(pk=person.pk).order_by("pk")[:MOST_CARDS])
    return sorted((pair for pair in found if pair), key=lambda pair: not pair.sure)


def _groups(among: QuerySet[Person]) -> Iterator[Q]:
    """Cards that something ties together, the strongest ties first."""
    names = (
        among.exclude(name_key="")
        .values("name_key")
        .annotate(cards=Count("pk"))
        .filter(cards__gt=1)
        .order_by("name_key")
    )
    for key in names.values_list("name_key", flat=True).iterator(chunk_size=LARGEST):
        yield Q(name_key=key)
    numbers = (
        Number.objects.filter(person__in=among).values("scheme", "plain").annotate(cards=Count("person", distinct=True))
    )
    for scheme, plain in numbers.filter(cards__gt=1).order_by("scheme", "plain").values_list("scheme", "plain"):
        yield Q(pk__in=Number.objects.filter(scheme=scheme, plain=plain).values("person"))
    for former in FormerName.objects.filter(person__in=among).order_by("pk").iterator(_CHUNK):
        key = _key(former)
        if among.filter(name_key=key).exclude(pk=former.person_id).exists():
            yield Q(name_key=key) | Q(pk=former.person_id)
    for pair in _born_together(among):
        yield Q(pk__in=pair)


def _born_together(among: QuerySet[Person]) -> Iterator[tuple[int, int]]:
    """The keys of two who were born on one day and have a word of the name in common, but not the whole name."""
    dates = BirthDate.objects.filter(person__in=among).order_by("born", "person")
    rows = dates.values_list("born", "person", "person__name_key", "person__name_search").iterator(_CHUNK)
    for _, together in groupby(rows, key=lambda row: row[0]):
        for one, other in combinations([(key, name, _long(words)) for _, key, name, words in together], 2):
            if one[1] != other[1] and one[2] & other[2]:
                yield one[0], other[0]


def _compared(cards: QuerySet[Person]) -> QuerySet[Person]:
    """With all that is compared, so that the database is not asked card by card."""
    return cards.select_related("birth_date", "keeper").prefetch_related("numbers", "former_names")


def _keys(one: Person, other: Person) -> tuple[int, int]:
    return min(one.pk, other.pk), max(one.pk, other.pk)


def _names(person: Person) -> set[str]:
    """The keys of the name and of former ones; a name without letters says nothing."""
    return {person.name_key, *map(_key, person.former_names.all())} - {""}


def _key(former: FormerName) -> str:
    return name_key_of(former.family, former.given)


def _formerly(names: set[str]) -> list[int]:
    """Who once bore one of these names."""
    words = {word for name in names for word in name.split()}
    bearers = FormerName.objects.filter(person__search_words__word__in=words).distinct()
    return [each.person_id for each in bearers if _key(each) in names]


def _numbers(person: Person) -> set[tuple[str, str]]:
    return {(number.scheme, number.plain) for number in person.numbers.all()}


def _words(person: Person) -> set[str]:
    """The words of the name and of former names; an initial says nothing."""
    return _long(person.name_search)


def _long(words: str) -> set[str]:
    return {word for word in words.split() if len(word) > 1}
