"""Ask for long work: a worker does it, and whoever asked sees how far it is. Asked twice it is one."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES
from fokozat.office.journal import Change, write
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor
from fokozat.office.wishes import shown
from fokozat.office.work_kinds import KINDS, kind_of
from fokozat.office.works import clock, put


def ask_work(actor: Actor, kind: str, given: Mapping[str, Any], language: str = LANGUAGES[0]) -> tuple[Work, bool]:
    """The work, and whether it is new; the same that waits or runs already is not asked for again."""
    known = tuple(each.key for each in KINDS)
    if kind not in known:
        raise InvalidInput("office.unknown-choice", "kind", value=shown(kind), known=known)
    found = kind_of(kind)
    asked = found.read(actor, given)
    with transaction.atomic():
        work = Work(
            kind=kind, key=asked.key, body=asked.body, account=actor.account, actor=actor.name, language=language,
            wanted=dict(asked.wanted), most_tries=found.most_tries, asked_at=clock(),
        )  # fmt: skip
        work, is_new = put(work)
        if is_new:
            change = Change("ask", "work", str(work.uid), None, {"kind": kind, "wanted": dict(asked.wanted)})
            write(actor.name, change, asked.body)
    return work, is_new
