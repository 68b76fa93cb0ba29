"""Bodies as they stand in each other, the page of one, and what officers do with it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.close_body import close_body, reopen_body
from fokozat.office.actions.found_body import found_body
from fokozat.office.facts import body_facts, read_uid
from fokozat.office.live import body_topic
from fokozat.office.models import Body, Membership, Person
from fokozat.office.queries import PAGE, bodies_within
from fokozat.office.rights import Actor, may, require
from fokozat.office.wishes import Wish
from fokozat.web.bodies_export import offered
from fokozat.web.body_facts import body_region
from fokozat.web.body_tree import branches
from fokozat.web.doors import Doors, Grave
from fokozat.web.frame import page
from fokozat.web.live_marks import mark
from fokozat.web.looks import logo_of
from fokozat.web.people import BY_NAME, member_rows, people_columns
from fokozat.web.people_desk import (
    asking,
    body_of,
    choices,
    holds,
    office_page,
    open_bodies,
    reaches_everywhere,
    require_somewhere,
    say,
    today,
)
from fokozat.web.people_forms import Field, Form, ask, sent_version
from fokozat.web.tables import Action, Address, Empty, Pages, Table, read_order
from fokozat.web.templatetags.words import language

_SHOW_AND_SEND = ["GET", "HEAD", "POST"]
_MOST_YEARS = 12


@require_safe
@office_page
def bodies_list(request: HttpRequest) -> HttpResponse:
    """The tree of bodies; there are few, so it stands on one page."""
    actor = asking(request)
    every = list(Body.objects.order_by(f"name_sort_{language()}", "pk"))
    context = {
        "tree": branches(every, None),
        "count": len(every),
        "found": reverse("body-new") if holds(actor, "found", "body") else "",
    }
    return page(request, "office/bodies.html", context)


@require_safe
@office_page
def body(request: HttpRequest, uid: object) -> HttpResponse:
    """A body: what it is, the bodies inside, its members of a year."""
    live = mark(body_topic(uid))
    shown, actor = body_of(uid), asking(request)
    years = list(
        Membership.objects.filter(body=shown).order_by("-year").values_list("year", flat=True).distinct()[:_MOST_YEARS]
    )
    year = _year(request.GET.get("year", ""), years)
    context = {
        "body": shown,
        "logo": logo_of(shown),
        "unfindable": True,  # minors may stand among its members
        "above": [{"name": each.name, "url": _home(each)} for each in reversed(shown.line_upwards()[1:])],
        "live": live,
        "region": body_region(shown),
        "inside": branches(_inside(shown), shown.pk),
        "years": [{"year": str(each), "current": each == year, "url": f"{_home(shown)}?year={each}"} for each in years],
        "year": str(year),
        "table": _table(request, shown, year),
        "people": reverse("people") + f"?body={shown.uid}",
        "doors": _doors(actor, shown),
        "exports": offered(actor, shown),
    }
    return page(request, "office/body.html", context)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def body_new(request: HttpRequest) -> HttpResponse:
    """Found a body."""
    actor = asking(request)
    require_somewhere(actor, "found", "body")
    top = (("", say("bodies.at-the-top")),) if reaches_everywhere(actor, "found", "body") else ()
    parent = Field("parent", "choice", (*top, *open_bodies(actor, "found", "body")))
    start = {"kind": Body.Kind.CLUB, "time_zone": "Europe/Budapest", "languages": [language()],
             "parent": request.GET.get("in", "")}  # fmt: skip
    form = Form(
        say("bodies.found"), "bodies.found", reverse("bodies"), (parent, *_fields()), start, above=say("bodies.title")
    )

    def act(given: Mapping[str, Any]) -> str:
        return _home(found_body(actor, given))

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def body_edit(request: HttpRequest, uid: object) -> HttpResponse:
    """Change what is kept of a body."""
    actor, kept = asking(request), body_of(uid)
    require(actor, "change", "body", kept)
    form = Form(
        say("bodies.change"), "office.save", _home(kept), _fields(), body_facts(kept), kept.version,
        above=kept.name, waits=True,
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        change_body(actor, kept, sent_version(request), given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def body_close(request: HttpRequest, uid: object) -> HttpResponse:
    """Close a body, or open it again."""
    actor, kept = asking(request), body_of(uid)
    require(actor, "close", "body", kept)
    if kept.closed_on:
        form = Form(
            say("bodies.reopen"), "bodies.reopen", _home(kept), version=kept.version,
            told=(say("bodies.reopen-told", name=kept.name),), above=kept.name,
        )  # fmt: skip
    else:
        form = Form(
            say("bodies.close"), "bodies.close", _home(kept), (Field("closed_on", "day", optional=False),),
            {"closed_on": today()}, kept.version, (say("bodies.close-told", name=kept.name),), kept.name,
        )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        if kept.closed_on:
            reopen_body(actor, kept, sent_version(request))
            return form.back
        wish = Wish(given)
        on = wish.required_day("closed_on")
        wish.refuse_faults()
        close_body(actor, kept, sent_version(request), on)
        return form.back

    return ask(request, form, act)


def _home(kept: Body) -> str:
    return reverse("body", args=[kept.uid])


def _fields() -> tuple[Field, ...]:
    names = (("en", "English"), ("hu", "magyar"), ("et", "eesti"))
    return (
        Field("kind", "choice", choices("kind", Body.Kind.values)),
        Field("name", optional=False),
        Field("short_name"),
        Field("place"),
        Field("country", hint="person.country-hint"),
        Field("languages", "several", names),
        Field("time_zone", hint="bodies.time-zone-hint"),
    )


def _inside(kept: Body) -> list[Body]:
    return list(Body.objects.filter(pk__in=bodies_within(kept)).order_by(f"name_sort_{language()}", "pk"))


def _year(asked: str, years: list[int]) -> int:
    """The year that was asked for, else this one, else the last that has members."""
    if asked.isascii() and asked.isdecimal() and len(asked) == 4:
        return int(asked)
    this = today().year
    return this if this in years or not years else years[0]


def _table(request: HttpRequest, shown: Body, year: int) -> Table:
    """The members of a year, a page of them."""
    columns, address = people_columns(clubs=False), Address.of(request)
    order = read_order(request.GET.get("sort", ""), columns, BY_NAME)
    after = request.GET.get("after", "")
    found = _members(shown, year, after, order.down)
    count = Membership.objects.filter(body=shown, year=year).values("person").distinct().count()
    following = address.but(after=str(found[PAGE - 1].uid)) if len(found) > PAGE else ""
    return Table(
        say("bodies.members", year=str(year)), columns, member_rows(tuple(found[:PAGE])),
        Empty(say("bodies.no-members"), say("bodies.no-members-cure")), key="members-of-year", order=order,
        usual=BY_NAME, address=address, count=say("people.count", count=count) if count else "",
        pages=Pages(address.but(after="") if after else "", following),
    )  # fmt: skip


def _members(kept: Body, year: int, after: str, down: bool) -> list[Person]:
    """One more than a page holds, in the reader's order or the other way, after a card."""
    sort, side = f"name_sort_{language()}", "lte" if down else "gte"
    found = Person.objects.filter(
        pk__in=Membership.objects.filter(body=kept, year=year).values("person"), merged_into=None, erased_at=None
    )
    uid = read_uid(after)
    last = found.filter(uid=uid).values_list(sort, "pk").first() if uid else None
    if last:
        seen = "gte" if down else "lte"
        found = found.filter(**{f"{sort}__{side}": last[0]}).exclude(**{sort: last[0], f"pk__{seen}": last[1]})
    ordered = (f"-{sort}", "-pk") if down else (sort, "pk")
    return list(found.select_related("keeper").order_by(*ordered)[: PAGE + 1])


