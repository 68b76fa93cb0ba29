"""The page of an edition: its paragraphs beside the functions that compute them."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from fokozat.formats import event_of
from fokozat.kernel.derivation import label
from fokozat.kernel.errors import NotFound
from fokozat.kernel.words import day
from fokozat.regulations import Room, edition_room
from fokozat.regulations.compare import ComparedParagraph, compare_rows
from fokozat.regulations.examples import run_examples
from fokozat.web.frame import page
from fokozat.web.templatetags.words import language


@require_safe
def regulation(request: HttpRequest, edition: str) -> HttpResponse:
    """Text and code of an edition, as the officer compares them."""
    try:
        room = edition_room(edition)
    except NotFound as error:
        raise Http404 from error
    facts = [room.tables["edition"]["reference"], day(room.tables["edition"]["in_force"], language())]
    context = {
        "title": room.words.say("title", language()),
        "facts": facts,
        "rows": [_row(room, row) for row in _compared(room.name)],
    }
    return page(request, "regulation.html", context)


@cache
def _compared(name: str) -> tuple[ComparedParagraph, ...]:
    """Editions do not change while a process lives, so their examples are run once."""
    room = edition_room(name)
    return compare_rows(room, run_examples(room, event_of))


def _row(room: Room, row: ComparedParagraph) -> dict[str, object]:
    return {
        "heading_id": row.anchor,
        "paragraph": label(row.paragraph, room.words, language()),
        "heading": row.title,
        "state": "missing" if row.paragraph in room.missing else row.state,
        "text_html": mark_safe(row.content_html),  # made from our own text.md, with HTML turned off
        "source": row.source,
        "numbers": row.numbers,
        "examples": row.examples,
    }
