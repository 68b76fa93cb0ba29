"""What every import keeps of itself: that this file was taken in, by whom, and what it made."""

from datetime import UTC, datetime
from typing import Any

from fokozat.kernel.errors import Conflict, NotFound
from fokozat.office.batches import batches
from fokozat.office.facts import read_uid
from fokozat.office.journal import Change, write
from fokozat.office.models import Body, Import, Person
from fokozat.office.preview import Preview
from fokozat.office.rights import Actor
from fokozat.office.wishes import printable, shown

_LONGEST_NAME = 200


def refuse_other_file(preview: Preview, digest: str) -> None:
    """What was looked at and what is taken in must be one file."""
    if preview.digest != digest:
        raise Conflict("office.other-file", expected=digest, found=preview.digest)


def refuse_repeated(body: Body, preview: Preview) -> None:
    """The same file is taken in once; of two officers the second is told when the first did it."""
    earlier = Import.objects.filter(body=body, kind=preview.kind, digest=preview.digest, undone_at=None).first()
    if earlier:
        raise Conflict("office.imported-already", uid=str(earlier.uid), day=earlier.made_at.date())


def keep_import(actor: Actor, body: Body, preview: Preview, made: dict[str, Any]) -> Import:
    """Keep that it was taken in, and journal it in the body's chain."""
    kept = Import.objects.create(
        kind=preview.kind,
        body=body,
        file_name=printable(preview.file_name)[:_LONGEST_NAME],
        digest=preview.digest,
        made_at=datetime.now(UTC),
        actor=actor.name,
        made=made,
    )
    write(actor.name, Change("import", "import", str(kept.uid), None, import_facts(kept)), body)
    return kept


def import_facts(kept: Import) -> dict[str, Any]:
    """An import as the journal tells it: the file's digest and how much of what, nothing personal."""
    counts = {name: len(made) for name, made in kept.made.items() if isinstance(made, list)}
    return {"kind": str(kept.kind), "file": kept.file_name, "digest": kept.digest, "made": counts}


def hold_cards(cards: list[Person]) -> dict[int, Person]:
    """The cards by their keys, held in one order; whoever was merged or erased since the look is told."""
    keys = sorted({card.pk for card in cards})
    held: dict[int, Person] = {}
    for batch in batches(keys):
        rows = Person.objects.select_for_update(of=("self",)).filter(pk__in=batch)
        for card in (
            rows.select_related("keeper", "birth_date", "contact").prefetch_related("former_names").order_by("pk")
        ):
            held[card.pk] = card
    if len(held) < len(keys) or any(card.merged_into_id or card.erased_at for card in held.values()):
        raise Conflict("office.register-changed")
    return held


def find_import(uid: object) -> Import:
    """The import of a uid."""
    known = read_uid(uid)
    kept = Import.objects.select_related("body").filter(uid=known).first() if known else None
    if kept is None:
        raise NotFound("office.no-import", uid=shown(uid))
    return kept
