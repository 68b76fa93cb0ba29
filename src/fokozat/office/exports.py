"""What a person may take out: every table as rows of plain values, streamed; private ones by a right of their own.

`members` of a body is the form in which members come in: taken in elsewhere, it gives the same facts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from fokozat.kernel.errors import InvalidInput
from fokozat.office import exports_of_desk as desk
from fokozat.office.columns import MEMBERS, SCHEMES
from fokozat.office.duplicates import living
from fokozat.office.facts import body_facts
from fokozat.office.looks import THEMES
from fokozat.office.matching import Reach
from fokozat.office.models import (
    BirthDate,
    Body,
    Consent,
    Contact,
    FormerName,
    Membership,
    Number,
    Person,
    Record,
    Role,
)
from fokozat.office.models.systems import OpeningRow, System
from fokozat.office.queries import bodies_within
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import shown

_CHUNK = 2000
_NAMED = ("uid", "family", "given")
_CONTACT = ("email", "phone", "address")
_CONSENT = ("given_by", "on", "withdrawn_on")
_RECORD = ("chain", "at", "place", "actor", "verb", "kind", "subject", "digest", "previous", "hash")
_OF_CARD = ("family", "given", "order", "sex", "country", "hidden_from_search")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table that goes out: the keys of its columns and its rows, read while they are written."""

    name: str
    columns: tuple[str, ...]
    rows: Iterator[Row]


@dataclass(frozen=True)
class _Asked:
    """Whose export it is, and of which body; None: of the installation."""

    reach: Reach
    body: Body | None

    @cached_property
    def within(self) -> list[int] | None:
        return bodies_within(self.body) if self.body else None

    @property
    def people(self) -> QuerySet[Person]:
        """The living cards that the body and those in it keep or enrol."""
        if self.within is None:
            return living().order_by("pk")
        kept = Person.objects.filter(keeper__in=self.within)
        enrolled = Membership.objects.filter(body__in=self.within)
        return living().filter(pk__in=kept.values("pk").union(enrolled.values("person"))).order_by("pk")


@dataclass(frozen=True)
class _Kind:
    """A table: what must be allowed, its columns, and how its rows are read."""

    rights: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    rows: Callable[[_Asked], Iterator[Row]]


def export(actor: Actor, name: str, body: Body | None = None) -> Table:
    """A table of a body with everything in it, or of the installation."""
    kind = TABLES.get(name)
    if kind is None:
        raise InvalidInput("office.unknown-choice", "table", value=shown(name), known=tuple(TABLES))
    if name == "members" and body is None:
        raise InvalidInput("office.missing", "body")
    for verb, of in kind.rights:
        require(actor, verb, of, body)
    return Table(name, kind.columns, kind.rows(_Asked(Reach(actor), body)))


def _people(asked: _Asked) -> Iterator[Row]:
    for card in asked.people.select_related("keeper").iterator(_CHUNK):
        yield {**_card(card), "keeper": str(card.keeper.uid)}


def _members(asked: _Asked) -> Iterator[Row]:
    """Who is kept or enrolled, with the years in this body and the numbers that hold."""
    cards = asked.people.select_related("keeper", "birth_date", "contact").prefetch_related("numbers", "memberships")
    for card in cards.iterator(_CHUNK):
        years = [each for each in card.memberships.all() if asked.body and each.body_id == asked.body.pk]
        numbers = [each for each in sorted(card.numbers.all(), key=lambda each: each.pk) if each.ends is None]
        yield {
            **_card(card),
            "born": asked.reach.birth_date(card),
            **_contact(card if asked.reach.may("see", "contact", card.keeper) else None),
            **{scheme: [each.value for each in numbers if each.scheme == scheme] for scheme in SCHEMES},
            "member_years": sorted(each.year for each in years if each.kind == Membership.Kind.MEMBER),
            "licence_years": sorted(each.year for each in years if each.kind == Membership.Kind.LICENCE),
        }


