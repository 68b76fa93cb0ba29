"""The reading side: lists of people and bodies, in the order of a language, page by page.

A page begins after the last row of the page before it (its uid), not at a count of rows: so no page gets slower
than the first, and a new name on an earlier page moves nothing.
"""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from fokozat.kernel.alphabet import letter_key, search_key
from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.office.facts import read_uid
from fokozat.office.models import Body, Membership, Person
from fokozat.office.models.people import CLOSED, SearchWord
from fokozat.office.search_words import number_word
from fokozat.office.wishes import shown

PAGE = 50
LARGEST_PAGE = 500
MOST_WORDS = 8  # nobody has more names; a longer text would only cost time
FEW = 5000
_LAST_LETTER = "\U0010ffff"
_BEHIND_ALL = "{"  # the sign after z, the last that stands in a sort key

Row = TypeVar("Row", Person, Body)
Any_ = TypeVar("Any_", bound=Model)


@dataclass(frozen=True)
class Sought:
    """What a list shows: words, a body with all in it, a first letter; in whose order, after which uid, how many.

    `down` turns the order round; it walks the same index from its other end, so no page gets slower by it.
    """

    search: str = ""
    body: Body | None = None
    letter: str | None = None
    language: str = "en"
    after: object = None
    limit: int = PAGE
    down: bool = False

    @property
    def sort(self) -> str:
        """The field that a list is put in order by."""
        return f"name_sort_{self.language}"

    @property
    def size(self) -> int:
        """How many rows a page has."""
        return max(1, min(self.limit, LARGEST_PAGE))

    def order(self, key: str = "pk") -> tuple[str, str]:
        """By the stored key of the name; `key` parts those who have one name."""
        return (f"-{self.sort}", f"-{key}") if self.down else (self.sort, key)


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows in order, and the uid after which the next page begins; None at the end."""

    rows: tuple[Row, ...]
    next: str | None


def people(sought: Sought) -> Page[Person]:
    """Living cards: neither merged into another nor erased.

    Every word that was typed begins a word of the name or of a former one, or is a number.
    """
    cards = Person.objects.select_related("keeper")
    if not _tokens(sought):
        return _page(_beyond(_living(sought), sought, Person, "pk").order_by(*sought.order()), sought)
    found = _beyond(_found(sought), sought, Person, "person").order_by(*sought.order("person"))
    keys = _first_keys(found.values_list("person", sought.sort), sought.size + 1)
    rows = {card.pk: card for card in cards.filter(pk__in=keys)}
    return _cut([rows[key] for key in keys], sought)


def bodies(sought: Sought) -> Page[Body]:
    """Bodies, the closed ones too; `body`: those that stand in it, at whatever depth."""
    return _page(_beyond(_bodies(sought), sought, Body, "pk").order_by(*sought.order()), sought)


def count_people(sought: Sought) -> int:
    """How many cards match, on all pages."""
    if _tokens(sought):
        return _found(sought).values("person").distinct().count()
    if sought.body or sought.letter:
        return _living(sought).count()
    return Person.objects.count() - Person.objects.filter(CLOSED).count()  # all are told fast, and few are closed


def count_bodies(sought: Sought) -> int:
    """How many bodies match, on all pages."""
    return _bodies(sought).count()


def bodies_within(body: Body) -> list[int]:
    """The keys of a body and of all that stand in it."""
    within, above = [body.pk], [body.pk]
    while above:
        above = list(Body.objects.filter(parent__in=above).exclude(pk__in=within).values_list("pk", flat=True))
        within += above
    return within


def _living(sought: Sought) -> QuerySet[Person]:
    """The cards without a search, in no order yet. Of a small body they are gathered, a list runs into many."""
    living = Person.objects.filter(merged_into=None, erased_at=None).select_related("keeper")
    if sought.body:
        within = bodies_within(sought.body)
        kept, members = Person.objects.filter(keeper__in=within), Membership.objects.filter(body__in=within)
        if kept[:FEW].count() + members[:FEW].count() < FEW:
            living = living.filter(pk__in=kept.values("pk").union(members.values("person")))
        else:
            living = living.filter(Q(keeper__in=within) | Q(pk__in=members.values("person")))
    return _under_letter(living, sought)


def _found(sought: Sought) -> QuerySet[SearchWord]:
    """Words that match, of cards in which all others match too; a card stands there once for each such word."""
    first, *others = sorted(_tokens(sought), key=len, reverse=True)  # the longest word is the rarest
    found = SearchWord.objects.filter(_named(first))
    for token in others:
        found = found.filter(person__in=SearchWord.objects.filter(_named(token)).values("person"))
    if sought.body:
        within = bodies_within(sought.body)
        members = Membership.objects.filter(body__in=within).values("person")
        found = found.filter(Q(keeper__in=within) | Q(person__in=members))
    return _under_letter(found, sought)


def _first_keys(found: "QuerySet[SearchWord, tuple[int, str]]", count: int) -> list[int]:
    """The first cards, each once: few stand there twice, so it is rare that the database has to tell all apart."""
    some = list(found[: 2 * count])
    keys = list(dict.fromkeys(key for key, _ in some))
    if len(keys) < count and len(some) == 2 * count:
        keys = [key for key, _ in found.distinct()[:count]]
    return keys[:count]


def _bodies(sought: Sought) -> QuerySet[Body]:
    """Bodies are few: their names are read through."""
    found = Body.objects.select_related("parent")
    for token in _tokens(sought):
        found = found.filter(Q(name_search__startswith=token) | Q(name_search__contains=f" {token}"))
    if sought.body:
        found = found.filter(pk__in=bodies_within(sought.body)).exclude(pk=sought.body.pk)
    return _under_letter(found, sought)


def _tokens(sought: Sought) -> list[str]:
    """The words that were typed. A number with signs in it, such as 12-34, stays one word."""
    tokens: list[str] = []
    for typed in sought.search.split():
        words = search_key(typed).split()
        tokens += ["".join(words)] if any(letter.isdigit() for letter in typed) else words
    return tokens[:MOST_WORDS]


def _named(token: str) -> Q:
    begun = Q(word__gte=token, word__lt=token + _LAST_LETTER)
    return begun | Q(word=number_word(token)) if any(letter.isdigit() for letter in token) else begun


def _under_letter(found: QuerySet[Any_], sought: Sought) -> QuerySet[Any_]:
    if not sought.letter:
        return found
    key = letter_key(sought.letter, sought.language)
    if not key:
        raise InvalidInput("office.no-letter", "letter", value=shown(sought.letter))
    return found.filter(**{f"{sought.sort}__gte": key, f"{sought.sort}__lt": key + _BEHIND_ALL})


def _beyond(found: QuerySet[Any_], sought: Sought, kind: type[Any], key: str) -> QuerySet[Any_]:
    """What stands behind the last row of the page before, as the order is now."""
    if not sought.after:
        return found
    uid = read_uid(sought.after)
    last = kind.objects.filter(uid=uid).values_list(sought.sort, "pk").first() if uid else None
    if last is None:
        raise NotFound("office.no-page", "after", uid=shown(sought.after))
    side = "lt" if sought.down else "gt"
    behind = Q(**{f"{sought.sort}__{side}": last[0]}) | Q(**{f"{key}__{side}": last[1]})
    return found.filter(behind, **{f"{sought.sort}__{side}e": last[0]})


def _page(found: QuerySet[Row], sought: Sought) -> Page[Row]:
    return _cut(list(found[: sought.size + 1]), sought)


def _cut(rows: list[Row], sought: Sought) -> Page[Row]:
    """One row more than a page holds says that there is a next page."""
    shown_rows = tuple(rows[: sought.size])
    return Page(shown_rows, str(shown_rows[-1].uid) if len(rows) > sought.size else None)
