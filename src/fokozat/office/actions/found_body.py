"""Found a body: a federation, or a society, club or organiser inside another body."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction

from fokozat.kernel import LANGUAGES
from fokozat.office.actions.close_body import refuse_closed
from fokozat.office.facts import body_facts, find_body, hold_body
from fokozat.office.journal import Change, write
from fokozat.office.live import announce, body_topic
from fokozat.office.models import Body
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish, shown


def found_body(actor: Actor, given: Mapping[str, Any]) -> Body:
    """Keep a new body; `parent` is the uid of the body that it stands in."""
    parent = find_body(given["parent"], "parent") if given.get("parent") else None
    require(actor, "found", "body", parent)
    body = Body(parent=parent)
    fill_body(body, given)
    with transaction.atomic():
        refuse_closed(hold_body(parent) if parent else None, "parent")
        body.save()
        write(actor.name, Change("found", "body", str(body.uid), None, body_facts(body)), body)
        announce(*(body_topic(each.uid) for each in body.line_upwards()))
    return body


def fill_body(body: Body, given: Mapping[str, Any]) -> None:
    """Put what was wished into a body that is not saved yet. A body is closed by an action of its own."""
    wish = Wish(given)
    body.kind = wish.choice("kind", Body.Kind.values, body.kind or Body.Kind.CLUB)
    body.name = wish.text("name", 200, required=True)
    body.short_name = wish.text("short_name", 30)
    body.country = wish.country()
    body.place = wish.text("place", 100)
    body.languages = wish.several("languages", LANGUAGES, LANGUAGES[0])
    body.time_zone = _time_zone(wish)
    wish.refuse_faults()
    body.fill_keys()


def _time_zone(wish: Wish) -> str:
    name = wish.text("time_zone", 50) or "Europe/Budapest"
    if name not in available_timezones():
        wish.fault("time_zone", "no-time-zone", value=shown(name))
    return name
