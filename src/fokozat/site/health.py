"""Two short answers for who watches over the server: does it live, and can it serve.

The second is worded in the language that is asked for (`?lang=`), and looks at the machine once a minute at most.
"""

import time

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fokozat import __version__
from fokozat.api.language import language_of
from fokozat.office.keeping import trouble
from fokozat.office.startup import Finding, look

SECONDS_KEPT = 60
_looked: list[tuple[float, tuple[Finding, ...]]] = []


@require_safe
@never_cache
def alive(_request: HttpRequest) -> JsonResponse:
    """The process answers; the database is not asked."""
    return JsonResponse({"status": "ok", "version": __version__})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers and has every migration; `durable` says whether a commit waits for the disk.

    While nothing can be kept it serves readers all the same: `keeping` says so.
    """
    try:
        found = {"database": _database(), "migrations": _migrations_waiting(), "keeping": trouble() or "ok"}
        waiting = found["migrations"] != 0
        language = language_of(request)
        checks = [] if waiting else [(each.key, each.state, each.text(language)) for each in _machine()]
        found["checks"] = [dict(zip(("check", "state", "text"), each, strict=True)) for each in checks]
    except DatabaseError:
        return JsonResponse({"status": "no-database"}, status=503)
    return JsonResponse({"status": "migrations-waiting" if waiting else "ok", **found}, status=503 if waiting else 200)


def _machine() -> tuple[Finding, ...]:
    """Anybody may ask as often as he likes; a file is written and the journal asked once a minute."""
    now = time.monotonic()
    if not _looked or now - _looked[0][0] >= SECONDS_KEPT:
        _looked[:] = [(now, look())]
    return _looked[0][1]


def _database() -> dict[str, object]:
    if connection.vendor == "sqlite":
        return {
            "kind": "sqlite",
            "version": _ask("SELECT sqlite_version()"),
            "journal": _ask("PRAGMA journal_mode"),
            "durable": _ask("PRAGMA synchronous") == 2,
        }
    return {"kind": connection.vendor, "version": _ask("SHOW server_version"), "durable": _ask("SHOW fsync") == "on"}


def _ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone()
    return row[0] if row else None


def _migrations_waiting() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
