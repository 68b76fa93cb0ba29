"""The facts of a record as plain values: what the journal digests, the API answers and an export writes."""

from typing import Any
from uuid import UUID

from django.db.models import Model

from fokozat.kernel.errors import Conflict, InvalidInput, NotFound
from fokozat.office.models import Body, Person
from fokozat.office.wishes import shown

BODY = ("kind", "name", "short_name", "country", "place", "languages", "time_zone", "colours", "logo", "closed_on")
PERSON = ("family", "given", "order", "sex", "country", "hidden_from_search")


def body_facts(body: Body) -> dict[str, Any]:
    """A body; what it stands in is named by uid."""
    parent = str(body.parent.uid) if body.parent else None
    return {"uid": str(body.uid), **plain_facts(body, BODY), "parent": parent}


def person_facts(person: Person) -> dict[str, Any]:
    """A person without anything private."""
    return {"uid": str(person.uid), **plain_facts(person, PERSON), "keeper": str(person.keeper.uid)}


def step_version(record: Person | Body, version: int, theirs: dict[str, Any]) -> None:
    """Take the next version of a held record, or say who was faster: of two who change the same thing one wins."""
    if record.version != version:
        raise Conflict("office.changed-meanwhile", version=record.version, theirs=theirs)
    record.version = version + 1


def hold_body(body: Body) -> Body:
    """The body as it is now; until the transaction ends nobody else changes it."""
    return Body.objects.select_for_update(of=("self",)).select_related("parent").get(pk=body.pk)


def hold_card(person: Person) -> Person:
    """The card as it is now; until the transaction ends nobody else changes it. A closed card is refused."""
    card = Person.objects.select_for_update(of=("self",)).select_related("keeper").get(pk=person.pk)
    if card.merged_into_id or card.erased_at:
        raise Conflict("office.card-closed", uid=str(card.uid))
    return card


def find_body(uid: object, place: str = "") -> Body:
    """The body of a uid; `place` is the field in which somebody named it."""
    if uid is None or uid == "":
        raise InvalidInput("office.missing", place)
    known = read_uid(uid)
    body = Body.objects.select_related("parent").filter(uid=known).first() if known else None
    if body is None:
        raise NotFound("office.no-body", place, uid=shown(uid))
    return body


def find_person(uid: object) -> Person:
    """The person of a uid, also of one that was given up in a merge."""
    people = Person.objects.select_related("keeper", "merged_into")
    known = read_uid(uid)
    person = people.filter(uid=known).first() if known else None
    while person is not None and person.merged_into is not None:
        person = people.get(pk=person.merged_into.pk)
    if person is None:
        raise NotFound("office.no-person", uid=shown(uid))
    return person


def read_uid(uid: object) -> UUID | None:
    """A uid that was typed or sent; nothing where it is none."""
    try:
        return UUID(str(uid))
    except ValueError:
        return None


def plain_facts(record: Model, names: tuple[str, ...]) -> dict[str, Any]:
    """The named facts of a row; days as text."""
    values = {name: getattr(record, name) for name in names}
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in values.items()}
