"""Begin a system: a body's rating of a game and class, under the first edition of its chain."""

import re
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.actions.close_body import refuse_closed
from fokozat.office.facts import find_body, hold_body
from fokozat.office.journal import Change, write
from fokozat.office.models.systems import System
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish, shown
from fokozat.regulations import rooms

_KEY = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


def open_system(actor: Actor, given: Mapping[str, Any]) -> System:
    """Keep a new system; `body` is the uid of the body whose rating it is, `edition` holds from the day `from`."""
    body = find_body(given.get("body"), "body")
    require(actor, "open", "system", body)
    wish = Wish(given)
    edition, begins = wish.choice("edition", [room.edition for room in rooms()]), wish.required_day("from")
    if not given.get("edition"):
        wish.fault("edition", "missing")
    system = System(body=body, key=_key(wish, "key"), name=wish.text("name", 100, required=True))
    system.game, system.klass = _key(wish, "game"), wish.text("klass", 30, required=True)
    wish.refuse_faults()
    system.editions = [{"edition": edition, "from": begins.isoformat()}]
    with transaction.atomic():
        refuse_closed(hold_body(body), "body")
        _keep(system)
        write(actor.name, Change("open", "system", str(system.uid), None, system_facts(system)), body)
    return system


def system_facts(system: System) -> dict[str, Any]:
    """A system as plain values."""
    plain = {name: getattr(system, name) for name in ("key", "name", "game", "klass", "editions")}
    return {"uid": str(system.uid), "body": str(system.body.uid), **plain}


def _key(wish: Wish, name: str) -> str:
    key = wish.text(name, 20 if name == "game" else 40, required=True)
    if key and not _KEY.fullmatch(key):
        wish.fault(name, "no-key", value=shown(key))
    return key


def _keep(system: System) -> None:
    try:
        with transaction.atomic():
            system.save(force_insert=True)
    except IntegrityError:
        raise Conflict("office.system-key-taken", "key", value=system.key) from None
