"""Finds who a row of a sheet speaks of: by uid, by number, then by name and birth date. The same name alone is asked.

A birth date proves something only to those who may see it, so that nobody finds one out by trying.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from django.db.models import QuerySet

from fokozat.kernel.alphabet import plain_number
from fokozat.office.ages import born_on
from fokozat.office.batches import batches
from fokozat.office.duplicates import living
from fokozat.office.member_rows import PersonRow
from fokozat.office.models import Body, Number, Person
from fokozat.office.rights import Actor, may

_CARDS = ("birth_date", "contact", "keeper", "merged_into")


@dataclass
class Reach:
    """What an actor may do with the cards that a body keeps; asked once for each body."""

    actor: Actor
    known: dict[tuple[str, str, int], bool] = field(default_factory=dict)

    def may(self, verb: str, kind: str, keeper: Body) -> bool:
        """Whether the actor may; the body itself stands for its cards."""
        asked = (verb, kind, keeper.pk)
        if asked not in self.known:
            self.known[asked] = may(self.actor, verb, kind, keeper)
        return self.known[asked]

    def birth_date(self, card: Person) -> date | None:
        """The birth date, if the actor may see it."""
        return born_on(card) if self.may("see", "birth-date", card.keeper) else None


@dataclass(frozen=True)
class Match:
    """Whom a row means and by what; without a person those it could mean."""

    person: Person | None = None
    by: str = ""
    candidates: tuple[Person, ...] = ()


class Register:
    """The cards that the rows of one sheet could mean, fetched at once."""

    def __init__(self, rows: Sequence[PersonRow], reach: Reach) -> None:
        self.reach = reach
        self.by_uid = dict(_of_uids({uid for row in rows if (uid := _uid(row.uid))}))
        self.by_number = dict(_of_numbers({plain_number(value) for row in rows for _, value in row.numbers}))
        self.by_name: dict[str, list[Person]] = {}
        keys = sorted({row.draft.name_key for row in rows if row.draft.name_key})
        for batch in batches(keys):
            for card in _cards(living().filter(name_key__in=batch)):
                self.by_name.setdefault(card.name_key, []).append(card)

    def find(self, row: PersonRow) -> Match:
        """Whom the row means."""
        numbers = ((scheme, plain_number(value)) for scheme, value in row.numbers)
        numbered = _distinct(self.by_number[each] for each in numbers if each in self.by_number)
        named = self.by_uid.get(_uid(row.uid))
        if named and all(card.pk == named.pk for card in numbered):
            return Match(named, "uid")
        if named or len(numbered) > 1:
            return Match(candidates=tuple(_distinct([*([named] if named else []), *numbered])))
        if numbered:
            only = numbered[0]
            return Match(candidates=(only,)) if self._speaks_against(only, row) else Match(only, "number")
        return self._by_name(row)

    def _by_name(self, row: PersonRow) -> Match:
        sure, perhaps = [], []
        for card in self.by_name.get(row.draft.name_key, ()):
            born = self.reach.birth_date(card)
            if born is None or row.born is None:
                perhaps.append(card)
            elif born == row.born:
                sure.append(card)
        if len(sure) == 1:
            return Match(sure[0], "name-and-birth-date")
        return Match(candidates=tuple(sure or perhaps))

    def _speaks_against(self, card: Person, row: PersonRow) -> bool:
        """A slip in a number leads to a stranger: another birth date, or not a word of the name in common."""
        born = self.reach.birth_date(card)
        if born and row.born and born != row.born:
            return True
        words = set(row.draft.name_key.split())
        return bool(words) and not words & set(card.name_search.split())


def _cards(cards: QuerySet[Person]) -> QuerySet[Person]:
    return cards.select_related(*_CARDS).order_by("pk")


def living_card(card: Person) -> Person:
    """Who stands for a card now, after whatever merges."""
    while card.merged_into is not None:
        card = card.merged_into
    return card


def _of_uids(uids: set[str]) -> Iterator[tuple[str, Person]]:
    """The cards of uids; a uid that was given up leads to the card it became."""
    for batch in batches(sorted(uids)):
        for card in _cards(Person.objects.filter(uid__in=batch)):
            now = living_card(card)
            if not now.erased_at:
                yield str(card.uid), now


def _of_numbers(values: set[str]) -> Iterator[tuple[tuple[str, str], Person]]:
    cards = tuple(f"person__{each}" for each in _CARDS)
    for batch in batches(sorted(values)):
        for number in Number.objects.filter(plain__in=batch).select_related("person", *cards):
            yield (number.scheme, number.plain), living_card(number.person)


def _distinct(cards: Iterable[Person]) -> list[Person]:
    return list({card.pk: card for card in cards}.values())


def _uid(text: str) -> str:
    """The uid in its one spelling; nothing for what is none."""
    try:
        return str(UUID(text))
    except ValueError:
        return ""
