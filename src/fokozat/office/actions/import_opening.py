"""Begin a system with a dated, signed list: points, title, reaches and games of every person, all of it or nothing."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.db import IntegrityError, transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.actions.preview_import import preview_opening
from fokozat.office.facts import hold_body
from fokozat.office.import_keeping import hold_cards, keep_import, refuse_other_file, refuse_repeated
from fokozat.office.journal import Change, write
from fokozat.office.models import Import, Person
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.preview import Agreed, File, Line, settle
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish

_BATCH = 1000


def import_opening(actor: Actor, system: System, file: File, agreed: Agreed, given: Mapping[str, Any]) -> Import:
    """Take the list in that was previewed; `day` and `signed_by` say from when and by whose word."""
    require(actor, "import", "opening", system.body)
    day, signed_by = read_signature(given)
    try:
        with transaction.atomic():
            body = hold_body(system.body)
            _refuse_begun(system)
            preview = preview_opening(actor, system, file, day)
            refuse_other_file(preview, agreed.digest)
            refuse_repeated(body, preview)
            settled = settle(preview.lines, agreed.decisions, new_allowed=False)
            opening = Opening(system=system, day=day, signed_by=signed_by, made_at=datetime.now(UTC))
            opening.save(force_insert=True)
            cards = hold_cards([card for _, card in settled if card])
            rows = [_row(opening, line, cards[card.pk]) for line, card in settled if card]
            OpeningRow.objects.bulk_create(rows, batch_size=_BATCH)
            change = Change("import", "opening", str(opening.uid), None, opening_facts(opening, rows))
            write(actor.name, change, body)
            return keep_import(actor, body, preview, {"opening": str(opening.uid), "rows": [row.pk for row in rows]})
    except IntegrityError:
        raise Conflict("office.register-changed") from None


def read_signature(given: Mapping[str, Any]) -> tuple[date, str]:
    """The day of a list and who signed it."""
    wish = Wish(given)
    day, signed_by = wish.required_day("day"), wish.text("signed_by", 200, required=True)
    wish.refuse_faults()
    return day, signed_by


def opening_facts(opening: Opening, rows: list[OpeningRow]) -> dict[str, Any]:
    """An opening as the journal tells it: figures by uid, no names."""
    figures = [{"person": str(row.person.uid), **{name: getattr(row, name) for name in row.FIGURES}} for row in rows]
    system = str(opening.system.uid)
    return {"system": system, "day": opening.day.isoformat(), "signed_by": opening.signed_by, "rows": figures}


def _refuse_begun(system: System) -> None:
    begun = Opening.objects.filter(system=system, undone_at=None).first()
    if begun:
        raise Conflict("office.system-has-opening", day=begun.day, signed_by=begun.signed_by)


def _row(opening: Opening, line: Line, card: Person) -> OpeningRow:
    facts = {name: line.facts[name] for name in OpeningRow.FIGURES}
    return OpeningRow(opening=opening, person=card, **{**facts, "reached": list(facts["reached"])})
