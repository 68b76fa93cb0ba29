"""The tables of a database as they were at one moment, and back into one: what a snapshot is made of.

Which tables there are is asked of the migrations that a database has had, not of this program: so an older database
can be written down before it is brought up to date, and read again as it was.
"""

import json
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model
from django.utils.duration import duration_string

from fokozat.kernel.errors import BrokenInvariant, Conflict, InvalidInput

BATCH = 1000
COPY = "fokozat-copy"  # the alias of a copy that is read where reading the database itself would hold up its writers

Migrations = frozenset[tuple[str, str]]


# ------------------------------------------------------------------ what a database is made of


def applied_migrations(using: str) -> Migrations:
    """What the database has had; nothing in one that was never used."""
    return frozenset(MigrationRecorder(connections[using]).applied_migrations())


def unknown_migrations(found: Migrations) -> list[str]:
    """What a newer program did to a database and this one knows nothing of."""
    loader = MigrationLoader(None)
    known, apps = set(loader.disk_migrations or ()), loader.migrated_apps
    return sorted(f"{app}.{name}" for app, name in found if (app, name) not in known and app in apps)


def models_after(found: Migrations) -> list[type[Model]]:
    """The models as they were after these migrations, in the order of their tables' names."""
    loader = MigrationLoader(None)
    nodes = [node for node in sorted(found) if node in loader.graph.nodes]
    apps = loader.project_state(nodes).apps
    models = (model for model in apps.get_models(include_auto_created=True) if not model._meta.swapped)  # noqa: SLF001
    kept = [model for model in models if model._meta.managed and not model._meta.proxy]  # noqa: SLF001
    return sorted(kept, key=table_of)


def table_of(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001 - Django's documented face


def fields_of(model: type[Model]) -> "tuple[Field[Any, Any], ...]":
    return tuple(model._meta.local_concrete_fields)  # noqa: SLF001


def columns_of(model: type[Model]) -> tuple[str, ...]:
    return tuple(str(field.column) for field in fields_of(model))


# ------------------------------------------------------------------ one moment of a database


@contextmanager
def one_moment(using: str, beside: Path | None) -> Iterator[str]:
    """Where all tables can be read as they are now, while others write; `beside` is a folder for a copy, if need be."""
    connection = connections[using]
    if connection.in_atomic_block:
        raise BrokenInvariant("a snapshot inside a transaction would not see what others have written")
    if connection.vendor == "postgresql":
        with transaction.atomic(using=using):
            _run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield using
    elif _ask(connection, "PRAGMA journal_mode") == "wal":
        _run(connection, "BEGIN DEFERRED")
        try:
            _ask(connection, "SELECT count(*) FROM sqlite_master")  # the moment is that of the first look
            yield using
        finally:
            _run(connection, "ROLLBACK")
    else:  # with a rollback journal a long reader keeps every writer from its commit
        with _copied(connection, beside) as alias:
            yield alias


@contextmanager
def _copied(connection: BaseDatabaseWrapper, beside: Path | None) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix=".snapshot-", dir=beside) as folder:
        file = Path(folder) / "copy.sqlite3"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", (str(file),))
        connections.settings[COPY] = {**connection.settings_dict, "NAME": file}
        try:
            yield COPY
        finally:
            connections[COPY].close()
            del connections[COPY], connections.settings[COPY]


