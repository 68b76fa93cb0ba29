"""One field for everything: people and bodies whose names begin with what was typed."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from fokozat.office.models import Body, Person
from fokozat.office.queries import Sought, bodies, count_bodies, count_people, people
from fokozat.web.frame import page
from fokozat.web.people import people_columns, people_rows
from fokozat.web.people_desk import say, value_word
from fokozat.web.tables import Empty, Table
from fokozat.web.templatetags.words import language

LONGEST = 200
_PEOPLE, _BODIES = 12, 30


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """The first of each kind; who wants all goes on to their list. Minors may be found: no engine keeps the page."""
    typed = request.GET.get("q", "")[:LONGEST].strip()
    context: dict[str, object] = {"search": typed, "unfindable": True, "found": 0}
    if typed:
        persons, houses = (Sought(typed, language=language(), limit=limit) for limit in (_PEOPLE, _BODIES))
        found, clubs = people(persons), bodies(houses)
        counted = count_people(persons), count_bodies(houses)
        context |= {
            "table": _people_table(found.rows) if found.rows else None,
            "people_count": counted[0],
            "all_people": f"{reverse('people')}?{urlencode({'q': typed})}" if found.next else "",
            "bodies": [_row(each) for each in clubs.rows],
            "bodies_count": counted[1],
            "found": sum(counted),
        }
    return page(request, "home/search.html", context)


def _people_table(cards: tuple[Person, ...]) -> Table:
    """The first of them, in the order of the alphabet; sorting is for their list."""
    columns = tuple(replace(each, sorts=False) for each in people_columns())
    return Table(say("people.title"), columns, people_rows(cards), Empty(say("people.empty")))


def _row(body: Body) -> dict[str, object]:
    about = (value_word("kind", body.kind), body.place, body.parent.name if body.parent else "")
    return {"url": reverse("body", args=[body.uid]), "name": body.name, "colours": body.colours,
            "about": " · ".join(filter(None, about))}  # fmt: skip
