"""The page of backups: when the last one was, whether it holds, and one now."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from fokozat.kernel import figures
from fokozat.office.actions.make_backup import make_backup
from fokozat.office.scheduled_backups import OVERDUE, Known, is_running, known_backups, last_try, newest_backup
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, status_of
from fokozat.web.account.own import notice
from fokozat.web.actors import actor_of_request
from fokozat.web.people_desk import office_page, say
from fokozat.web.tables import MAIN, NAME, NUMBER, QUIET, Cell, Column, Empty, Row, Table
from fokozat.web.templatetags.words import language

MEGABYTE = 1_000_000
MOST_SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def backups(request: HttpRequest) -> HttpResponse:
    """The list, newest first; what failed stands above it."""
    actor, error = actor_of_request(request), None
    if request.method == "POST":
        try:
            make_backup(actor)
        except TOLD as refused:
            error = refused
        else:
            notice(request, "backups.begun")
            return redirect("backups")
    found, newest, tried = known_backups(), newest_backup(), last_try()
    overdue = newest is None or datetime.now(UTC) - newest.made_at > OVERDUE
    context = {
        "table": _table(found[:MOST_SHOWN]),
        "daily": settings.BACKUPS.daily,
        "keep": settings.BACKUPS.keep,
        "running": is_running(),
        "failed": figures.moment(tried.at, language()) if tried and tried.why else "",
        "overdue": settings.BACKUPS.daily and overdue,
        **faults_of(error),
    }
    return frame.page(request, "office/backups.html", context, status_of(error))


def _table(found: Sequence[Known]) -> Table:
    columns = (
        Column("made", say("backups.column-made"), NAME),
        Column("size", say("backups.column-size"), NUMBER),
        Column("sealed", say("backups.column-sealed"), QUIET),
        Column("proof", say("backups.column-proof"), phone=MAIN),
    )
    rows = tuple(_row(known) for known in found)
    empty = Empty(say("backups.none"), say("backups.none-cure"))
    return Table(say("backups.title"), columns, rows, empty, key="kept")


def _row(known: Known) -> Row:
    """A backup whose trial failed stands out; one that nobody tried yet is quiet."""
    proof, tone = {True: ("holds", "good"), False: ("broken", "bad"), None: ("untried", "quiet")}[known.holds]
    kind = next((kind for kind in ("before-upgrade", "before-restore") if known.file.name.startswith(kind)), "")
    return Row((
        Cell(figures.moment(known.made_at, language()), note=say(f"backups.{kind}") if kind else ""),
        Cell(say("backups.megabytes", megabytes=figures.fixed(_tenths(known.size), 1, language()))),
        Cell(say("backups.sealed" if known.sealed else "backups.open")),
        Cell(say(f"backups.{proof}"), tone=tone),
    ))  # fmt: skip


def _tenths(size: int) -> str:
    """Megabytes to a tenth, rounded up, so that nothing is of size zero."""
    tenths = -(-size * 10 // MEGABYTE)
    return f"{tenths // 10}.{tenths % 10}"
