"""The doors are tested with Django, on the database that DATABASE_URL names (SQLite without it).

Set up here and not in pyproject.toml, because pytest-django would load Django for the pure shelves too.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
import pytest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fokozat.site.settings")
django.setup()

FOKOZAT = Path(sys.executable).parent / "fokozat"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
SECONDS_TO_END = 10

Document = dict[str, Any]


def put_guards_up(**_told: object) -> None:
    """Emptying the tables ends with the same signal as a migration; then the journal is guarded again."""
    from django.db import connection

    from fokozat.office import guards

    if guards.TABLE in connection.introspection.table_names():
        guards.put_up(connection)


def prepare() -> None:
    """What the tests need of Django that an installation does not have."""
    from django.conf import settings
    from django.db import connection
    from django.db.models.signals import post_migrate

    settings.JOURNAL_GUARDS_REMOVABLE = True  # only here: transactional tests empty the tables behind them
    post_migrate.connect(put_guards_up, dispatch_uid="fokozat-tests-guards")
    if connection.vendor == "sqlite":
        # in a file, for a database in memory lets no second connection in
        connection.settings_dict["TEST"]["NAME"] = f"{os.environ['FOKOZAT_HOME']}/tests.sqlite3"


prepare()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out a test marked `only_on` another database than the one at hand."""
    from django.db import connection

    wanted = item.get_closest_marker("only_on")
    if wanted and connection.vendor != wanted.args[0]:
        pytest.skip(f"only on {wanted.args[0]}")


@pytest.fixture
def emptied_after(transactional_db: None) -> Iterator[None]:
    """For tests that commit: the journal lets its rows go when they end."""
    from django.db import connection

    from fokozat.office import guards

    yield
    guards.take_away(connection)


@pytest.fixture
def document() -> Document:
    """A small event of made-up people: category C, even, 84 participants, so the multiplier is 25."""
    return {
        "fokozat": "event/1",
        "name": "Minta Kupa",
        "game": "go",
        "board": "19x19",
        "start": "2012-03-10",
        "participants": 84,
        "rounds_planned": 5,
        "even": True,
        "time": {"base": 60, "overtime": {"kind": "japanese", "periods": 3, "seconds": 20}},
        "players": [{"id": "M1", "name": "Minta Anna"}, {"id": "M2", "name": "Próba Őrs"}],
        "rounds": [],
    }


@pytest.fixture
def text_of() -> Callable[[Document], str]:
    """A document as a text to send."""
    return lambda document: json.dumps(document, ensure_ascii=False)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real server: `fokozat serve` on a free port with a data folder of its own."""
    home = tmp_path_factory.mktemp("home")
    env = {**os.environ, "FOKOZAT_HOME": str(home), "LC_ALL": "C.UTF-8"}
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        found = ADDRESS.search(line)
        assert found, f"the server did not say where it is: {line!r} {(home / 'log').read_text()}"
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(SECONDS_TO_END)
    assert server.returncode in (0, -15), f"the server did not end cleanly: {server.returncode}"
    assert (home / "log").read_text() == "", "the server complained"