def _doors(actor: Actor, kept: Body) -> Doors | None:
    """What the one who asks may do with the body; a closed one takes nothing new in."""
    inside = "" if kept.closed_on else str(kept.uid)
    doors = (
        (
            "person.register",
            f"{reverse('person-new')}?body={inside}",
            inside and may(actor, "register", "person", kept),
        ),
        ("bodies.change", reverse("body-edit", args=[kept.uid]), may(actor, "change", "body", kept)),
        ("look.title", reverse("body-look", args=[kept.uid]), may(actor, "change-look", "body", kept)),
        ("imports.title", f"{reverse('imports')}?body={inside}", inside and may(actor, "import", "person", kept)),
        ("bodies.found-inside", f"{reverse('body-new')}?in={inside}", inside and may(actor, "found", "body", kept)),
    )
    usual = [Action(say(name), url) for name, url, allowed in doors if allowed]
    grave = []
    if may(actor, "close", "body", kept):
        name = "bodies.reopen" if kept.closed_on else "bodies.close"
        ending = Action(say(name), reverse("body-close", args=[kept.uid]), asks=True)
        if kept.closed_on:
            usual.append(ending)
        else:
            grave.append(Grave(ending, say("bodies.close-about")))
    return Doors.of(usual, grave, _reading(actor, kept))


def _reading(actor: Actor, kept: Body) -> list[Action]:
    """Further pages: the systems, if there is one or there may be, and the journal."""
    may_begin = not kept.closed_on and may(actor, "open", "system", kept)
    pages = (
        ("systems.title", reverse("body-systems", args=[kept.uid]), may_begin or kept.systems.exists()),
        ("journal.title", f"{reverse('journal')}?chain={kept.uid}", may(actor, "see", "journal", kept)),
    )
    return [Action(say(name), url) for name, url, allowed in pages if allowed]
