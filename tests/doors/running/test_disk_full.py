"""Where the disk is full or may only be read: refused loudly, nothing acknowledged, read on, well again by itself."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.running.conftest import SERVER, Installation
from tests.doors.running.serving import Server, keyed, serving

MEGABYTES = 24
MOST_TRIED = 600
PEOPLE = """
from fokozat.office.models import Person
print(*sorted(str(uid) for uid in Person.objects.values_list("uid", flat=True)))
"""
ANOTHER = """
from datetime import date
from fokozat.office.actions.make_token import make_token
from fokozat.office.models import Account
from fokozat.office.rights import actor_of
print(make_token(actor_of(Account.objects.get(), date.today()), {"name": "y"})[1])
"""


@pytest.fixture
def disk() -> Iterator[Path]:
    """A disk of its own of a few megabytes, where the database's own user may go too."""
    with tempfile.TemporaryDirectory(prefix="fokozat-disk-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        size = f"size={MEGABYTES}m,mode=777"
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True)
        if done.returncode != 0:
            pytest.skip("no disk can be mounted here: it takes root")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def on_disk(disk: Path, made: Callable[[], Installation]) -> Iterator[Installation]:
    """An installation whose database lies there."""
    if not SERVER.startswith("postgres"):
        (disk / "home").mkdir()
        yield Installation(disk / "home")
        return
    import psycopg

    space, found = f"space_{uuid4().hex}", made()
    folder = disk / "space"
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")  # who runs the server of the tests
    name = urlsplit(found.url).path.strip("/")
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE TABLESPACE {space} LOCATION '{folder}'")
        server.execute(f"ALTER DATABASE {name} SET TABLESPACE {space}")
    yield found
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        server.execute(f"ALTER DATABASE {name} SET TABLESPACE pg_default")
        server.execute(f"DROP TABLESPACE {space}")


def fill(disk: Path) -> Path:
    """To the last byte."""
    file = disk / "filler"
    with file.open("wb", buffering=0) as out:
        for size in (1 << 16, 1 << 12, 1 << 8, 1):
            try:
                while out.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return file


def post_until_refused(server: Server, wish: Callable[[str], object], key: dict[str, str]) -> tuple[list[str], str]:
    """Who was acknowledged, and the document of the first refusal."""
    known: list[str] = []
    for number in range(MOST_TRIED):
        status, headers, body = server.ask("POST", "/api/v1/people", wish(f"Minta{number}"), **key)
        if status == 201:
            known.append(json.loads(body)["uid"])
            continue
        assert (status, headers["content-type"]) == (503, "application/problem+json"), body
        assert int(headers["retry-after"]) > 0
        return known, body
    raise AssertionError("the disk did not fill")


def test_a_full_disk_acknowledges_nothing_reads_on_and_comes_back(disk: Path, on_disk: Installation) -> None:
    on_disk("upgrade")
    _, wish, key = keyed(on_disk)
    fresh = on_disk.run(ANOTHER).strip()
    with serving(on_disk, FOKOZAT_DISK_RESERVE="0") as server:
        status, _, body = server.ask("POST", "/api/v1/people", wish("Előtte"), **key)
        assert status == 201
        known = [json.loads(body)["uid"]]
        filler = fill(disk)
        more, refusal = post_until_refused(server, wish, key)
        known += more
        assert json.loads(refusal)["type"] == "urn:fokozat:nothing-kept"
        for language in LANGUAGES:
            status, _, page = server.ask("GET", f"/{language}/people/")
            assert status == 200
            assert "Előtte" in page
            assert Words.of("web").say("trouble.read-only", language).split(".")[0] in page
            asked = {**key, "Accept-Language": language}
            status, _, again = server.ask("POST", "/api/v1/people", wish("Közben"), **asked)
            assert status == 503
            assert json.loads(again)["title"] == Words.of("api").say("nothing-kept.title", language)
        unused = {"Authorization": f"Bearer {fresh}"}  # of which the first use would be noted
        assert server.ask("GET", f"/api/v1/people/{known[0]}", **unused)[0] == 200
        assert json.loads(server.ask("GET", "/readyz")[2])["keeping"] != "ok"
        assert "fokozat_keeping 0.0" in server.ask("GET", "/metrics")[2]
        filler.unlink()
        status, _, body = server.ask("POST", "/api/v1/people", wish("Utána"), **key)
        assert status == 201, body
        known.append(json.loads(body)["uid"])
        assert json.loads(server.ask("GET", "/readyz")[2])["keeping"] == "ok"
        assert "nothing is kept" in server.log.read_text()
    assert on_disk.run(PEOPLE).split() == sorted(known)
    assert on_disk.told("check")["differences"] == []


