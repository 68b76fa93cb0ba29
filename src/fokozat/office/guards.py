"""Triggers that make the journal append-only in the database itself, on SQLite and PostgreSQL.

They can be taken away only where the settings say JOURNAL_GUARDS_REMOVABLE, which the settings of an installation
never do: the tests need it to clean up after themselves.
"""

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from fokozat.kernel.errors import BrokenInvariant

TABLE = "office_record"
REFUSAL = "the journal is append-only"

_SQLITE = [
    f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{verb} BEFORE {verb.upper()} ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for verb in ("update", "delete")
]
_REFUSE = f"EXECUTE FUNCTION {TABLE}_refuse()"
_ROWS = f"CREATE OR REPLACE TRIGGER {TABLE}_no_change BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW {_REFUSE}"
_ALL = f"CREATE OR REPLACE TRIGGER {TABLE}_no_truncate BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT {_REFUSE}"
_FUNCTION = (
    f"CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$"
)
_POSTGRESQL = [_FUNCTION, _ROWS, _ALL]
_REMOVED = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {TABLE}_no_update", f"DROP TRIGGER IF EXISTS {TABLE}_no_delete"],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {TABLE}_no_change ON {TABLE}",
        f"DROP TRIGGER IF EXISTS {TABLE}_no_truncate ON {TABLE}",
    ],
}


def put_up(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers up; doing it twice does no harm."""
    _run(connection, _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL)


def take_away(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away, in tests only."""
    if not getattr(settings, "JOURNAL_GUARDS_REMOVABLE", False):
        raise BrokenInvariant("the guards of the journal are not removable in this installation")
    _run(connection, _REMOVED[connection.vendor])


def stand(connection: BaseDatabaseWrapper) -> bool:
    """Whether the triggers are there, are switched on and still refuse."""
    asked = {
        "sqlite": f"SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{TABLE}' "
        f"AND sql LIKE '%RAISE(ABORT, ''{REFUSAL}'')%'",
        "postgresql": "SELECT count(*) FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
        f"WHERE tgrelid = '{TABLE}'::regclass AND NOT tgisinternal AND tgenabled = 'O' "
        f"AND prosrc LIKE '%RAISE EXCEPTION ''{REFUSAL}''%'",
    }
    with connection.cursor() as cursor:
        cursor.execute(asked[connection.vendor])
        return bool(cursor.fetchone() == (2,))


def _run(connection: BaseDatabaseWrapper, statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
