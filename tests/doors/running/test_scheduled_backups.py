"""Backups that an installation makes by itself, and the page that tells of them."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from fokozat.kernel.errors import Conflict, FokozatError, Forbidden, NotFound
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office import scheduled_backups as scheduled
from fokozat.office.actions.make_backup import make_backup
from fokozat.office.backup_plan import Keep, Plan
from fokozat.office.backups import Made
from fokozat.office.models import Account, Role
from fokozat.office.rights import operator
from fokozat.office.scheduled_backups import back_up, daily_backup, known_backups, last_try, newest_backup, only_one
from fokozat.office.snapshot import Manifest
from tests.doors.running.conftest import Installation

NOW = datetime(2026, 11, 19, 3, 0, tzinfo=UTC)
UPKEEP = "from datetime import date; from fokozat.office.upkeep import keep_house; keep_house(date.today())"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "BACKUPS", Plan(tmp_path / "backups", daily=True, keep=Keep(2, 1, 1)))
    return tmp_path / "backups"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Backups that take no time: the folder is what is looked at here. `quick("why")`: their trial fails."""
    state = {"why": ""}

    def write(file: Path, _passphrase: str = "", _replace: bool = False) -> Made:
        file.write_bytes(b"x" * 2_345_678)
        manifest = Manifest("0", NOW, "sqlite", frozenset(), (), (), ())
        return Made(file, file.stat().st_size, "", False, manifest)

    def tried(made: Made, now: datetime) -> scheduled.Known:
        why = state["why"]
        return scheduled.Known(made.file, now, made.size, False, 0, not why, now, why)

    monkeypatch.setattr(scheduled, "write_backup", write)
    monkeypatch.setattr(scheduled, "_tried", tried)
    return lambda why: state.update(why=why)


def test_the_daily_upkeep_makes_one_that_was_restored_on_trial(installation: Installation, tmp_path: Path) -> None:
    """Sealed, by a real process; a second upkeep of the day makes none."""
    secret = tmp_path / "passphrase"
    secret.write_text("kavics fonal őrség\n")
    environ = {"FOKOZAT_BACKUPS": "daily", "FOKOZAT_PASSPHRASE_FILE": str(secret)}
    installation("demo")
    for _ in range(2):
        program = installation.program(UPKEEP, **environ)
        assert program.communicate(timeout=120)[0] == ""
        assert program.returncode == 0
    (file,) = (installation.home / "backups").glob("fokozat-*.fokozat")
    note = json.loads(file.with_name(f"{file.name}.json").read_text())
    assert (note["holds"], note["sealed"], note["why"]) == (True, True, "")
    assert note["rows"] > 1000
    assert installation("restore", str(file), "--trial", **environ).returncode == 0


def test_one_a_day_and_the_old_ones_go(folder: Path, quick: Callable[[str], None]) -> None:
    for day in range(6):
        assert daily_backup(NOW + timedelta(days=day)) is not None
        assert daily_backup(NOW + timedelta(days=day, hours=6)) is None
    (folder / f"before-upgrade-{NOW:%Y%m%d-%H%M%S}.fokozat").write_bytes(b"x")
    daily_backup(NOW + timedelta(days=6))
    days = [known.made_at.day for known in known_backups()]
    assert days == [25, 24, 19], "of two days the last; and what stood before an upgrade"
    assert newest_backup() == known_backups()[0]
    standing = sorted(path.suffix for path in folder.iterdir() if path.name.startswith("fokozat-"))
    assert standing == [".fokozat", ".fokozat", ".json", ".json"]


def test_one_that_does_not_hold_drives_none_away_that_does(folder: Path, quick: Callable[[str], None]) -> None:
    for day in range(2):
        daily_backup(NOW + timedelta(days=day))
    quick("the trial failed")
    for day in range(2, 6):
        daily_backup(NOW + timedelta(days=day))
    assert [known.made_at.day for known in known_backups() if known.holds] == [20, 19]
    tried = last_try()
    assert tried is not None
    assert tried.why == "the trial failed"


def test_none_is_made_where_none_is_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BACKUPS", Plan(folder))
    assert daily_backup(NOW) is None
    assert not folder.exists()


def test_what_fails_is_noted_and_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, quick: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_given: object) -> Made:
        raise NotFound("office.backup-not-written", file="x", reason="No space left on device")

    with monkeypatch.context() as failing:
        failing.setattr(scheduled, "write_backup", fail)
        assert daily_backup(NOW) is None, "the upkeep goes on"
        tried = last_try()
        assert tried is not None
        assert (tried.at, tried.why) == (NOW, "office.backup-not-written")
        with pytest.raises(FokozatError):
            back_up(NOW)
    assert daily_backup(NOW + timedelta(hours=1)) is not None
    tried = last_try()
    assert tried is not None
    assert tried.why == ""


def test_a_trial_of_what_is_no_backup_is_told(folder: Path) -> None:
    folder.mkdir()
    file = folder / "fokozat-20261119-030000.fokozat"
    file.write_bytes(b"no backup")
    manifest = Manifest("0", NOW, "sqlite", frozenset(), (), (), ())
    known = scheduled._tried(Made(file, 9, "", False, manifest), NOW)
    assert known.holds is False
    assert known.why.startswith("fokozat: ")


def test_one_at_a_time(folder: Path) -> None:
    folder.mkdir()
    with only_one(folder):
        assert scheduled.is_running()
        with pytest.raises(Conflict):
            make_backup(operator())
        with pytest.raises(Conflict):
            back_up(NOW)
    assert not scheduled.is_running()


# ------------------------------------------------------------------ the page


@pytest.fixture
def administrator(db: None, client: Client) -> Client:
    account = Account.objects.create_user("anna@example.org")
    Role.objects.create(account=account, role="administrator")
    client.force_login(account)
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_lists_them(language: str, folder: Path, administrator: Client, quick: Callable[[str], None]) -> None:
    words, page = Words.of("web"), f"/{language}/office/backups/"
    empty = administrator.get(page).content.decode()
    assert words.say("backups.none", language) in empty
    assert words.say("backups.overdue", language) in empty
    back_up(datetime.now(UTC))
    quick("why")
    back_up(datetime.now(UTC) + timedelta(seconds=1))
    text = administrator.get(page).content.decode()
    for name in ("holds", "broken", "open"):
        assert words.say(f"backups.{name}", language) in text, name
    assert ("2.4" if language == "en" else "2,4") in text
    assert words.say("backups.failed", language, at="x").split("(")[0].split(" x")[0] in text
    assert words.say("backups.overdue", language) not in text


@pytest.mark.usefixtures("emptied_after")
def test_one_is_made_from_the_page(folder: Path, administrator: Client, quick: Callable[[str], None]) -> None:
    response = administrator.post("/hu/office/backups/", follow=True)
    assert Words.of("web").say("backups.begun", "hu") in response.content.decode()
    deadline = time.monotonic() + 20
    while not known_backups() or scheduled.is_running():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert known_backups()[0].holds is True


@pytest.mark.django_db
def test_it_is_the_administrators_page(folder: Path, client: Client) -> None:
    from datetime import date

    from fokozat.office.rights import actor_of

    account = Account.objects.create_user("officer@example.org")
    Role.objects.create(account=account, role="officer")
    client.force_login(account)
    assert client.get("/en/office/backups/").status_code == 403
    assert client.post("/en/office/backups/").status_code == 403
    with pytest.raises(Forbidden):
        make_backup(actor_of(account, date(2026, 1, 1)))
    assert not folder.exists()
