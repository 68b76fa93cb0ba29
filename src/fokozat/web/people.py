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
from fokozat.web.frame import page
from fokozat.web.live_marks import mark
from fokozat.web.people_desk import asking, body_of, card_of, holds, label, office_page, period, say, today, value_word
from fokozat.web.templatetags.words import language

_LONGEST_SEARCH = 200


@require_safe
@office_page
def people_list(request: HttpRequest) -> HttpResponse:
    """Everybody, or who was searched, in the order of the reader's alphabet. Minors stand in it: it is not indexed."""
    body = body_of(request.GET["body"]) if request.GET.get("body") else None
    sought = Sought(
        search=request.GET.get("q", "")[:_LONGEST_SEARCH],
        body=body,
        language=language(),
        after=request.GET.get("after"),
        limit=PAGE,
    )
    live = mark(PEOPLE_LIST)
    found = people(sought)
    actor = asking(request)
    context = {
        "search": sought.search,
        "body": body,
        "rows": people_rows(found.rows),
        "count": count_people(sought),
        "live": live,
        "first": not sought.after,
        "beginning": _address(request, ""),
        "next": _address(request, found.next) if found.next else "",
        "unfindable": True,
        "register": reverse("person-new") if holds(actor, "register", "person") else "",
    }
    return page(request, "office/people.html", context)


def people_rows(cards: tuple[Person, ...]) -> list[dict[str, object]]:
    """Cards as rows: the club of the last year, else who keeps the card; numbers that still hold."""
    keys, nobody = [card.pk for card in cards], str(UUID(int=0))
    clubs, numbers = _clubs(keys), _valid_numbers(keys)
    address = reverse("person", args=[nobody])  # looked up once, not for every row
    return [
        {
            "url": address.replace(nobody, str(card.uid)),
            "name": card.shown_name,
            "club": ", ".join(clubs.get(card.pk, ())) or card.keeper.name,
            "country": card.country,
            "numbers": numbers.get(card.pk, ()),
        }
        for card in cards
    ]


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
        "numbers": _numbers(card),
        "years": _years(card, actor),
        "private": _private(actor, card),
        "doors": {} if card.erased_at else _doors(actor, card),
        "merges": _merges(actor, card),
        "journal": reverse("journal") + f"?subject={card.uid}" if may(actor, "see", "journal", card) else "",
    }
    return page(request, "office/person.html", context)


def _address(request: HttpRequest, after: str) -> str:
    asked = request.GET.copy()
    asked.pop("after", None)
    if after:
        asked["after"] = after
    return f"{request.path}?{asked.urlencode()}" if asked else request.path


def _facts(card: Person) -> list[str]:
    if card.erased_at:
        return [say("person.erased-on", day=card.erased_at.date())]
    facts = [card.country] if card.country else []
    if band := age_band(born_on(card), today()):
        facts.append(say("person.age-band", band=band))
    return [*facts, say("person.kept-by", body=card.keeper.name)]


def _former(card: Person, family: str, given: str) -> str:
    return Person(family=family, given=given, order=card.order).shown_name


def _numbers(card: Person) -> list[dict[str, object]]:
    return [
        {
            "scheme": value_word("scheme", each.scheme),
            "value": each.value,
            "period": period(each.begins, each.ends),
            "end": "" if each.ends else reverse("number-end", args=[card.uid, each.pk]),
        }
        for each in card.numbers.order_by("scheme", "begins", "pk")
    ]


def _years(card: Person, actor: Actor) -> list[dict[str, object]]:
    """Memberships and licences, the last year first."""
    held = card.memberships.select_related("body", "body__parent").order_by("-year", "kind", "pk")
    return [
        {
            "year": str(each.year),
            "body": each.body.name,
            "url": reverse("body", args=[each.body.uid]),
            "kind": value_word("kind", each.kind),
            "strike": reverse("person-strike", args=[card.uid, each.pk])
            if may(actor, "change", "membership", each.body)
            else "",
        }
        for each in held
    ]


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


def _doors(actor: Actor, card: Person) -> dict[str, str]:
    """What the one who asks may do with the card."""
    doors = {
        "change": ("person-edit", may(actor, "change", "person", card)),
        "number": ("person-number", may(actor, "change", "person", card)),
        "enrol": ("person-enrol", holds(actor, "change", "membership")),
        "erase": ("person-erase", may(actor, "erase", "person", card)),
    }
    return {name: reverse(route, args=[card.uid]) for name, (route, allowed) in doors.items() if allowed}


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