def _bodies(asked: _Asked) -> Iterator[Row]:
    found = Body.objects.select_related("parent").order_by("pk")
    found = found if asked.within is None else found.filter(pk__in=asked.within)
    for body in found.iterator(_CHUNK):
        facts = {key: value for key, value in body_facts(body).items() if key in _BODY}
        colours = {f"colour_{theme}": body.colours.get(theme, "") for theme in THEMES}
        yield {**facts, **colours, "logo": body.logo.get("digest", ""), "closed_on": body.closed_on}


def _memberships(asked: _Asked) -> Iterator[Row]:
    found = Membership.objects.filter(person__in=_living(asked)).select_related("person", "body").order_by("pk")
    found = found if asked.within is None else found.filter(body__in=asked.within)
    for each in found.iterator(_CHUNK):
        yield {**_named(each.person), "body": str(each.body.uid), "kind": each.kind, "year": each.year}


def _numbers(asked: _Asked) -> Iterator[Row]:
    found = Number.objects.filter(person__in=_living(asked)).select_related("person").order_by("pk")
    for each in found.iterator(_CHUNK):
        figures = {"scheme": each.scheme, "value": each.value, "begins": each.begins, "ends": each.ends}
        yield {**_named(each.person), **figures}


def _openings(asked: _Asked) -> Iterator[Row]:
    found = OpeningRow.objects.filter(opening__undone_at=None).select_related("person", "opening__system")
    found = found if asked.within is None else found.filter(opening__system__body__in=asked.within)
    for row in found.order_by("pk").iterator(_CHUNK):
        opening = row.opening
        signed = {"system": opening.system.key, "day": opening.day, "signed_by": opening.signed_by}
        yield {**signed, **_named(row.person), **{name: getattr(row, name) for name in row.FIGURES}}


def _birth_dates(asked: _Asked) -> Iterator[Row]:
    found = BirthDate.objects.filter(person__in=_living(asked)).select_related("person__keeper").order_by("pk")
    for each in found.iterator(_CHUNK):
        if asked.reach.may("see", "birth-date", each.person.keeper):
            yield {**_named(each.person), "born": each.born}


def _contacts(asked: _Asked) -> Iterator[Row]:
    found = Contact.objects.filter(person__in=_living(asked)).select_related("person__keeper").order_by("pk")
    for each in found.iterator(_CHUNK):
        if asked.reach.may("see", "contact", each.person.keeper):
            yield {**_named(each.person), **{name: getattr(each, name) for name in _CONTACT}}


def _consents(asked: _Asked) -> Iterator[Row]:
    found = Consent.objects.filter(person__in=_living(asked)).select_related("person__keeper").order_by("pk")
    for each in found.iterator(_CHUNK):
        if asked.reach.may("see", "consent", each.person.keeper):
            yield {**_named(each.person), **{name: getattr(each, name) for name in _CONSENT}}


def _former_names(asked: _Asked) -> Iterator[Row]:
    found = FormerName.objects.filter(person__in=_living(asked)).select_related("person").order_by("pk")
    for each in found.iterator(_CHUNK):
        names = {"former_family": each.family, "former_given": each.given, "until": each.until}
        yield {**_named(each.person), **names}


def _systems(asked: _Asked) -> Iterator[Row]:
    """A line for each edition of a system."""
    found = System.objects.select_related("body").order_by("pk")
    found = found if asked.within is None else found.filter(body__in=asked.within)
    for each in found.iterator(_CHUNK):
        system = {"uid": str(each.uid), "body": str(each.body.uid), "key": each.key, "name": each.name}
        for edition in each.editions:
            rated = {"game": each.game, "class": each.klass, "edition": edition["edition"], "from": edition["from"]}
            yield {**system, **rated}


def _roles(asked: _Asked) -> Iterator[Row]:
    found = Role.objects.select_related("account", "body").order_by("pk")
    found = found if asked.within is None else found.filter(body__in=asked.within)
    for each in found.iterator(_CHUNK):
        held = {"email": each.account.email, "role": each.role, "body": str(each.body.uid) if each.body else ""}
        yield {**held, "begins": each.begins, "ends": each.ends}


