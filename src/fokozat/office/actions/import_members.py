"""Take a list of members in: cards, numbers, birth dates, contact data and enrolments, all of it or nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction

from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import Conflict, Fault, InvalidInput
from fokozat.office.actions.close_body import refuse_closed
from fokozat.office.actions.give_number import number_facts
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.additions import Addition, Additions
from fokozat.office.batches import batches
from fokozat.office.facts import hold_body, person_facts
from fokozat.office.import_keeping import hold_cards, keep_import, refuse_other_file, refuse_repeated
from fokozat.office.journal import Change, write_all
from fokozat.office.live import PEOPLE_LIST, announce, body_topic
from fokozat.office.matching import Reach
from fokozat.office.member_rows import place
from fokozat.office.models import BirthDate, Body, Contact, Import, Membership, Number, Person
from fokozat.office.models.people import SearchWord
from fokozat.office.preview import Agreed, File, Line, Preview, settle
from fokozat.office.rights import Actor, require
from fokozat.office.search_words import search_words

_BATCH = 1000


@dataclass(frozen=True)
class _Taken:
    """A card that a line adds to, or a new one."""

    line: Line
    card: Person
    is_new: bool
    addition: Addition


@dataclass(frozen=True)
class _Rows:
    """Everything that is made, before and after it is saved."""

    people: list[Person]
    numbers: list[Number]
    birth_dates: list[BirthDate]
    contacts: list[Contact]
    memberships: list[Membership]

    def made(self) -> dict[str, Any]:
        """What an undoing needs to know: the rows by their keys, the new cards by their uids."""
        keys = {name: [row.pk for row in rows] for name, rows in vars(self).items() if name != "people"}
        return {"people": [str(card.uid) for card in self.people], **keys}


def import_members(actor: Actor, body: Body, file: File, agreed: Agreed, today: date) -> Import:
    """Take the file in that was previewed; doubts must be decided, faulty lines mended or skipped."""
    require(actor, "import", "person", body)
    try:
        with transaction.atomic():
            body = hold_body(body)
            refuse_closed(body, "body")
            preview = preview_members(actor, body, file, today)
            refuse_other_file(preview, agreed.digest)
            refuse_repeated(body, preview)
            taken = _take(actor, body, preview, agreed)
            rows = _save(_rows(taken, body))
            span = write_all(actor.name, _changes(taken, rows, body))
            touched = [str(each.card.uid) for each in taken if not each.is_new and each.addition.keys]
            kept = keep_import(actor, body, preview, {**rows.made(), "touched": touched, "journal": list(span)})
            announce(body_topic(body.uid), PEOPLE_LIST)
            return kept
    except IntegrityError:
        raise Conflict("office.register-changed") from None


def _take(actor: Actor, body: Body, preview: Preview, agreed: Agreed) -> list[_Taken]:
    """Whom every line means and what it adds, as decided."""
    settled = settle(preview.lines, agreed.decisions, new_allowed=True)
    cards = hold_cards([card for _, card in settled if card])
    additions = Additions(Reach(actor), body, (column.key for column in preview.columns), cards.values())
    taken = []
    for line, card in settled:
        if card is None:
            new = line.row.draft
            new.keeper = body
            taken.append(_Taken(line, new, True, additions.to_new(line.row)))
        else:
            held = cards[card.pk]
            taken.append(_Taken(line, held, False, additions.to_known(line.row, held)))
    _refuse_taken_numbers(taken)
    return taken


def _refuse_taken_numbers(taken: Sequence[_Taken]) -> None:
    """A line that was decided to mean somebody else than the one who has its number."""
    values = sorted({plain_number(value) for each in taken for _, value in each.addition.numbers})
    holders: dict[tuple[str, str], Person] = {}
    for batch in batches(values):
        for number in Number.objects.filter(plain__in=batch).select_related("person"):
            holders[number.scheme, number.plain] = number.person
    faults: list[Fault] = []
    for each in taken:
        for scheme, value in each.addition.numbers:
            holder = holders.get((scheme, plain_number(value)))
            if holder:
                fields = {"value": value, "holder": str(holder.uid)}
                faults.append(place("office.number-taken", each.line.line, None, **fields))
    if faults:
        raise InvalidInput.of(tuple(faults))


def _rows(taken: Sequence[_Taken], body: Body) -> _Rows:
    return _Rows(
        [each.card for each in taken if each.is_new],
        [Number(person=each.card, scheme=s, value=v) for each in taken for s, v in each.addition.numbers],
        [BirthDate(person=each.card, born=each.addition.born) for each in taken if each.addition.born],
        [Contact(person=each.card, **each.addition.contact) for each in taken if each.addition.contact],
        [
            Membership(person=each.card, body=body, kind=kind, year=year)
            for each in taken
            for kind, year in each.addition.memberships
        ],
    )


def _save(rows: _Rows) -> _Rows:
    """Cards first: what belongs to them learns their keys."""
    words = _words(rows)  # asked of new cards while they have no key, so that nobody looks for their former names
    Person.objects.bulk_create(rows.people, batch_size=_BATCH)
    for several in (rows.numbers, rows.birth_dates, rows.contacts, rows.memberships, words):
        for row in several:
            row.person = row.person
    Number.objects.bulk_create(rows.numbers, batch_size=_BATCH)
    BirthDate.objects.bulk_create(rows.birth_dates, batch_size=_BATCH)
    Contact.objects.bulk_create(rows.contacts, batch_size=_BATCH)
    Membership.objects.bulk_create(rows.memberships, batch_size=_BATCH)
    SearchWord.objects.bulk_create(words, batch_size=_BATCH, ignore_conflicts=True)
    return rows


def _words(rows: _Rows) -> list[SearchWord]:
    """By which words the new cards are found, and the known ones by their new numbers."""
    cards = {id(card): card for card in (*rows.people, *(number.person for number in rows.numbers))}
    values: dict[int, list[str]] = {}
    for number in rows.numbers:
        values.setdefault(id(number.person), []).append(number.value)
    return [word for key, card in cards.items() for word in search_words(card, values.get(key, ()))]


def _changes(taken: Sequence[_Taken], rows: _Rows, body: Body) -> Iterator[Change]:
    """One record for each thing that was done, as if it had been done by hand."""
    numbers: dict[int, list[Number]] = {}
    for number in rows.numbers:
        numbers.setdefault(number.person.pk, []).append(number)
    for each in taken:
        uid, addition = str(each.card.uid), each.addition
        if each.is_new:
            yield Change("register", "person", uid, None, person_facts(each.card))
        for number in numbers.get(each.card.pk, ()):
            yield Change("give-number", "person", uid, None, number_facts(number))
        if addition.born:
            yield Change("keep-birth-date", "person", uid, None, {"born": addition.born.isoformat()})
        if addition.contact:
            yield Change("keep-contact", "person", uid, None, addition.contact)
        for kind, year in addition.memberships:
            yield Change("enrol", "person", uid, None, {"body": str(body.uid), "kind": kind, "year": year})
