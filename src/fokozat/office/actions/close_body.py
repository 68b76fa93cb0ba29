"""Close a body: it takes no new members, what was stays. Or open it again."""

from datetime import date

from django.db import transaction

from fokozat.kernel.errors import InvalidInput
from fokozat.office.facts import body_facts, hold_body, step_version
from fokozat.office.journal import Change, write
from fokozat.office.live import announce, body_topic
from fokozat.office.models import Body
from fokozat.office.rights import Actor, require


def close_body(actor: Actor, body: Body, version: int, on: date) -> Body:
    """Close a body on a day; the bodies in it must be closed first."""
    require(actor, "close", "body", body)
    with transaction.atomic():
        body = hold_body(body)
        if body.children.filter(closed_on=None).exists():
            raise InvalidInput("office.open-bodies-inside", "closed_on")
        return _set_day(actor, "close", body, version, on)


def reopen_body(actor: Actor, body: Body, version: int) -> Body:
    """Open a body again that was closed by mistake."""
    require(actor, "close", "body", body)
    with transaction.atomic():
        body = hold_body(body)
        refuse_closed(body.parent, "closed_on")
        return _set_day(actor, "reopen", body, version, None)


def refuse_closed(body: Body | None, place: str) -> None:
    """Nothing new begins in a closed body."""
    if body and body.closed_on:
        raise InvalidInput("office.body-closed", place, name=body.name)


def _set_day(actor: Actor, verb: str, body: Body, version: int, on: date | None) -> Body:
    before = body_facts(body)
    step_version(body, version, before)
    body.closed_on = on
    body.save(update_fields=("closed_on", "version"))
    write(actor.name, Change(verb, "body", str(body.uid), before, body_facts(body)), body)
    announce(body_topic(body.uid))
    return body
