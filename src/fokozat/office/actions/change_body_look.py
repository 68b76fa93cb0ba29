"""Change how a body shows itself: its colours and its logo."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.office.facts import body_facts, hold_body, step_version
from fokozat.office.journal import Change, write
from fokozat.office.looks import THEMES, Drawn, read_colours, read_logo
from fokozat.office.models import Body
from fokozat.office.models.looks import Logo
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish


def change_body_look(actor: Actor, body: Body, version: int, given: Mapping[str, Any]) -> Body:
    """Take over `light` and `dark` (of one alone the other is found, both empty are the house's own), `logo` as the
    bytes of a file, or `no_logo`. What is not named stays; who saw an older version is told.
    """
    require(actor, "change-look", "body", body)
    wish = Wish(given)
    removed, file = wish.switched("no_logo"), given.get("logo")
    colours, faults = read_colours({**body.colours, **{name: given[name] for name in THEMES if name in given}})
    logo, more = _read(file) if file and not removed else (None, ())
    if told := (*wish.faults, *faults, *more):
        raise InvalidInput.of(told)
    with transaction.atomic():
        body = hold_body(body)
        before = body_facts(body)
        step_version(body, version, before)
        body.colours = colours
        if removed or logo:
            _hang(body, logo)
        body.save()
        write(actor.name, Change("change-look", "body", str(body.uid), before, body_facts(body)), body)
    return body


def _read(file: object) -> tuple[Drawn | None, tuple[Fault, ...]]:
    """The faults of a logo are told together with those of the colours."""
    try:
        return read_logo(file if isinstance(file, bytes) else b""), ()
    except InvalidInput as error:
        return None, error.faults


def _hang(body: Body, logo: Drawn | None) -> None:
    if logo is None:
        body.logo = {}
        Logo.objects.filter(body=body).delete()
        return
    body.logo = logo.facts
    Logo.objects.update_or_create(body=body, defaults={"digest": logo.facts["digest"], "png": logo.png})