def _journal(asked: _Asked) -> Iterator[Row]:
    """The records as they are chained, without their details: so everyone can prove them, and nobody is named."""
    found = Record.objects.select_related("chain").order_by("chain", "place")
    found = found if asked.within is None else found.filter(chain__body__in=asked.within)
    for each in found.iterator(_CHUNK):
        facts = {name: getattr(each, name) for name in _RECORD[2:]}
        yield {"chain": each.chain.name, "at": each.at.isoformat(), **facts}


def _living(asked: _Asked) -> QuerySet[Person]:
    return asked.people.order_by()


def _named(card: Person) -> dict[str, Any]:
    return {"uid": str(card.uid), "family": card.family, "given": card.given}


def _card(card: Person) -> dict[str, Any]:
    return {"uid": str(card.uid), **{name: getattr(card, name) for name in _OF_CARD}}


def _contact(card: Person | None) -> dict[str, str]:
    held = getattr(card, "contact", None)
    return {name: str(getattr(held, name, "")) for name in _CONTACT}


def _of_desk(rows: Callable[[desk.Within], Iterator[Row]]) -> Callable[[_Asked], Iterator[Row]]:
    return lambda asked: rows(asked.within)


_EXPORT_PERSON = (("export", "person"),)
_SEE_ROLE, _MERGE = (("see", "role"),), (*_EXPORT_PERSON, ("merge", "person"))
_BODY = (
    "uid", "kind", "name", "short_name", "country", "place", "parent", "languages", "time_zone", "colour_light",
    "colour_dark", "logo", "closed_on",
)  # fmt: skip
_SYSTEM = ("uid", "body", "key", "name", "game", "class", "edition", "from")
TABLES: Mapping[str, _Kind] = {
    "members": _Kind(_EXPORT_PERSON, MEMBERS, _members),
    "people": _Kind(_EXPORT_PERSON, ("uid", *_OF_CARD, "keeper"), _people),
    "bodies": _Kind((("see", "body"),), _BODY, _bodies),
    "memberships": _Kind(_EXPORT_PERSON, (*_NAMED, "body", "kind", "year"), _memberships),
    "numbers": _Kind(_EXPORT_PERSON, (*_NAMED, "scheme", "value", "begins", "ends"), _numbers),
    "openings": _Kind(
        (("export", "opening"),), ("system", "day", "signed_by", *_NAMED, *OpeningRow.FIGURES), _openings
    ),
    "birth-dates": _Kind((*_EXPORT_PERSON, ("see", "birth-date")), (*_NAMED, "born"), _birth_dates),
    "contacts": _Kind((*_EXPORT_PERSON, ("see", "contact")), (*_NAMED, *_CONTACT), _contacts),
    "consents": _Kind((*_EXPORT_PERSON, ("see", "consent")), (*_NAMED, *_CONSENT), _consents),
    "former-names": _Kind(_EXPORT_PERSON, (*_NAMED, "former_family", "former_given", "until"), _former_names),
    "systems": _Kind((("see", "system"),), _SYSTEM, _systems),
    "roles": _Kind(_SEE_ROLE, ("email", "role", "body", "begins", "ends"), _roles),
    "accounts": _Kind(_SEE_ROLE, desk.ACCOUNTS, _of_desk(desk.accounts)),
    "tokens": _Kind(_SEE_ROLE, desk.TOKENS, _of_desk(desk.tokens)),
    "claims": _Kind((*_SEE_ROLE, ("decide", "claim")), desk.CLAIMS, _of_desk(desk.claims)),
    "reports": _Kind((*_SEE_ROLE, ("settle", "report")), desk.REPORTS, _of_desk(desk.reports)),
    "merges": _Kind(_MERGE, desk.MERGES, _of_desk(desk.merges)),
    "told-apart": _Kind(_MERGE, desk.TOLD_APART, _of_desk(desk.told_apart)),
    "imports": _Kind((("import", "person"),), desk.IMPORTS, _of_desk(desk.imports)),
    "journal": _Kind((("see", "journal"),), _RECORD, _journal),
}
