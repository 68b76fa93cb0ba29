"""The list of people and the card of one: what everybody may see, and for whom it is more, that too."""

from functools import cache, partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.kernel.words import day
from fokozat.office.ages import age_band, born_on, is_minor, needs_consent
from fokozat.office.live import PEOPLE_LIST
from fokozat.office.models import Membership, Person
from fokozat.office.models.people import Merge, Number
from fokozat.office.queries import PAGE, Sought, count_people, people
from fokozat.office.rights import Actor, may
from fokozat.web.doors import Doors, Grave
from fokozat.web.frame import page
from fokozat.web.live_marks import mark
from fokozat.web.people_desk import asking, body_of, card_of, holds, label, office_page, period, say, today, value_word
from fokozat.web.tables import (
    ASIDE,
    BELOW,
    LEAD,
    MAIN,
    NAME,
    QUIET,
    TEXT,
    Action,
    Address,
    Cell,
    Column,
    Empty,
    Order,
    Pages,
    Row,
    Table,
    read_order,
)
from fokozat.web.templatetags.words import language

BY_NAME = Order("name")
_LONGEST_SEARCH = 200


@require_safe
@office_page
def people_list(request: HttpRequest) -> HttpResponse:
    """Everybody, or who was searched, in the order of the reader's alphabet. Minors stand in it: it is not indexed."""
    body = body_of(request.GET["body"]) if request.GET.get("body") else None
    columns = people_columns()
    order = read_order(request.GET.get("sort", ""), columns, BY_NAME)
    sought = Sought(
        search=request.GET.get("q", "")[:_LONGEST_SEARCH],
        body=body,
        language=language(),
        after=request.GET.get("after"),
        limit=PAGE,
        down=order.down,
    )
    live = mark(PEOPLE_LIST)
    found, address = people(sought), Address.of(request)
    table = Table(
        say("people.title"), columns, people_rows(found.rows), _nobody(sought.search), order=order, usual=BY_NAME,
        address=address, count=say("people.count", count=count_people(sought)),
        pages=Pages(address.but(after="") if sought.after else "", address.but(after=found.next) if found.next else ""),
    )  # fmt: skip
    context = {
        "search": sought.search,
        "body": body,
        "table": table,
        "live": live,
        "unfindable": True,
        "register": reverse("person-new") if holds(asking(request), "register", "person") else "",
    }
    return page(request, "office/people.html", context)


def people_columns(clubs: bool = True) -> tuple[Column, ...]:
    """By name alone: its keys are stored in order, so that a page of a million is as quick as one of ten."""
    return (
        Column("name", say("people.name"), NAME, sorts=True),
        *((Column("club", say("people.club"), QUIET),) if clubs else ()),
        Column("country", say("people.country"), QUIET, MAIN),
        Column("numbers", say("people.numbers"), QUIET, ASIDE if clubs else BELOW),
    )


def people_rows(cards: tuple[Person, ...]) -> tuple[Row, ...]:
    """Cards as rows: the club of the last year, else who keeps the card; numbers that still hold."""
    clubs = _clubs([card.pk for card in cards])
    return tuple(
        Row((row.cells[0], Cell(", ".join(clubs.get(card.pk, ())) or card.keeper.name), *row.cells[1:]))
        for card, row in zip(cards, member_rows(cards), strict=True)
    )


def member_rows(cards: tuple[Person, ...]) -> tuple[Row, ...]:
    """The same where the page itself says of which club they are."""
    keys, nobody = [card.pk for card in cards], str(UUID(int=0))
    numbers = _valid_numbers(keys)
    address = reverse("person", args=[nobody])  # looked up once, not for every row
    return tuple(
        Row((
            Cell(card.shown_name, address.replace(nobody, str(card.uid))),
            Cell(card.country),
            Cell(", ".join(numbers.get(card.pk, ()))),
        ))
        for card in cards
    )  # fmt: skip