def rows_of(model: type[Model], using: str) -> Iterator[bytes]:
    """Every row as a line of JSON, in the order of their keys; both databases write the same line for the same row."""
    names = [field.attname for field in fields_of(model)]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)  # noqa: SLF001
    for row in rows.iterator(BATCH):
        plain = [_plain(value) for value in row]
        yield json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def last_number(model: type[Model], using: str) -> int:
    """The last key that was given out: one that was given up is not given again after a restore."""
    connection, key = connections[using], model._meta.auto_field  # noqa: SLF001
    if key is None:
        return 0
    if connection.vendor == "sqlite":
        return int(_ask(connection, "SELECT seq FROM sqlite_sequence WHERE name = %s", table_of(model)) or 0)
    name = _ask(connection, "SELECT pg_get_serial_sequence(%s, %s)", f'"{table_of(model)}"', str(key.column))
    return int(_ask(connection, f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}") or 0)


def _plain(value: Any) -> object:
    """A value as JSON has it: exact, and read again by the `to_python` of its field."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date() | time():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
        case timedelta():
            return duration_string(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
    return value


# ------------------------------------------------------------------ into a database


@contextmanager
def all_or_nothing(using: str) -> Iterator[None]:
    """One transaction for the whole: tables, rows, proof. Others see the old database until it ends, or for ever."""
    connection = connections[using]
    if connection.in_atomic_block:
        raise BrokenInvariant("a database is not read back inside a transaction")
    connection.disable_constraint_checking()  # on SQLite only before a transaction; on PostgreSQL it says nothing
    try:
        with transaction.atomic(using=using):
            yield
    finally:
        connection.enable_constraint_checking()


def drop_tables(using: str) -> None:
    """Take away every table that a migration of ours or of a package made."""
    connection = connections[using]
    apps = {app for app, _ in applied_migrations(using)} | MigrationLoader(None).migrated_apps
    ours = tuple(f"{app}_" for app in (*apps, "django"))
    quoted = [
        connection.ops.quote_name(name) for name in connection.introspection.table_names() if name.startswith(ours)
    ]
    if connection.vendor == "postgresql" and quoted:
        _run(connection, f"DROP TABLE {', '.join(quoted)} CASCADE")
    elif quoted:
        for name in quoted:
            _run(connection, f"DROP TABLE {name}")


def migrate(using: str, wanted: Migrations | None) -> None:
    """Make the tables as they were after these migrations; None: as this program has them. All within a transaction."""
    connection = connections[using]
    executor = MigrationExecutor(connection)
    if connection.vendor == "postgresql":
        _run(connection, "SET CONSTRAINTS ALL IMMEDIATE")  # a table with waiting checks could not be altered
    targets = executor.loader.graph.leaf_nodes() if wanted is None else _ends(executor, wanted)
    executor.migrate(targets)
    if wanted is not None and applied_migrations(using) != wanted:
        raise InvalidInput("office.backup-state")


def _ends(executor: MigrationExecutor, wanted: Migrations) -> list[tuple[str, str]]:
    """The last migrations among these: all others follow from them."""
    graph = executor.loader.graph
    within = {node: graph.node_map[node] for node in wanted if node in graph.node_map}
    return sorted(key for key, node in within.items() if not any(child.key in within for child in node.children))


def insert_rows(model: type[Model], using: str, rows: Iterable[bytes]) -> int:
    """Put lines back into their table, thousands at a time; how many there were."""
    connection, fields, count = connections[using], fields_of(model), 0
    names = ", ".join(connection.ops.quote_name(name) for name in columns_of(model))
    places = ", ".join(["%s"] * len(fields))
    command = f"INSERT INTO {connection.ops.quote_name(table_of(model))} ({names}) VALUES ({places})"
    lines = iter(rows)
    with connection.cursor() as cursor:
        while batch := [_values(fields, line, connection) for line in islice(lines, BATCH)]:
            cursor.executemany(command, batch)
            count += len(batch)
    return count


def _values(fields: "Sequence[Field[Any, Any]]", line: bytes, connection: BaseDatabaseWrapper) -> list[Any]:
    row = json.loads(line)
    if not isinstance(row, list) or len(row) != len(fields):
        raise InvalidInput("office.backup-broken")
    return [
        field.get_db_prep_save(field.to_python(value), connection) for field, value in zip(fields, row, strict=True)
    ]


def set_last_number(model: type[Model], using: str, number: int) -> None:
    """Go on numbering where the snapshot was."""
    connection, key = connections[using], model._meta.auto_field  # noqa: SLF001
    if key is None or number < 1:
        return
    if connection.vendor == "sqlite":
        table = table_of(model)
        _run(connection, "DELETE FROM sqlite_sequence WHERE name = %s", table)
        _run(connection, "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", table, number)
    else:
        name = f'"{table_of(model)}"'
        _ask(connection, "SELECT setval(pg_get_serial_sequence(%s, %s), %s)", name, str(key.column), number)


def defer_checks(using: str) -> None:
    """Rows may come in any order."""
    if connections[using].vendor == "postgresql":
        _run(connections[using], "SET CONSTRAINTS ALL DEFERRED")


def prove_references(using: str) -> None:
    """No row leads nowhere; said before the transaction ends."""
    connections[using].check_constraints()


def is_empty(using: str) -> bool:
    """Whether nobody ever did anything here; the door for a first administrator may stand open already."""
    connection = connections[using]
    tables = [name for name in connection.introspection.table_names() if name.startswith("office_")]
    asked = (connection.ops.quote_name(name) for name in tables if name != "office_setuplink")
    return not any(_ask(connection, f"SELECT 1 FROM {name} LIMIT 1") for name in asked)


def refuse_newer(found: Migrations, key: str) -> None:
    """A database or a file of a newer program is left alone."""
    if unknown := unknown_migrations(found):
        raise Conflict(key, names=tuple(unknown[:3]))


def _ask(connection: BaseDatabaseWrapper, question: str, *values: str | int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question, values or None)
        row = cursor.fetchone()
    return row[0] if row else None


def _run(connection: BaseDatabaseWrapper, command: str, *values: str | int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(command, values or None)
