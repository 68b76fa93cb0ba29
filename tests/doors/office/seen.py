"""What tests look at: whole tables, the journal, and faults as plain values."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from fokozat.kernel.errors import FokozatError
from fokozat.office.journal import broken_links
from fokozat.office.models import Record
from fokozat.office.models.journal import Chain

Rows = dict[str, list[tuple[Any, ...]]]


def tables() -> Rows:
    """Every row of every table of the office, straight from the database."""
    names = sorted(model._meta.db_table for model in apps.get_app_config("office").get_models())
    rows: Rows = {}
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"SELECT * FROM {name}")
            rows[name] = sorted(cursor.fetchall(), key=repr)
    return rows


def whole_database() -> str:
    """Everything that the database holds, in every table there is, as one text."""
    texts = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{name}"')
            texts += [repr(row) for row in cursor.fetchall()]
    return "\n".join(texts)


def verbs(kind: str = "person") -> list[str]:
    """What the journal says was done, in order."""
    return list(Record.objects.filter(kind=kind).order_by("at", "pk").values_list("verb", flat=True))


def last_record() -> tuple[str, str, str, str, Any, Any]:
    """Who did what to whom, what was before and what after."""
    record = Record.objects.select_related("detail").latest("pk")
    return record.actor, record.verb, record.kind, record.subject, record.detail.before, record.detail.after


def links() -> list[str]:
    """Where a chain is broken."""
    return [f"{link.chain} {link.place} {link.why}" for chain in Chain.objects.all() for link in broken_links(chain)]


@contextmanager
def refused(kind: type[FokozatError], *faults: tuple[str, str]) -> Iterator[None]:
    """It is refused with these faults (key without its room, and place), and nothing in the database is touched."""
    before = tables()
    with pytest.raises(kind) as caught:
        yield
    assert [(fault.key.removeprefix("office."), fault.place) for fault in caught.value.faults] == list(faults)
    assert tables() == before


def nothing_is_left(action: Callable[[], object], monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
    """The journal fails at the very end: neither a row nor a record remains."""
    before = tables()

    def fail(*_args: object) -> None:
        raise RuntimeError("the machine broke down")

    with monkeypatch.context() as broken:
        broken.setattr(module, "write", fail)
        with pytest.raises(RuntimeError):
            action()
    assert tables() == before
