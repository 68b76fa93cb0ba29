"""Moves an installation from one database into another, empty one, and proves that both say the same.

The way is that of a backup: one snapshot written from the one and read into the other in one transaction. While it
lasts the source refuses writers. Then the target is written down again: every table must have the same digest.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from fokozat.kernel.errors import Conflict, InvalidInput
from fokozat.kernel.words import LANGUAGES
from fokozat.office.check import check
from fokozat.office.exports import TABLES, export
from fokozat.office.models import Person
from fokozat.office.rights import operator
from fokozat.office.snapshot import Manifest, read_snapshot, write_snapshot
from fokozat.office.snapshot_rows import Migrations, models_after, rows_of, table_of

TARGET, LOCK = "fokozat-target", "fokozat-lock"
_PIECE = 2000
_OF_A_BODY = ("members",)  # an export that asks for one body; its rows stand in the others

Said = Callable[[str], None]


@dataclass(frozen=True)
class Moved:
    """What was moved and compared."""

    tables: int
    rows: int
    chains: int
    records: int
    lists: int


def move(folder: Path, said: Said) -> Moved:
    """Move everything into the database that the settings call TARGET; where anything differs, nothing was moved.

    `folder` is where the passing snapshot stands, `said` is told the name of each step as it begins.
    """
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite" or connections[TARGET].vendor != "postgresql":
        raise InvalidInput("office.move-kinds")
    if connections[TARGET].introspection.table_names():
        raise Conflict("office.move-not-empty")
    with _locked_source(), tempfile.TemporaryFile(dir=folder) as file:
        said("write")
        written = write_snapshot(cast(BinaryIO, file), left_behind=frozenset(), beside=folder)
        lists = list_digests()
        said("read")
        with _in_place_of_the_source():  # migrations ask the usual database too
            read_snapshot(file, using=TARGET, prove=lambda read: _prove(read, lists, said))
    return Moved(len(written.tables), written.rows, len(written.chains), written.records, len(lists))


def _prove(read: Manifest, lists: Mapping[str, str], said: Said) -> None:
    """Compare the target with the source before its transaction ends; what differs undoes everything."""
    said("compare")
    _refuse_difference({table.name: table.digest for table in read.tables}, table_digests(read.migrations))
    _refuse_difference(lists, list_digests())
    said("check")
    for difference in check().differences:
        raise Conflict("office.move-differs", name=difference.key)


def table_digests(migrations: Migrations) -> dict[str, str]:
    """Every table of the target as it is read back, row for row in the order of the keys."""
    return {table_of(model): _digest(rows_of(model, TARGET)) for model in models_after(migrations)}


def list_digests() -> dict[str, str]:
    """The lists as people see them and every table as it goes out, each in its own order, as digests."""
    found = {f"people-{language}": _digest(_people(language)) for language in LANGUAGES}
    for name in TABLES:
        if name not in _OF_A_BODY:
            found[f"export-{name}"] = _digest(dict(row) for row in export(operator(), name).rows)
    return found


def _people(language: str) -> Iterator[object]:
    rows = Person.objects.order_by(f"name_sort_{language}", "pk").values_list("uid", flat=True)
    yield from map(str, rows.iterator(_PIECE))


def _digest(rows: Iterator[Any]) -> str:
    digest = sha256()
    for row in rows:
        digest.update(row if isinstance(row, bytes) else repr(row).encode())
    return digest.hexdigest()


def _refuse_difference(one: Mapping[str, str], other: Mapping[str, str]) -> None:
    for name in sorted({*one, *other}):
        if one.get(name) != other.get(name):
            raise Conflict("office.move-differs", name=name)


@contextmanager
def _locked_source() -> Iterator[None]:
    """Nobody writes into the source until this ends; reading goes on."""
    connections.settings[LOCK] = dict(connections[DEFAULT_DB_ALIAS].settings_dict)
    try:
        with connections[LOCK].cursor() as cursor:
            try:
                cursor.execute("BEGIN IMMEDIATE")
            except OperationalError as error:
                raise Conflict("office.move-busy") from error
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    finally:
        connections[LOCK].close()
        del connections[LOCK], connections.settings[LOCK]


@contextmanager
def _in_place_of_the_source() -> Iterator[None]:
    """What asks the usual database asks the target."""
    source = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[TARGET]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = source
