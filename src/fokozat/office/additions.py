"""What a row of a sheet adds to a card that is there already. Nothing that the register says is written over."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from fokozat.kernel.alphabet import plain_number
from fokozat.office.ages import born_on
from fokozat.office.batches import batches
from fokozat.office.matching import Reach
from fokozat.office.member_rows import PersonRow
from fokozat.office.models import Body, Membership, Person

CONTACT = ("email", "phone", "address")
YEARS = {"member_years": Membership.Kind.MEMBER, "licence_years": Membership.Kind.LICENCE}
_OF_CARD = ("family", "given", "order", "sex", "country", "hidden_from_search")


@dataclass(frozen=True)
class Addition:
    """What is added; the keys of columns in which the register says otherwise; those the actor may not add to."""

    numbers: tuple[tuple[str, str], ...] = ()
    born: date | None = None
    contact: dict[str, str] = field(default_factory=dict)
    memberships: tuple[tuple[str, int], ...] = ()
    kept: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the columns from which something is added."""
        kinds = {kind for kind, _ in self.memberships}
        found = {scheme for scheme, _ in self.numbers} | {key for key, value in self.contact.items() if value}
        found |= {key for key, kind in YEARS.items() if kind in kinds} | ({"born"} if self.born else set())
        return tuple(sorted(found))


class Additions:
    """Compares rows with cards, for one body and one actor."""

    def __init__(self, reach: Reach, body: Body, columns: Iterable[str], cards: Iterable[Person]) -> None:
        self.reach, self.columns = reach, frozenset(columns)
        self.enrolled: set[tuple[int, str, int]] = set()
        self.numbered: set[tuple[int, str, str]] = set()
        keys = sorted({card.pk for card in cards})
        for batch in batches(keys):
            enrolled = Membership.objects.filter(body=body, person__in=batch)
            self.enrolled |= set(enrolled.values_list("person_id", "kind", "year"))
            numbers = Person.objects.filter(pk__in=batch, numbers__isnull=False)
            self.numbered |= set(numbers.values_list("pk", "numbers__scheme", "numbers__plain"))

    def to_new(self, row: PersonRow) -> Addition:
        """A new card takes everything."""
        contact = contact_of(row)
        return Addition(row.numbers, row.born, contact if any(contact.values()) else {}, wished_years(row))

    def to_known(self, row: PersonRow, card: Person) -> Addition:
        """A known card takes what it lacks, as far as the actor reaches."""
        withheld: set[str] = set()
        kept = {key for key in _OF_CARD if key in self.columns and self._differs(row, card, key)}
        numbers = tuple(
            (scheme, value)
            for scheme, value in row.numbers
            if (card.pk, scheme, plain_number(value)) not in self.numbered
        )
        if numbers and not self.reach.may("change", "person", card.keeper):
            withheld |= {scheme for scheme, _ in numbers}
            numbers = ()
        born = self._born(row, card, kept, withheld)
        contact = self._contact(row, card, kept, withheld)
        years = tuple(each for each in wished_years(row) if (card.pk, *each) not in self.enrolled)
        return Addition(numbers, born, contact, years, tuple(sorted(kept)), tuple(sorted(withheld)))

    def _differs(self, row: PersonRow, card: Person, key: str) -> bool:
        said = row.facts[key]
        return bool(said) and said != getattr(card, key)

    def _born(self, row: PersonRow, card: Person, kept: set[str], withheld: set[str]) -> date | None:
        if not row.born:
            return None
        if not self._reaches("birth-date", card):
            withheld.add("born")
        elif born_on(card) is None:
            return row.born
        elif born_on(card) != row.born:
            kept.add("born")
        return None

    def _contact(self, row: PersonRow, card: Person, kept: set[str], withheld: set[str]) -> dict[str, str]:
        wished = contact_of(row)
        said = {key for key, value in wished.items() if value}
        if not said:
            return {}
        if not self._reaches("contact", card):
            withheld |= said
            return {}
        held = getattr(card, "contact", None)
        if held is None:
            return wished
        kept |= {key for key in said if getattr(held, key) != wished[key]}
        return {}

    def _reaches(self, kind: str, card: Person) -> bool:
        return self.reach.may("see", kind, card.keeper) and self.reach.may("change", kind, card.keeper)


def contact_of(row: PersonRow) -> dict[str, str]:
    """How the row says that the person is reached."""
    return {key: str(row.facts[key]) for key in CONTACT}


def wished_years(row: PersonRow) -> tuple[tuple[str, int], ...]:
    """Memberships and licences of years."""
    return tuple((str(kind), year) for key, kind in YEARS.items() for year in row.facts[key])
