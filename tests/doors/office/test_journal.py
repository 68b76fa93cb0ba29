"""The journal: chains that prove themselves, and a database that refuses to rewrite them."""

import gc
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from fokozat.cli.bench.office_data import fill_journal
from fokozat.kernel.errors import BrokenInvariant
from fokozat.office import guards, journal
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.journal import broken_links
from fokozat.office.models import Body, Person, Record
from fokozat.office.models.journal import Chain, Detail
from fokozat.office.rights import operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def mary(club: Body) -> Person:
    return register_person(operator(), {"family": "Minta", "given": "Mária", "keeper": club.uid})


def links() -> list[tuple[str, int, str]]:
    return [(link.chain, link.place, link.why) for chain in Chain.objects.all() for link in broken_links(chain)]


def rewrite(**change: Any) -> None:
    """What somebody with the database in hand could try once the guards are gone."""
    guards.take_away(connection)
    Record.objects.filter(kind="person").update(**change)
    guards.put_up(connection)


def test_every_action_leaves_a_record_that_follows_from_the_one_before(mary: Person, club: Body) -> None:
    change_person(operator(), mary, 1, {"given": "Márta"})
    records = list(Record.objects.filter(chain__name="people").order_by("place"))
    assert [(record.verb, record.subject) for record in records] == [
        ("register", str(mary.uid)),
        ("change", str(mary.uid)),
    ]
    assert records[1].previous == records[0].hash
    assert Chain.objects.get(body=club).length == 1
    assert links() == []


def test_the_chain_holds_no_names(mary: Person) -> None:
    for record in Record.objects.values():
        assert "Minta" not in str(record)
    detail = Detail.objects.get(record__kind="person")
    assert detail.after is not None
    assert detail.after["family"] == "Minta"


@pytest.mark.parametrize("verb", ["UPDATE office_record SET verb = 'x'", "DELETE FROM office_record"])
def test_the_database_refuses_to_rewrite_the_journal(verb: str, mary: Person) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(verb)
    assert links() == []


@pytest.mark.only_on("postgresql")
def test_the_database_refuses_to_empty_the_journal(mary: Person) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE office_record CASCADE")


def test_an_installation_cannot_take_the_guards_away(settings: Any) -> None:
    del settings.JOURNAL_GUARDS_REMOVABLE
    with pytest.raises(BrokenInvariant):
        guards.take_away(connection)
    assert guards.stand(connection)


PRODUCTION = """
import django
django.setup()
from django.conf import settings
from django.db import connection
from fokozat.kernel.errors import BrokenInvariant
from fokozat.office import guards
assert not hasattr(settings, "JOURNAL_GUARDS_REMOVABLE")
try:
    guards.take_away(connection)
except BrokenInvariant:
    print("refused")
"""


def test_the_settings_of_an_installation_refuse_the_switch_whatever_the_environment_says(tmp_path: Path) -> None:
    names = ("JOURNAL_GUARDS_REMOVABLE", "FOKOZAT_JOURNAL_GUARDS_REMOVABLE", "FOKOZAT_TESTS", "PYTEST_CURRENT_TEST")
    told = {**dict.fromkeys(names, "1"), "FOKOZAT_HOME": str(tmp_path)}
    command = [sys.executable, "-c", PRODUCTION]
    env = {**os.environ, **told, "DJANGO_SETTINGS_MODULE": "fokozat.site.settings"}
    env.pop("DATABASE_URL", None)
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("refused\n", 0), done.stderr


def test_a_rewritten_record_is_named(mary: Person) -> None:
    rewrite(actor="somebody else")
    assert links() == [("people", 1, "changed")]


def test_a_removed_record_is_named(mary: Person) -> None:
    change_person(operator(), mary, 1, {"given": "Márta"})
    guards.take_away(connection)
    first = Record.objects.get(chain__name="people", place=1)
    Detail.objects.filter(record=first).delete()
    first.delete()
    guards.put_up(connection)
    assert links()[0] == ("people", 1, "missing")


def test_a_cut_off_end_is_named(mary: Person) -> None:
    change_person(operator(), mary, 1, {"given": "Márta"})
    guards.take_away(connection)
    last = Record.objects.get(chain__name="people", place=2)
    Detail.objects.filter(record=last).delete()
    last.delete()
    guards.put_up(connection)
    assert links() == [("people", 2, "head")]


def test_an_erased_detail_breaks_nothing_and_a_changed_one_is_named(mary: Person) -> None:
    Detail.objects.filter(record__kind="person").update(after={"family": "Hamis"})
    assert links() == [("people", 1, "detail-changed")]
    Detail.objects.filter(record__kind="person").delete()
    assert links() == []


def memory_to_prove(chain: Chain) -> int:
    """The most memory that is held at a time while a chain is read from its beginning to its end."""
    gc.collect()
    tracemalloc.start()
    try:
        assert list(broken_links(chain)) == []
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_long_chain_is_proved_in_the_memory_of_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "_CHUNK", 100)
    short, long = fill_journal(400, "short"), fill_journal(4000, "long")
    memory_to_prove(short)  # whatever is made once is made now
    assert memory_to_prove(long) < 1.5 * memory_to_prove(short)
