"""Change what is kept of a body."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.office.actions.found_body import fill_body
from fokozat.office.facts import body_facts, hold_body, step_version
from fokozat.office.journal import Change, write
from fokozat.office.live import announce, body_topic
from fokozat.office.models import Body
from fokozat.office.rights import Actor, require


def change_body(actor: Actor, body: Body, version: int, given: Mapping[str, Any]) -> Body:
    """Change the named facts of a body; who saw an older version is told."""
    require(actor, "change", "body", body)
    with transaction.atomic():
        body = hold_body(body)
        before = body_facts(body)
        step_version(body, version, before)
        fill_body(body, {**before, **given})
        body.save()
        write(actor.name, Change("change", "body", str(body.uid), before, body_facts(body)), body)
        announce(body_topic(body.uid))
    return body