def test_a_command_says_it_in_one_line(disk: Path, on_disk: Installation) -> None:
    on_disk("upgrade")
    filler = fill(disk)
    for language in LANGUAGES:
        done = on_disk("demo", "--lang", language)
        # a PostgreSQL without room may not even let anybody in: then it is the database that does not answer
        assert done.returncode in ((5,) if "postgres" not in on_disk.url else (2, 5))
        assert len(done.stderr.splitlines()) == 1
    filler.unlink()
    assert on_disk.run(PEOPLE).split() == []
    assert on_disk("demo").returncode == 0


@pytest.mark.only_on("sqlite")
def test_before_the_last_byte_is_gone_it_is_read_only(disk: Path, on_disk: Installation) -> None:
    """The reserve: a page says it, a form gets 503 with a page of its own; what only computes is still computed."""
    on_disk("upgrade")
    _, wish, key = keyed(on_disk)
    with serving(on_disk, FOKOZAT_DISK_RESERVE=str(MEGABYTES * 2)) as server:
        _, headers, page = server.ask("GET", "/hu/account/sign-up/")
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        sent = {"Cookie": headers["set-cookie"].split(";")[0], "Content-Type": "application/x-www-form-urlencoded"}
        status, headers, page = server.ask("POST", "/hu/account/sign-up/", f"csrfmiddlewaretoken={token}", **sent)
        assert (status, int(headers["retry-after"]) > 0) == (503, True)
        assert Words.of("web").say("trouble.503.title", "hu") in page
        assert server.ask("POST", "/api/v1/people", wish("Minta"), **key)[0] == 503
        assert server.ask("POST", "/api/v1/rate?edition=mgsz-2012", {"fokozat": "event/1"})[0] == 422
        assert server.ask("GET", "/hu/people/")[0] == 200
        assert any("MB" in line for line in server.said)


@pytest.mark.only_on("sqlite")
def test_a_folder_that_may_only_be_read_is_refused_at_once(disk: Path, on_disk: Installation) -> None:
    on_disk("upgrade")
    club, _, _ = keyed(on_disk)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        for language in LANGUAGES:
            on_disk.refused("people", "register", "--family", "Minta", "--keeper", club, "--lang", language, code=5)
        assert on_disk("serve", "--port", "0").returncode == 5
        assert on_disk("backup", str(disk / "all.fokozat")).returncode in (4, 5)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    assert on_disk.run(PEOPLE).split() == []
    assert on_disk("people", "register", "--family", "Minta", "--keeper", club).returncode == 0


@pytest.mark.only_on("postgresql")
def test_a_server_that_may_only_be_read_is_told_and_comes_back(installation: Installation) -> None:
    import psycopg

    installation("upgrade")
    _, wish, key = keyed(installation)
    name = urlsplit(installation.url).path.strip("/")

    def set_read_only(state: str) -> None:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {state}")
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        time.sleep(0.2)

    with serving(installation) as server:
        assert server.ask("POST", "/api/v1/people", wish("Előtte"), **key)[0] == 201
        set_read_only("on")
        for _ in range(3):
            assert server.ask("POST", "/api/v1/people", wish("Közben"), **key)[0] == 503
        status, _, page = server.ask("GET", "/hu/people/")
        assert (status, "Előtte" in page) == (200, True)
        set_read_only("off")
        deadline = time.monotonic() + 30
        while (status := server.ask("POST", "/api/v1/people", wish("Utána"), **key)[0]) == 503:
            assert time.monotonic() < deadline
        assert status == 201
    assert len(installation.run(PEOPLE).split()) == 2
