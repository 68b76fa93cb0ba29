"""The first page: what is here, the search in the middle, what waits for the reader; or the first steps.

Live events, deadlines and the latest list get their places in `home.html` when the office keeps them; until then
nothing stands there.
"""

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.office.actions.set_up import has_administrator
from fokozat.office.models import Body, Claim, Person
from fokozat.office.models.accounts import Report
from fokozat.office.queries import Sought, count_people
from fokozat.office.rights import Actor
from fokozat.office.waiting import waiting
from fokozat.web.frame import page
from fokozat.web.looks import worn
from fokozat.web.people import people_rows
from fokozat.web.people_desk import asking, bodies_of, has_desk, holds, say, today, value_word
from fokozat.web.rules import editions, tools
from fokozat.web.templatetags.words import language

_MOST_BODIES = 12
_QUEUES = {"claims": "claims", "reports": "claims", "consents": "consents", "duplicates": "duplicates"}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For everybody the same page; who is signed in sees the own things before the others."""
    actor = asking(request)
    steps = _steps(actor)
    if steps and not Body.objects.exists():
        return page(request, "home/first.html", {"steps": steps, "tools": tools(), "editions": editions()})
    federation = worn(None).get("federation")
    count = Body.objects.count()
    context = {
        "name": federation.name if federation else "",
        "facts": _facts(),
        "steps": steps,
        "own": _own(actor),
        "queues": _queues(actor) if has_desk(actor) else [],
        "desk": has_desk(actor),
        "bodies": _bodies() if count <= _MOST_BODIES else [],
        "tools": tools(),
        "editions": editions(),
    }
    return page(request, "home/home.html", {**context, "at_home": True})


def _facts() -> list[str]:
    """How much there is, with the year where it counts."""
    people = count_people(Sought())
    clubs = Body.objects.filter(kind__in=(Body.Kind.CLUB, Body.Kind.SOCIETY), closed_on=None).count()
    return [say("home.people", count=people), say("home.clubs", count=clubs)]


def _bodies() -> list[dict[str, object]]:
    """Open bodies, the federation first, each with its members of this year."""
    members = Count("memberships__person", filter=Q(memberships__year=today().year), distinct=True)
    found = Body.objects.filter(closed_on=None).annotate(members=members)
    every = list(found.order_by(f"name_sort_{language()}", "pk"))
    every.sort(key=lambda each: each.parent_id is not None)  # a stable order: only the top moves up
    return [
        {
            "url": reverse("body", args=[each.uid]),
            "name": each.name,
            "about": " · ".join(filter(None, (value_word("kind", each.kind), each.place))),
            "members": each.members,
            "colours": each.colours,
        }
        for each in every
    ]


def _own(actor: Actor) -> dict[str, Any]:
    """The reader's own card, or the way to it, and what was asked of the office."""
    account = actor.account
    if account is None:
        return {}
    card = account.person
    claim = Claim.objects.filter(account=account, state=Claim.State.OPEN).select_related("person").first()
    reports = Report.objects.filter(account=account, state=Report.State.OPEN).count() if card else 0
    return {
        "account": account,
        "card": people_rows((card,))[0].cells if card else None,
        "claim": claim,
        "reports": reports,
        "url": reverse("own-card"),
    }


def _queues(actor: Actor) -> list[dict[str, object]]:
    return [
        {
            "url": reverse(_QUEUES[each.kind]),
            "label": say(f"home.queue-{each.kind}"),
            "count": each.count,
            "more": each.more,
            "since": each.since,
        }
        for each in waiting(actor, today())
    ]


def _steps(actor: Actor) -> list[dict[str, object]]:
    """What a new installation still needs: for everybody while there is no body, later for who can go on."""
    has_body, has_people = Body.objects.exists(), Person.objects.exists()
    may_import = holds(actor, "import", "person")
    if has_body and (has_people or not may_import):
        return []
    has_first = has_administrator(today())
    founding = reverse("body-new") if holds(actor, "found", "body") else ""
    importing = _import_door(actor) if has_body and may_import else ""
    signing_in = reverse("account_login") if has_first and actor.account is None else ""
    steps = (
        ("administrator", has_first, ""),
        ("federation", has_body, founding or signing_in),
        ("members", has_people, importing),
    )
    next_step = next((name for name, done, _ in steps if not done), "")
    return [
        {"name": name, "done": done, "next": name == next_step, "url": url if name == next_step else "",
         "title": say(f"home.step-{name}"), "about": say(f"home.step-{name}-{'done' if done else 'about'}"),
         "button": say("home.step-sign-in" if url == signing_in else f"home.step-{name}-button") if url else ""}
        for name, done, url in steps
    ]  # fmt: skip


def _import_door(actor: Actor) -> str:
    body = bodies_of(actor, "import", "person").filter(closed_on=None).first()
    return f"{reverse('imports')}?body={body.uid}" if body else reverse("imports")