def _nobody(search: str) -> Empty:
    if search:
        return Empty(say("people.none-found", search=search), say("people.none-found-cure"))
    return Empty(say("people.empty"), say("people.empty-cure"))


def _clubs(keys: list[int]) -> dict[int, list[str]]:
    """By card the bodies of which it was a member in its last year."""
    members = Membership.objects.filter(kind=Membership.Kind.MEMBER, person__in=keys).order_by("-year", "pk")
    last: dict[int, int] = {}
    clubs: dict[int, list[str]] = {}
    for key, year, name in members.values_list("person", "year", "body__name"):
        if last.setdefault(key, year) == year:
            clubs.setdefault(key, []).append(name)
    return clubs


def _valid_numbers(keys: list[int]) -> dict[int, list[str]]:
    """By card the numbers that have not ended."""
    numbers: dict[int, list[str]] = {}
    scheme_word = cache(partial(value_word, "scheme"))
    found = Number.objects.filter(person__in=keys, ends=None).order_by("scheme", "pk")
    for key, scheme, value in found.values_list("person", "scheme", "value"):
        numbers.setdefault(key, []).append(f"{scheme_word(scheme)} {value}")
    return numbers


@require_safe
@office_page
def person(request: HttpRequest, uid: object) -> HttpResponse:
    """The card of a person. A uid that was given up leads to the card that holds now."""
    card = card_of(uid)
    if card.uid != uid:
        return HttpResponseRedirect(reverse("person", args=[card.uid]))
    actor = asking(request)
    context = {
        "card": card,
        "erased": bool(card.erased_at),
        "unfindable": card.hidden_from_search or card.erased_at or is_minor(card, today()),
        "facts": _facts(card),
        "former": [
            {"name": _former(card, each.family, each.given), "until": period(None, each.until)}
            for each in card.former_names.order_by("-until", "-pk")
        ],
        "numbers": _numbers(card, actor),
        "years": _years(card, actor),
        "private": _private(actor, card),
        "doors": _doors(actor, card),
        "merges": _merges(actor, card),
    }
    return page(request, "office/person.html", context)


def _facts(card: Person) -> list[str]:
    if card.erased_at:
        return [say("person.erased-on", day=card.erased_at.date())]
    facts = [card.country] if card.country else []
    if band := age_band(born_on(card), today()):
        facts.append(say("person.age-band", band=band))
    return [*facts, say("person.kept-by", body=card.keeper.name)]


def _former(card: Person, family: str, given: str) -> str:
    return Person(family=family, given=given, order=card.order).shown_name


def _numbers(card: Person, actor: Actor) -> Table:
    """Under which number a scheme knows the person, the ended ones too."""
    changes = may(actor, "change", "person", card) and not card.erased_at
    columns = (
        Column("scheme", say("person.scheme"), NAME),
        Column("number", say("person.number"), phone=MAIN),
        Column("period", say("person.period"), QUIET),
        *_doors_column(changes),
    )
    rows = []
    for each in card.numbers.order_by("scheme", "begins", "pk"):
        scheme = value_word("scheme", each.scheme)
        end = reverse("number-end", args=[card.uid, each.pk])
        door = Action(say("person.end-number"), end, f"{scheme} {each.value}", asks=True)
        doors = (Cell(actions=() if each.ends else (door,)),) if changes else ()
        rows.append(Row((Cell(scheme), Cell(each.value), Cell(period(each.begins, each.ends)), *doors)))
    return Table(say("person.numbers"), columns, tuple(rows), Empty(say("person.no-numbers")), key="numbers-held")


