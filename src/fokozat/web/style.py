"""The style page: every part of the pages in every state, for who builds them and for the tests. Closed elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods

from fokozat.documents.sparkline import sparkline
from fokozat.kernel import figures
from fokozat.kernel.alphabet import sort_key
from fokozat.web import style_samples as samples
from fokozat.web import troubles
from fokozat.web.answers import answer_of
from fokozat.web.charts import Chart, points_of
from fokozat.web.derivations import Node, why
from fokozat.web.frame import page
from fokozat.web.people_desk import say
from fokozat.web.people_forms import Field, Form, Worded, ask, field_row
from fokozat.web.queues import Door, Item
from fokozat.web.tables import (
    ASIDE,
    LEAD,
    MAIN,
    MARK,
    NAME,
    NUMBER,
    QUIET,
    Action,
    Address,
    Cell,
    Column,
    Empty,
    Order,
    Row,
    Table,
    read_order,
    sort_rows,
)
from fokozat.web.templatetags.words import language

COLOURS = (
    "paper", "field", "tint", "ink", "muted", "line", "edge", "accent", "good", "bad", "warn", "board", "light-man",
    "dark-man",
)  # fmt: skip
TROUBLES = {"400": 400, "403": 403, "denied": 403, "404": 404, "405": 405, "500": 500, "offline": 200}
USUAL = Order("place")
_FEW = 14  # enough for stripes


@require_http_methods(["GET", "HEAD", "POST"])
def style(request: HttpRequest) -> HttpResponse:
    """All parts; `?rows=all` has the long tables, `?trouble=404` a page of a trouble, `?ask=1` a page that asks."""
    if not settings.STYLE_PAGE:
        raise Http404
    asked = request.GET
    if asked.get("trouble") in TROUBLES:
        return troubles.trouble(request, asked["trouble"], TROUBLES[asked["trouble"]])
    if asked.get("ask") or request.method == "POST":
        return _asking(request)
    if asked.get("rows") == "all":
        tables = (_ranking(request, samples.ROWS), _crosstable(samples.ROWS))
        return page(request, "style_rows.html", {"tables": tables, "unfindable": True})
    return page(request, "style.html", {**_parts(request), "unfindable": True})


def _parts(request: HttpRequest) -> dict[str, object]:
    named, club = (Field("family", optional=False), Field("keeper", "choice", (("a", samples.club(0)),)))
    fault = Worded("family", say("style.fault"), say("style.fault"))
    node = _node()
    return {
        "colours": COLOURS,
        "ranking": _ranking(request, _FEW),
        "short": _ranking(request, 3),
        "crosstable": _crosstable(_FEW),
        "nothing": Table(say("style.nothing"), _columns(), (), Empty(say("people.empty"), say("people.empty-cure"))),
        "rows": [field_row(named, "", fault.beside), field_row(club, "a", ""), field_row(Field("day", "day"), "", "")],
        "faults": (fault,),
        "node": node,
        "figure": figures.number(15, language()),
        "facts": [(say("people.name"), samples.name(at)) for at in range(3)],
        "chart": _chart(),
        "tabs": [(f"part-{at}", samples.club(at)) for at in range(3)],
        "items": [_item(at) for at in range(2)],
        "none": Empty(say("claims.none")),
        "troubles": list(TROUBLES),
        "people": [samples.name(at) for at in range(len(samples.HARD))],
        "asks": Action(say("person.strike"), f"{reverse('style')}?ask=1", asks=True),
    }


def _node() -> Node:
    return answer_of(samples.cup(), "mgsz-2012", language()).derivation


def _columns() -> tuple[Column, ...]:
    return (
        Column("place", say("style.place"), NUMBER, LEAD, sorts=True),
        Column("name", say("people.name"), NAME, sorts=True),
        Column("club", say("people.club"), QUIET),
        Column("share", say("style.share"), NUMBER, told=True),
        Column("points", say("style.points"), NUMBER, MAIN, sorts=True),
        Column("change", say("style.change"), NUMBER, ASIDE, sorts=True),
        Column("line", say("style.line"), phone="away"),
    )


@dataclass(frozen=True)
class _Player:
    at: int
    first: int
    last: int


def _ranking(request: HttpRequest, count: int) -> Table:
    """A list that stands whole on its page, sorted by any of its heads."""
    columns = _columns()
    order = read_order(request.GET.get("sort", ""), columns, USUAL)
    address = Address.of(request)
    keys = {
        "place": lambda player: player.at,
        "name": lambda player: sort_key(samples.name(player.at), language()),
        "points": lambda player: samples.points(player.at),
        "change": lambda player: samples.change(player.at),
    }
    players = sort_rows([_Player(at, at - at % 3 + 1, at - at % 3 + 3) for at in range(count)], order, keys)
    return Table(
        say("style.ranking", count=count), columns, tuple(_row(player, address) for player in players), Empty(""),
        key=f"ranking-{count}", order=order, usual=USUAL, address=address, count=say("people.count", count=count),
    )  # fmt: skip


def _row(player: _Player, address: Address) -> Row:
    at, spoken = player.at, language()
    change = samples.change(at)
    return Row((
        Cell(figures.places(player.first, player.last)),
        Cell(samples.name(at), f"{reverse('style')}#card-{at}"),
        Cell(samples.club(at)),
        Cell(figures.fixed(samples.share(at), 2, spoken)),
        Cell(figures.number(samples.points(at), spoken), why=why(address, str(at), _node)),
        Cell(figures.signed(change, spoken), tone="good" if change > 0 else "bad" if change else "quiet"),
        Cell(html=mark_safe(sparkline(samples.line(at)))),  # a drawing of ours
    ), own=at == 1)  # fmt: skip


def _crosstable(count: int) -> Table:
    """Too wide for any screen."""
    rounds = [
        Column(f"r{number}", str(number), MARK, about=say("style.round")) for number in range(1, samples.ROUNDS + 1)
    ]
    columns = (
        Column("name", say("people.name"), NAME), *rounds, Column("points", say("style.points"), NUMBER),
    )  # fmt: skip
    rows = tuple(
        Row((
            Cell(samples.name(at), f"{reverse('style')}#card-{at}"),
            *(Cell(samples.result(at, number)) for number in range(1, samples.ROUNDS + 1)),
            Cell(figures.number(samples.points(at), language())),
        ))
        for at in range(count)
    )  # fmt: skip
    return Table(
        say("style.crosstable", count=count), columns, rows, Empty(""), key=f"crosstable-{count}",
        count=say("people.count", count=count), wide=True,
    )  # fmt: skip


def _chart() -> Chart:
    points = points_of(samples.days(6), language())
    about = say("style.chart-about", first=points[0].text, last=points[-1].text)
    return Chart("chart", say("style.chart"), about, say("journal.when"), say("style.points"), points)


def _item(at: int) -> Item:
    name, email = samples.name(at), "proba@example.org"
    doors = (
        Door(say("claims.confirm"), say("claims.confirm-told", name=name, email=email), "ask", "yes"),
        Door(say("claims.refuse"), say("claims.refuse-told", email=email), "ask", "no"),
    )
    facts = (samples.club(at), email)
    return Item(
        name, "", facts, figures.day(samples.days(0)[at][0], language()), f"{reverse('style')}?ask={at + 1}", doors
    )


def _asking(request: HttpRequest) -> HttpResponse:
    """A page that asks, which the dialog shows."""
    told = (say("person.strike-told", body=samples.club(0), year="2012", kind=say("kind.member")),)
    form = Form(say("person.strike"), "person.strike", reverse("style"), told=told, above=samples.name(0))

    def act(_given: Mapping[str, Any]) -> str:
        messages.success(request, say("style.done"))
        return reverse("style")

    return ask(request, form, act)
