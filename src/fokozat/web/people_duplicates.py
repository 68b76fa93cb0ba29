"""Cards that may belong to one person: the queue, two side by side, and what is decided about them."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from fokozat.kernel import figures
from fokozat.kernel.errors import Conflict, FokozatError, NotFound
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.ages import age_band, born_on
from fokozat.office.duplicates import Likeness, bodies_to_merge, like, likenesses
from fokozat.office.models import Person
from fokozat.office.models.people import Merge
from fokozat.office.rights import Actor, may, require
from fokozat.web.frame import page
from fokozat.web.people_desk import (
    asking,
    card_of,
    label,
    office_page,
    period,
    require_somewhere,
    say,
    shown,
    today,
    value_word,
)
from fokozat.web.people_forms import TAKEN, Form, ask, words_of
from fokozat.web.tables import ASIDE, MAIN, NAME, QUIET, Action, Cell, Column, Empty, Row, Table
from fokozat.web.templatetags.words import language

_LATELY = 20


@require_safe
@office_page
def duplicates(request: HttpRequest) -> HttpResponse:
    """Pairs that wait for a decision, and merges that can still be undone."""
    actor = asking(request)
    require_somewhere(actor, "merge", "person")
    pairs = list(likenesses(bodies=bodies_to_merge(actor)))
    merges = Merge.objects.filter(undone_at=None).select_related("kept", "merged", "kept__keeper", "merged__keeper")
    lately = [each for each in merges.order_by("-at")[: 5 * _LATELY] if _may_both(actor, each.kept, each.merged)]
    context = {"table": _waiting(pairs), "lately": _merged(lately[:_LATELY])}
    return page(request, "office/duplicates.html", context)


def _waiting(pairs: list[Likeness]) -> Table:
    columns = (
        Column("names", say("duplicates.names"), NAME),
        Column("reasons", say("duplicates.reasons")),
        Column("keepers", say("duplicates.keepers"), QUIET),
    )
    rows = tuple(
        Row((
            Cell(_names(pair.one, pair.other), reverse("duplicate", args=[pair.one.uid, pair.other.uid])),
            Cell(_reasons(pair)),
            Cell(", ".join(dict.fromkeys(card.keeper.name for card in (pair.one, pair.other)))),
        ))
        for pair in pairs
    )  # fmt: skip
    empty = Empty(say("duplicates.empty"), say("duplicates.empty-cure"))
    count = say("duplicates.count", count=len(pairs)) if pairs else ""
    return Table(say("duplicates.title"), columns, rows, empty, count=count)


def _reasons(pair: Likeness) -> str:
    words = ", ".join(say(f"duplicates.why-{reason}") for reason in pair.reasons)
    return f"{say('duplicates.sure')} {words}" if pair.sure else words


def _undo(merge: Merge) -> Action:
    return Action(say("duplicates.undo"), reverse("merge-undo", args=[merge.pk]), merge.merged.shown_name, asks=True)


def _merged(merges: list[Merge]) -> Table:
    columns = (
        Column("kept", say("duplicates.kept"), NAME),
        Column("merged", say("duplicates.merged"), QUIET),
        Column("day", say("duplicates.day"), QUIET, ASIDE),
        Column("undo", say("office.doors"), QUIET, MAIN),
    )
    rows = tuple(
        Row((
            Cell(each.kept.shown_name, reverse("person", args=[each.kept.uid])),
            Cell(each.merged.shown_name),
            Cell(figures.short_day(each.at.date(), language())),
            Cell(actions=(_undo(each),)),
        ))
        for each in merges
    )  # fmt: skip
    return Table(say("duplicates.lately"), columns, rows, Empty(""), key="lately-merged")


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def duplicate(request: HttpRequest, one: object, other: object) -> HttpResponse:
    """Two cards side by side."""
    actor, cards = asking(request), (card_of(one), card_of(other))
    for card in cards:
        require(actor, "merge", "person", card)
    if cards[0].pk == cards[1].pk:
        return HttpResponseRedirect(reverse("person", args=[cards[0].uid]))
    if request.method != "POST":
        return _side_by_side(request, actor, cards)
    try:
        return HttpResponseRedirect(_decide(actor, cards, request.POST.get("decision", "")), status=303)
    except Conflict as error:
        return _side_by_side(request, actor, cards, error)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def merge_undo(request: HttpRequest, key: int) -> HttpResponse:
    """The two cards stand for themselves again."""
    actor = asking(request)
    merge = Merge.objects.select_related("kept", "merged", "kept__keeper", "merged__keeper").filter(pk=key).first()
    if merge is None:
        raise NotFound("office.no-person", uid="")
    for card in (merge.kept, merge.merged):
        require(actor, "merge", "person", card)
    form = Form(
        say("duplicates.undo"), "duplicates.undo", reverse("person", args=[merge.kept.uid]),
        told=(say("duplicates.undo-told", kept=merge.kept.shown_name, merged=merge.merged.shown_name),),
        above=merge.kept.shown_name,
    )  # fmt: skip

    def act(_given: object) -> str:
        undo_merge(actor, merge)
        return reverse("duplicate", args=[merge.kept.uid, merge.merged.uid])

    return ask(request, form, act)


def _decide(actor: Actor, cards: tuple[Person, Person], decision: str) -> str:
    """Go on to where the decision can be seen."""
    left, right = cards
    match decision:
        case "left":
            merge_people(actor, left, right)
            return reverse("person", args=[left.uid])
        case "right":
            merge_people(actor, right, left)
            return reverse("person", args=[right.uid])
        case "two":
            tell_apart(actor, left, right)
            return reverse("duplicates")
    return reverse("duplicate", args=[left.uid, right.uid])


def _side_by_side(
    request: HttpRequest, actor: Actor, cards: tuple[Person, Person], error: FokozatError | None = None
) -> HttpResponse:
    pair = like(*cards)
    context = {
        "sides": [{"card": card, "url": reverse("person", args=[card.uid])} for card in cards],
        "rows": _rows(actor, cards),
        "reasons": [say(f"duplicates.why-{reason}") for reason in pair.reasons] if pair else [],
        "faults": words_of(error, {}) if error else (),
    }
    return page(request, "office/duplicate.html", context, TAKEN if error else 200)


def _rows(actor: Actor, cards: tuple[Person, Person]) -> list[dict[str, object]]:
    """The facts of two cards, fact by fact."""
    columns = [_facts(actor, card) for card in cards]
    return [
        {"label": label(name), "cells": [side[name] for side in columns], "same": columns[0][name] == columns[1][name]}
        for name in columns[0]
    ]


def _facts(actor: Actor, card: Person) -> dict[str, str]:
    born = born_on(card)
    seen = may(actor, "see", "birth-date", card)
    numbers = [
        " ".join(filter(None, (value_word("scheme", each.scheme), each.value, period(each.begins, each.ends))))
        for each in card.numbers.order_by("scheme", "pk")
    ]
    years = [f"{each.body.name} {each.year}" for each in card.memberships.select_related("body").order_by("-year")]
    former = [f"{each.family} {each.given}".strip() for each in card.former_names.order_by("pk")]
    return {
        "name": card.shown_name,
        "former-names": ", ".join(former) or "\N{EN DASH}",
        "born": shown("born", born.isoformat() if born and seen else age_band(born, today())),
        "sex": shown("sex", card.sex),
        "country": shown("country", card.country),
        "keeper": card.keeper.name,
        "numbers": ", ".join(numbers) or "\N{EN DASH}",
        "memberships": ", ".join(years) or "\N{EN DASH}",
    }


def _names(one: Person, other: Person) -> str:
    return " · ".join(dict.fromkeys((one.shown_name, other.shown_name)))


def _may_both(actor: Actor, one: Person, other: Person) -> bool:
    return may(actor, "merge", "person", one) and may(actor, "merge", "person", other)
