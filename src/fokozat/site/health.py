"""Two short answers for who watches over the server: does it live, and can it serve."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fokozat import __version__


@require_safe
@never_cache
def alive(_request: HttpRequest) -> JsonResponse:
    """The process answers; the database is not asked."""
    return JsonResponse({"status": "ok", "version": __version__})


@require_safe
@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """The database answers and has every migration; `durable` says whether a commit waits for the disk."""
    try:
        found = {"database": _database(), "migrations": _migrations_waiting()}
    except DatabaseError:
        return JsonResponse({"status": "no-database"}, status=503)
    waiting = found["migrations"] != 0
    return JsonResponse({"status": "migrations-waiting" if waiting else "ok", **found}, status=503 if waiting else 200)


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
