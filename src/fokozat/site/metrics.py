"""Figures for a monitor (Prometheus) at /metrics: counted while requests run, and looked up when they are asked for.

One process counts in its memory. Several write into small files (PROMETHEUS_MULTIPROC_DIR), from which whichever is
asked adds them up; `fokozat serve` chooses a folder in memory, for a full disk would end who counts on it.
Labels are routes, methods, statuses and kinds: a closed list, and nobody in it. The page is open to this machine, and
to whoever has the token of FOKOZAT_METRICS_TOKEN; through a proxy only with the token.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from fokozat import __version__
from fokozat.office.keeping import free_bytes, trouble
from fokozat.office.models.journal import Chain
from fokozat.office.scheduled_backups import newest_backup

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
LATENCY = Histogram(
    "fokozat_request_seconds", "How long a request took.", ("route", "method"), buckets=BUCKETS, registry=REGISTRY
)
ANSWERS = Counter("fokozat_answers", "Answers by status.", ("route", "method", "status"), registry=REGISTRY)
DATABASE = Histogram(
    "fokozat_database_seconds", "How long a command to the database took; begin waits for the writer before.",
    ("kind",), buckets=BUCKETS, registry=REGISTRY,
)  # fmt: skip
# for the event loop: streams.inc() when a stream of events opens, streams.dec() when it ends
STREAMS = Gauge("fokozat_streams", "Open streams of events.", registry=REGISTRY, multiprocess_mode="livesum")

# Rooms with figures of their own add a function here: `LOOKED_UP.append(waiting_works)`.
LOOKED_UP: list[Callable[[], Iterable[Metric]]] = []


def note_request(route: str, method: str, status: int, seconds: float) -> None:
    method = method if method in METHODS else "other"
    LATENCY.labels(route or "none", method).observe(seconds)
    ANSWERS.labels(route or "none", method, str(status)).inc()


def note_command(command: str, seconds: float) -> None:
    """A command to the database, by its first word."""
    first = command.lstrip()[:6].upper()
    kind = {"SELECT": "read", "BEGIN ": "begin", "INSERT": "write", "UPDATE": "write", "DELETE": "write"}.get(first)
    DATABASE.labels(kind or "other").observe(seconds)


class LookedUp(Collector):
    """What is true at the moment, asked of the installation itself."""

    def collect(self) -> Iterator[Metric]:
        yield _gauge("fokozat_info", "The version that runs.", 1, version=__version__)
        yield _gauge("fokozat_keeping", "1 while what is sent is kept, 0 while everything is read only.", not trouble())
        yield _gauge("fokozat_disk_free_bytes", "Room for the data folder.", free_bytes(settings.HOME))
        yield from _backups()
        try:
            length = Chain.objects.aggregate(all=Sum("length"))["all"] or 0
            yield _gauge("fokozat_journal_records", "Records of all chains of the journal.", length)
        except DatabaseError:
            yield _gauge("fokozat_database_up", "1 where the database answers.", 0)
        else:
            yield _gauge("fokozat_database_up", "1 where the database answers.", 1)
        for look in LOOKED_UP:
            yield from look()


def _backups() -> Iterator[Metric]:
    newest = newest_backup()
    if newest is not None:
        age = (datetime.now(UTC) - newest.made_at).total_seconds()
        yield _gauge("fokozat_backup_age_seconds", "Age of the newest backup.", age)
        yield _gauge("fokozat_backup_bytes", "Size of the newest backup.", newest.size)
        yield _gauge("fokozat_backup_proved", "1 where the newest backup was restored on trial.", newest.holds is True)


def _gauge(name: str, help_: str, value: float, **labels: str) -> Metric:
    family = GaugeMetricFamily(name, help_, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return family


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The text that Prometheus reads."""
    if not _may_see(request):
        return HttpResponse("Forbidden\n", status=403, content_type="text/plain; charset=utf-8")
    registry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    looked_up = CollectorRegistry()
    looked_up.register(LookedUp())
    return HttpResponse(generate_latest(registry) + generate_latest(looked_up), content_type=CONTENT_TYPE_LATEST)


def _may_see(request: HttpRequest) -> bool:
    token, given = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    proxied = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))
    return not token and not proxied and request.META.get("REMOTE_ADDR", "") in ("127.0.0.1", "::1")