def _years(card: Person, actor: Actor) -> Table:
    """Memberships and licences, the last year first."""
    held = list(card.memberships.select_related("body", "body__parent").order_by("-year", "kind", "pk"))
    mine = {each.pk for each in held if may(actor, "change", "membership", each.body)}
    columns = (
        Column("year", say("person.year"), TEXT, LEAD),
        Column("body", say("person.body"), NAME),
        Column("kind", say("person.kind"), QUIET, MAIN),
        *_doors_column(bool(mine)),
    )
    rows = []
    for each in held:
        strike = reverse("person-strike", args=[card.uid, each.pk])
        door = Action(say("person.strike"), strike, f"{each.body.name} {each.year}", asks=True)
        doors = (Cell(actions=(door,) if each.pk in mine else ()),) if mine else ()
        home = reverse("body", args=[each.body.uid])
        rows.append(
            Row((Cell(str(each.year)), Cell(each.body.name, home), Cell(value_word("kind", each.kind)), *doors))
        )
    return Table(say("person.memberships"), columns, tuple(rows), Empty(say("person.no-memberships")), key="held")


def _doors_column(holds_any: bool) -> tuple[Column, ...]:
    """What can be done with a row, at its right end; nobody who may do nothing sees an empty column."""
    return (Column("doors", say("office.doors"), QUIET, ASIDE),) if holds_any else ()


def _private(actor: Actor, card: Person) -> list[dict[str, object]]:
    """What only few may see: each kind has a right of its own."""
    parts: list[dict[str, object]] = []
    if card.erased_at:
        return parts
    if may(actor, "see", "birth-date", card):
        born = born_on(card)
        parts.append(_part(actor, card, "birth-date", [day(born, language())] if born else []))
    if may(actor, "see", "contact", card):
        kept = getattr(card, "contact", None)
        lines = [text for text in (kept.email, kept.phone, kept.address) if text] if kept else []
        parts.append(_part(actor, card, "contact", lines))
    if may(actor, "see", "consent", card):
        part = _part(actor, card, "consent", [])
        part["missing"] = needs_consent(card, today())
        part["consents"] = [
            {
                "by": each.given_by,
                "period": period(each.on, each.withdrawn_on),
                "withdraw": "" if each.withdrawn_on else reverse("consent-withdraw", args=[card.uid, each.pk]),
            }
            for each in card.consents.order_by("-on", "-pk")
        ]
        parts.append(part)
    return parts


def _part(actor: Actor, card: Person, kind: str, lines: list[str]) -> dict[str, object]:
    door = reverse(f"person-{kind}", args=[card.uid]) if may(actor, "change", kind, card) else ""
    return {"kind": kind, "label": label(kind), "lines": lines, "door": door}


def _doors(actor: Actor, card: Person) -> Doors | None:
    """What the one who asks may do with the card; with an erased one nothing but read."""
    reading: tuple[Action, ...] = ()
    if may(actor, "see", "journal", card):
        reading = (Action(say("journal.of-card"), reverse("journal") + f"?subject={card.uid}"),)
    if card.erased_at:
        return Doors.of((), reading=reading)
    changes = may(actor, "change", "person", card)
    usual = (
        ("person.change", "person-edit", changes),
        ("person.enrol", "person-enrol", holds(actor, "change", "membership")),
        ("person.give-number", "person-number", changes),
    )
    grave: tuple[Grave, ...] = ()
    if may(actor, "erase", "person", card):
        erase = Action(say("person.erase-door"), reverse("person-erase", args=[card.uid]))
        grave = (Grave(erase, say("person.erase-about")),)
    doors = [Action(say(name), reverse(route, args=[card.uid])) for name, route, allowed in usual if allowed]
    return Doors.of(doors, grave, reading)


def _merges(actor: Actor, card: Person) -> list[dict[str, object]]:
    """Cards that were merged into this one, for who may undo it."""
    if card.erased_at or not may(actor, "merge", "person", card):
        return []
    merges = Merge.objects.filter(kept=card, undone_at=None).select_related("merged", "merged__keeper").order_by("-at")
    return [
        {"name": each.merged.shown_name, "day": each.at.date(), "undo": reverse("merge-undo", args=[each.pk])}
        for each in merges
        if may(actor, "merge", "person", each.merged)
    ]
