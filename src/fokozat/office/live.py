"""Announces changes to who is looking: a topic steps its version in the transaction that changes the facts.

What is rolled back was never announced, for the step is rolled back with it. On PostgreSQL every server hears at the
commit (`NOTIFY`); on SQLite this process hears at the commit, and others see the version when they look at the file.

Call `announce` once, last in the transaction, with all its topics: their rows stay held until the commit, and held in
one order nobody waits for ever.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction

from fokozat.office.models.live import Topic

CHANNEL = "fokozat_live"
PEOPLE_LIST = "people"
KEPT = timedelta(days=30)
_STEP = (
    "INSERT INTO {table} (name, version, at) {rows} ON CONFLICT (name) DO UPDATE "
    "SET version = {table}.version + 1, at = excluded.at RETURNING name, version"
)
_ON_POSTGRESQL = _STEP.format(table="office_topic", rows="SELECT name, %s, %s FROM unnest(%s::text[]) AS name")
_NOTIFY = f"WITH stepped AS ({_ON_POSTGRESQL}) SELECT pg_notify(%s, name || ' ' || version) FROM stepped"
_ON_SQLITE = _STEP.format(table="office_topic", rows="VALUES (%s, %s, %s)")
_CHUNK = 500

Hear = Callable[[str, int], object]
_hearing: list[Hear] = []


def announce(*topics: str) -> None:
    """Step these topics, each once a transaction, however often it is announced there."""
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("a change is announced within its own transaction")
    told = {step.topic for _, step, *_ in connection.run_on_commit if isinstance(step, _Step)}
    # a step that a savepoint took back has left that list with it, and is made again
    new = sorted(set(topics) - told)
    if not new:
        return
    now = datetime.now(UTC)
    steps = _notify(new, now) if connection.vendor == "postgresql" else _step(new, now)
    for step in steps:
        transaction.on_commit(step)


def body_topic(uid: object) -> str:
    """The facts of a body and how many are in it."""
    return f"body/{uid}"


def journal_topic(uid: object | None) -> str:
    """The chain of a body; without one that of people."""
    return f"journal/{uid or 'people'}"


def rights_topic(uid: object) -> str:
    """What an account may do, and whether it is signed in."""
    return f"rights/{uid}"


def versions(names: Collection[str]) -> dict[str, int]:
    """The versions as they are committed; a topic that was never announced has 0."""
    wanted, found = list(names), dict.fromkeys(names, 0)
    for at in range(0, len(wanted), _CHUNK):
        rows = Topic.objects.filter(name__in=wanted[at : at + _CHUNK])
        found.update(rows.values_list("name", "version"))
    return found


def hear(listener: Hear) -> Callable[[], None]:
    """Call this with topic and version of every change that this process commits on SQLite; gives the way to stop."""
    _hearing.append(listener)
    return lambda: _hearing.remove(listener)


def forget_old(now: datetime) -> None:
    """Topics that nothing has happened to for long; nobody looks at a page for so long."""
    Topic.objects.filter(at__lt=now - KEPT).delete()


class _Step:
    """Waits for the commit; that it waits is how the transaction knows that the topic has stepped."""

    def __init__(self, topic: str, version: int | None) -> None:
        self.topic, self.version = topic, version

    def __call__(self) -> None:
        if self.version is not None:
            for listener in tuple(_hearing):
                listener(self.topic, self.version)


def _notify(topics: list[str], now: datetime) -> list[_Step]:
    """In one question; the server itself delivers at the commit, also to this process."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTIFY, [int(now.timestamp()), now, topics, CHANNEL])
    return [_Step(topic, None) for topic in topics]


def _step(topics: list[str], now: datetime) -> list[_Step]:
    steps = []
    with connection.cursor() as cursor:
        for topic in topics:
            cursor.execute(_ON_SQLITE, [topic, int(now.timestamp()), now])
            [(_, version)] = cursor.fetchall()
            steps.append(_Step(topic, version))
    return steps
