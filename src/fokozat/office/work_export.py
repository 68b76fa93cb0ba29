"""Long work: every table that one may take out of a body, or of the installation, in one packed file.

Only who asked gets the file, and only for some days. That it was taken out stands in the journal, with its digest.
"""

import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from fokozat import __version__
from fokozat.kernel.words import LANGUAGES
from fokozat.office.exports import TABLES, Row, Table, export
from fokozat.office.facts import find_body
from fokozat.office.journal import Change, write
from fokozat.office.models import Body
from fokozat.office.rights import Actor, may, require
from fokozat.office.sheet_writers import FORMS, write_table
from fokozat.office.wishes import Wish
from fokozat.office.work_wanted import Asked, Doing, Kind
from fokozat.office.works import Outcome

_TOLD_EVERY = 200
_PIECE = 1 << 20


def read(actor: Actor, given: Mapping[str, Any]) -> Asked:
    """Of which body (none: of the installation), in which form. The same from two people is not the same work."""
    body = find_body(given["body"], "body") if given.get("body") else None
    require(actor, "export", "person", body)
    wish = Wish(given)
    form = wish.choice("form", FORMS, "csv")
    wish.refuse_faults()
    uid = str(body.uid) if body else ""
    return Asked(f"{uid} {form} {actor.name}", body, {"body": uid, "form": form})


def do(doing: Doing) -> Outcome:
    """Table by table, written while it is read; what the right does not reach is left out and named."""
    wanted, language = doing.work.wanted, doing.work.language or LANGUAGES[0]
    body = find_body(wanted["body"]) if wanted["body"] else None
    require(doing.actor, "export", "person", body)
    names, left_out = tables_of(doing.actor, body)
    begun, rows = datetime.now(UTC), _Counting(doing, len(names))
    with os.fdopen(os.open(doing.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as packed:
            for name in names:
                table = rows.of(export(doing.actor, name, body))
                with packed.open(f"{name}.{wanted['form']}", "w", force_zip64=True) as entry:
                    for piece in write_table(table, wanted["form"], language):
                        entry.write(piece)
            told = {"fokozat": f"export/1 {__version__}", "begun": begun.isoformat(), "body": wanted["body"]}
            packed.writestr("contents.json", json.dumps({**told, "rows": rows.counts, "left_out": left_out}, indent=1))
        file.flush()
        os.fsync(file.fileno())
    digest = _digest(doing.path)
    result = {"tables": len(names), "rows": sum(rows.counts.values()), "left_out": left_out, "digest": digest,
              "bytes": doing.path.stat().st_size}  # fmt: skip

    def settle() -> Mapping[str, Any]:
        change = Change("take-out", "work", str(doing.work.uid), None, {"digest": digest, "tables": names})
        write(doing.actor.name, change, body)
        return {}

    return Outcome(result, doing.path, settle)


def tables_of(actor: Actor, body: Body | None) -> tuple[list[str], list[str]]:
    """Those that the actor may take out, and those that not; members are people of a body."""
    known = [name for name in TABLES if body is not None or name != "members"]
    allowed = [name for name in known if all(may(actor, verb, kind, body) for verb, kind in TABLES[name].rights)]
    return allowed, [name for name in known if name not in allowed]


class _Counting:
    """Counts rows while they go out, and tells how far it is: so many tables, so many rows."""

    def __init__(self, doing: Doing, tables: int) -> None:
        self.doing, self.tables = doing, tables
        self.counts: dict[str, int] = {}

    def of(self, table: Table) -> Table:
        self.counts[table.name] = 0
        return Table(table.name, table.columns, self._counted(table))

    def _counted(self, table: Table) -> Iterator[Row]:
        through = len(self.counts) - 1
        self.doing.tell(through, self.tables, rows=sum(self.counts.values()))
        for row in table.rows:
            yield row
            self.counts[table.name] += 1
            if self.counts[table.name] % _TOLD_EVERY == 0:
                self.doing.tell(through, self.tables, rows=sum(self.counts.values()))


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


KIND = Kind("export", ("export", "person"), read, do, seconds=2 * 3600)
