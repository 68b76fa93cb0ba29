"""People and bodies as programs see them. Of an age there is a band and never a birth date; contact data never."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.urls import reverse
from ninja import Schema
from pydantic import ConfigDict, Field

from fokozat.api.answers import Reader
from fokozat.office.ages import age_band, born_on
from fokozat.office.models import Body, Membership, Number, Person
from fokozat.office.queries import PAGE
from fokozat.office.rights import Actor, may

MOST_ROWS = 200
_PRIVATE_SCHEMES = (Number.Scheme.LICENCE,)


class Growing(Schema):
    """A shape that may grow: who reads it must bear keys that he does not know."""

    model_config = ConfigDict(extra="allow")


class PageQuestion(Reader):
    """A page of a list. `lang` also says in whose alphabet it is put in order."""

    q: str = Field("", max_length=200, description="Words that begin a word of the name; case and marks do not matter.")
    cursor: str | None = Field(None, max_length=100, description="`next` of the page before.")
    limit: int = Field(PAGE, ge=1, le=MOST_ROWS)


class PeopleQuestion(PageQuestion):
    body: str | None = Field(
        None, max_length=100, description="The uid of a body: its members, and those of bodies in it."
    )


class BodiesQuestion(PageQuestion):
    parent: str | None = Field(None, max_length=100, description="The uid of a body: the bodies that stand in it.")


class NumberShape(Growing):
    """A number under which a scheme knows a person. Its period is told to whoever may change the card."""

    scheme: str
    value: str


class BodyNameShape(Growing):
    uid: str
    name: str


class PersonShape(Growing):
    """A person. `asked`: the uid that was asked for, where a merge has given it up. `clubs`: those of this year.

    Whoever may change the card also reads `sex` and `hidden_from_search`.
    """

    uid: str
    asked: str | None = None
    name: str
    family: str
    given: str
    order: str
    country: str
    age_band: str
    keeper: BodyNameShape
    numbers: list[NumberShape]
    clubs: list[BodyNameShape]


class PeopleShape(Growing):
    """A page of people. A page may hold fewer than asked for; only where `next` is null the list ends."""

    people: list[PersonShape]
    next: str | None


class ColoursShape(Growing):
    """The colour of a body on light and on dark pages, such as `#8a2f1d`."""

    light: str
    dark: str


class LogoShape(Growing):
    """Where the logo is, a PNG, and how many pixels it has. Another logo has another address."""

    url: str
    width: int
    height: int


class BodyShape(Growing):
    """A federation, society, club or organiser; `parent` is what it stands in."""

    uid: str
    kind: str
    name: str
    short_name: str
    country: str
    place: str
    parent: BodyNameShape | None
    languages: list[str]
    time_zone: str
    colours: ColoursShape | None
    logo: LogoShape | None
    closed_on: str | None


class BodiesShape(Growing):
    """A page of bodies; only where `next` is null the list ends."""

    bodies: list[BodyShape]
    next: str | None


def people_documents(people: Sequence[Person], actor: Actor, today: date) -> list[dict[str, Any]]:
    """The people of a page; who wants to be hidden is listed only for those who may change the card."""
    rights = _rights(people, actor)
    listed = [person for person in people if rights[person.keeper_id] or not person.hidden_from_search]
    _gather(listed, today)
    return [_person_document(person, rights[person.keeper_id], today) for person in listed]


def person_document(person: Person, actor: Actor, today: date) -> dict[str, Any]:
    """One card; whoever knows its uid has it from a list or a result, so it is shown."""
    _gather([person], today)
    return _person_document(person, _rights([person], actor)[person.keeper_id], today)


def body_document(body: Body) -> dict[str, Any]:
    return {
        "uid": str(body.uid),
        "kind": body.kind,
        "name": body.name,
        "short_name": body.short_name,
        "country": body.country,
        "place": body.place,
        "parent": _name_of(body.parent) if body.parent else None,
        "languages": list(body.languages),
        "time_zone": body.time_zone,
        "colours": body.colours or None,
        "logo": _logo_of(body) if body.logo else None,
        "closed_on": body.closed_on.isoformat() if body.closed_on else None,
    }


def _logo_of(body: Body) -> dict[str, Any]:
    url = reverse("body-logo", args=(body.uid, body.logo["digest"]))
    return {"url": url, "width": body.logo["width"], "height": body.logo["height"]}


def _rights(people: Iterable[Person], actor: Actor) -> dict[int, bool]:
    """By the key of the keeper: whether its cards may be changed. A page has few keepers."""
    keepers = {person.keeper_id: person.keeper for person in people}
    known = actor.account is not None
    return {key: known and may(actor, "change", "person", keeper) for key, keeper in keepers.items()}


def _gather(people: Sequence[Person], today: date) -> None:
    now = Membership.objects.filter(year=today.year, kind=Membership.Kind.MEMBER).select_related("body")
    numbers = Number.objects.order_by("scheme", "pk")
    clubs = Prefetch("memberships", now.order_by("body__name_sort_en", "pk"), to_attr="clubs_now")
    prefetch_related_objects(people, "birth_date", Prefetch("numbers", numbers, to_attr="numbers_kept"), clubs)


def _person_document(person: Person, trusted: bool, today: date) -> dict[str, Any]:
    kept: list[Number] = getattr(person, "numbers_kept", [])
    clubs: list[Membership] = getattr(person, "clubs_now", [])
    document: dict[str, Any] = {
        "uid": str(person.uid),
        "name": person.shown_name,
        "family": person.family,
        "given": person.given,
        "order": person.order,
        "country": person.country,
        "age_band": age_band(born_on(person), today),
        "keeper": _name_of(person.keeper),
        "numbers": [_number(each, trusted) for each in kept if trusted or _is_public(each, today)],
        "clubs": [_name_of(each.body) for each in clubs],
    }
    return document | {"sex": person.sex, "hidden_from_search": person.hidden_from_search} if trusted else document


def _is_public(number: Number, today: date) -> bool:
    begun = number.begins is None or number.begins <= today
    return begun and (number.ends is None or number.ends >= today) and number.scheme not in _PRIVATE_SCHEMES


def _number(number: Number, trusted: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {"scheme": number.scheme, "value": number.value}
    if trusted:
        plain |= {name: day.isoformat() if day else None for name, day in _period(number)}
    return plain


def _period(number: Number) -> tuple[tuple[str, date | None], ...]:
    return ("begins", number.begins), ("ends", number.ends)


def _name_of(body: Body) -> dict[str, Any]:
    return {"uid": str(body.uid), "name": body.name}
