"""Long work: asked for once, held by one, ended once; cancelled, tried again, reaped, and done by itself every day."""

import json
import os
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from fokozat.cli.commands.work import FORMS as TYPED_FORMS
from fokozat.cli.commands.work import KINDS as TYPED_KINDS
from fokozat.kernel.errors import Conflict, Fault, Forbidden, InvalidInput, NotFound
from fokozat.office import work_running, works
from fokozat.office.actions.ask_work import ask_work
from fokozat.office.actions.cancel_work import cancel_work
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.keep_private import keep_birth_date
from fokozat.office.actions.retry_work import retry_work
from fokozat.office.models import BirthDate, Body, Membership, Record, Role
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor, operator
from fokozat.office.sheet_writers import FORMS
from fokozat.office.tasks import run_work
from fokozat.office.upkeep import WORK_KEPT, forget_old_work
from fokozat.office.work_document import work_document
from fokozat.office.work_files import open_result
from fokozat.office.work_kinds import KINDS, kind_of
from fokozat.office.work_periodic import PERIODIC, put_periodic
from fokozat.office.work_queries import find_work, works_seen_by
from fokozat.work.loop import GO_ON, LOST, STOP, Held, Progress
from tests.doors.office.conftest import NewActor, NewPerson

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, settings: Any) -> Path:
    settings.WORK_FOLDER = tmp_path / "work"
    return tmp_path / "work"


def ask(kind: str = "check", actor: Actor | None = None, **given: object) -> Work:
    return ask_work(actor or operator(), kind, given)[0]


def take() -> Held:
    held = works.take(lambda kind: kind_of(kind).seconds)
    assert held is not None
    return held


def silent(_done: int, _total: int, _fields: Mapping[str, Any]) -> None:
    pass


def do(held: Held) -> Work:
    work_running.do(held, silent)
    return Work.objects.get(uid=held.key)


def due_now() -> None:
    """The pause after a try is over."""
    past = timezone.now() - timedelta(minutes=10)
    Work.objects.exclude(not_before=None).update(not_before=past)
    DBTaskResult.objects.update(run_after=past)


def verbs(kind: str = "work") -> list[str]:
    return list(Record.objects.filter(kind=kind).order_by("pk").values_list("verb", flat=True))


def test_the_command_line_knows_every_kind_and_form() -> None:
    assert set(TYPED_KINDS) == {kind.key for kind in KINDS}
    assert set(TYPED_FORMS) == set(FORMS)
    assert {each.kind for each in PERIODIC} <= set(TYPED_KINDS)


def test_asked_twice_is_one() -> None:
    first, is_new = ask_work(operator(), "check", {})
    second, again = ask_work(operator(), "check", {})
    assert (is_new, again) == (True, False)
    assert first.pk == second.pk
    assert verbs() == ["ask"]
    assert DBTaskResult.objects.count() == 1
    do(take())
    assert ask_work(operator(), "check", {})[1]


def test_the_same_from_two_people_is_two(society: Body, new_actor: NewActor) -> None:
    one, other = new_actor("officer", society), new_actor("registrar", society)
    assert ask("export", one, body=str(society.uid)).pk != ask("export", other, body=str(society.uid)).pk


def test_a_proof_is_done_and_leaves_the_queue(person: object) -> None:
    ask()
    held = take()
    assert works.take(lambda _kind: 1.0) is None
    work = do(held)
    assert (work.state, work.tries, work.fault) == ("done", 1, {})
    assert work.result["differences"] == 0
    assert work.result["records"] == sum(1 for _ in Record.objects.all())
    assert work.lease_until is None
    assert work.ended_at is not None
    assert not DBTaskResult.objects.exists()


def test_what_does_not_hold_is_named(person: object) -> None:
    from django.db import connection

    from fokozat.office import guards
    from fokozat.office.models.journal import Detail

    ask()
    Detail.objects.filter(record__kind="person").update(after={"family": "Other"})
    work = do(take())
    assert guards.stand(connection)
    assert [each["what"] for each in work.result["told"]] == ["detail-changed"]


def test_who_lost_the_lease_can_write_nothing(society: Body, person: object, own_folder: Path) -> None:
    ask("export", body=str(society.uid))
    late = take()
    Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert works.reap() == 1
    due_now()
    new = take()
    assert (late.fence, new.fence) == (1, 2)
    assert works.beat(late, None) == LOST
    work_running.do(late, silent)
    assert verbs() == ["ask"]
    works.fail(late, Fault("office.work-broke"), again=False)
    works.let_go(late)
    assert Work.objects.get().state == "running"
    work = do(new)
    assert (work.state, work.tries) == ("done", 2)
    assert verbs() == ["ask", "take-out"]
    assert [path.name for path in own_folder.iterdir()] == [work.file]


def test_effects_and_end_are_one(person: object) -> None:
    """What a settling changed is gone where the end could not be kept."""
    ask("upkeep")
    held = take()
    Work.objects.update(fence=7)

    def settle() -> Mapping[str, Any]:
        Membership.objects.all().delete()
        BirthDate.objects.all().delete()
        ask_work(operator(), "check", {})
        return {}

    with pytest.raises(works.Gone):
        works.finish(held, works.Outcome(settle=settle))
    assert Work.objects.count() == 1


def test_a_beat_prolongs_the_lease_and_keeps_the_progress() -> None:
    work, held = ask(), take()
    Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert works.beat(held, Progress(40, 100, {"records": 40})) == GO_ON
    work.refresh_from_db()
    assert work.lease_until is not None
    assert work.lease_until > timezone.now() + timedelta(seconds=settings.WORK_LEASE / 2)
    assert (work.progress_done, work.progress_total, work.progress_fields) == (40, 100, {"records": 40})
    assert works.reap() == 0


def test_what_waits_is_cancelled_at_once() -> None:
    work = cancel_work(operator(), ask())
    assert work.state == "cancelled"
    assert not DBTaskResult.objects.exists()
    assert works.take(lambda _kind: 1.0) is None
    assert verbs() == ["ask", "cancel"]
    with pytest.raises(Conflict, match="work-ended"):
        cancel_work(operator(), work)


def test_what_runs_is_stopped_and_a_cancel_wins_before_the_end(society: Body, own_folder: Path) -> None:
    work = ask("export", body=str(society.uid))
    held = take()
    assert cancel_work(operator(), work).state == "running"
    cancel_work(operator(), work)  # pressed twice
    assert works.beat(held, None) == STOP
    done = do(held)  # was just finishing
    assert (done.state, done.file) == ("cancelled", "")
    assert verbs() == ["ask", "cancel"]
    assert list(own_folder.iterdir()) == []


def test_a_cancel_after_the_end_comes_too_late() -> None:
    work = ask()
    do(take())
    with pytest.raises(Conflict, match="work-ended"):
        cancel_work(operator(), work)
    assert Work.objects.get().state == "done"


def test_a_cancelled_work_whose_worker_died_is_cancelled() -> None:
    work = ask()
    take()
    cancel_work(operator(), work)
    Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    works.reap()
    assert Work.objects.get().state == "cancelled"


def test_a_poisoned_work_fails_with_clear_words() -> None:
    work = ask()
    for at in range(3):
        due_now()
        take()
        Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert works.reap() == 1
        work.refresh_from_db()
        assert work.state == ("waiting" if at < 2 else "failed")
    due_now()
    assert works.take(lambda _kind: 1.0) is None
    told = work_document(work, "en")
    assert told["fault"]["text"] == "the program that did it ended in the middle; nothing half done was kept"
    assert told["tries"] == told["most_tries"] == 3


def test_a_failed_work_is_tried_again_by_a_person(society: Body, new_actor: NewActor) -> None:
    work = ask("export", officer := new_actor("officer", society), body=str(society.uid))
    works.fail(take(), Fault("office.work-broke"), again=False)
    assert Work.objects.get().fault["key"] == "office.work-broke"
    with pytest.raises(Forbidden):
        retry_work(new_actor("leader", society), work)
    again = retry_work(officer, work)
    assert (again.state, again.tries, again.fault) == ("waiting", 0, {})
    with pytest.raises(Conflict, match="work-not-failed"):
        retry_work(officer, work)
    assert do(take()).state == "done"
    assert verbs() == ["ask", "retry", "take-out"]


def test_an_old_one_is_not_tried_again_beside_a_new_one() -> None:
    old = cancel_work(operator(), ask())
    ask()
    with pytest.raises(Conflict, match="work-asked-again"):
        retry_work(operator(), old)


def test_who_ends_by_order_spends_no_try() -> None:
    ask()
    works.let_go(take())
    work = Work.objects.get()
    assert (work.state, work.tries, work.fence) == ("waiting", 0, 1)
    assert take().fence == 2


def test_a_waiting_work_that_lost_its_place_gets_a_new_one() -> None:
    ask()
    DBTaskResult.objects.all().delete()
    assert works.take(lambda _kind: 1.0) is None
    works.reap()
    assert do(take()).state == "done"


def test_a_place_without_work_is_cleared() -> None:
    ask()
    Work.objects.all().delete()
    assert works.take(lambda _kind: 1.0) is None
    assert not DBTaskResult.objects.exists()


def test_done_here_and_now_at_a_terminal() -> None:
    work = ask()
    assert run_work.call(str(work.uid)) is True
    assert run_work.call(str(work.uid)) is False
    assert Work.objects.get().state == "done"


def test_a_right_that_was_lost_meanwhile_counts_no_more(society: Body, new_actor: NewActor) -> None:
    ask("export", new_actor("officer", society), body=str(society.uid))
    Role.objects.update(ends=date(2012, 3, 11))
    work = do(take())
    assert (work.state, work.fault["key"], work.tries) == ("failed", "office.no-right", 1)


def test_a_full_disk_leaves_nothing_and_is_tried_again(
    society: Body, new_person: NewPerson, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    for at in range(30):
        new_person(f"Minta {at}")
    ask("export", body=str(society.uid), form="xlsx")
    held, before = take(), resource.getrlimit(resource.RLIMIT_FSIZE)
    own_folder.mkdir(parents=True, exist_ok=True)
    # the kernel refuses to let any file grow, as it does when the disk is full; the database here is asked nothing
    kept: list[tuple[Held, Fault, bool]] = []
    monkeypatch.setattr(works, "fail", lambda held, fault, again: kept.append((held, fault, again)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        work_running.do(held, silent)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    monkeypatch.undo()
    assert [(fault.key, again) for _, fault, again in kept] == [("office.work-disk", True)]
    assert list(own_folder.iterdir()) == []
    works.fail(*kept[0])
    work = Work.objects.get()
    assert (work.state, work.fault["key"]) == ("waiting", "office.work-disk")
    due_now()
    assert do(take()).state == "done"


def test_a_disk_without_space_is_told_in_words() -> None:
    import errno

    assert work_running._fault_of_disk(OSError(errno.ENOSPC, "No space left on device")).key == "office.work-no-space"


@pytest.mark.parametrize("form", FORMS)
def test_an_export_holds_every_table(
    society: Body, new_person: NewPerson, new_actor: NewActor, own_folder: Path, form: str
) -> None:
    card = new_person("Őrsi Ödön")
    keep_birth_date(operator(), card, {"born": "1990-05-06"}, date(2012, 3, 10))
    enrol(operator(), card, {"body": str(society.uid), "year": 2012})
    registrar = new_actor("registrar", society)
    work = ask("export", registrar, body=str(society.uid), form=form)
    work = do(take())
    assert (work.state, work.result["left_out"]) == ("done", [])
    path = open_result(registrar, work)
    assert path.stat().st_mode & 0o077 == 0
    with ZipFile(BytesIO(path.read_bytes())) as packed:
        assert packed.testzip() is None
        contents = json.loads(packed.read("contents.json"))
        assert set(packed.namelist()) == {"contents.json", *(f"{name}.{form}" for name in contents["rows"])}
        assert {name: contents["rows"][name] for name in ("members", "people", "birth-dates", "memberships")} == {
            "members": 1, "people": 1, "birth-dates": 1, "memberships": 1,
        }  # fmt: skip
        if form == "json":
            assert json.loads(packed.read("people.json"))[0]["family"] == "Őrsi"
    record = Record.objects.select_related("detail", "chain").get(verb="take-out")
    assert record.chain.body_id == society.pk
    assert record.actor == registrar.name
    assert (record.detail.after or {})["digest"] == work.result["digest"]


def test_an_export_leaves_out_what_the_right_does_not_reach(society: Body, person: object, new_actor: NewActor) -> None:
    officer = new_actor("officer", society)
    ask("export", officer, body=str(society.uid))
    work = do(take())
    assert {"birth-dates", "contacts", "consents", "roles", "accounts"} <= set(work.result["left_out"])
    with ZipFile(open_result(officer, work)) as packed:
        inside = {name.partition(".")[0] for name in packed.namelist()}
        assert "people" in inside
        assert not inside & set(work.result["left_out"])


def test_only_who_asked_gets_the_file_and_not_for_ever(society: Body, new_actor: NewActor) -> None:
    officer, registrar = new_actor("officer", society), new_actor("registrar", society)
    ask("export", officer, body=str(society.uid))
    work = do(take())
    with pytest.raises(Forbidden):
        open_result(registrar, work)
    path = open_result(officer, work)
    Work.objects.update(file_ends_at=timezone.now() - timedelta(seconds=1))
    work.refresh_from_db()
    with pytest.raises(NotFound, match="work-no-file"):
        open_result(officer, work)
    os.utime(path, (0, 0))
    assert forget_old_work(timezone.now()) == 1
    assert not path.exists()
    assert Work.objects.get().state == "done"


def test_old_work_is_forgotten_and_what_runs_never(own_folder: Path) -> None:
    ask()
    do(take())
    ask()
    now = timezone.now() + WORK_KEPT + timedelta(days=1)
    forget_old_work(now)
    assert [work.state for work in Work.objects.all()] == ["waiting"]


def test_upkeep_comes_once_a_day_however_many_look(person: object, settings: Any) -> None:
    settings.RETENTION_YEARS = 1
    keep_birth_date(operator(), person, {"born": "1990-05-06"}, date(2012, 3, 10))  # type: ignore[arg-type]
    enrol(operator(), person, {"body": str(Body.objects.get(name="Kavics Kör").uid), "year": 2012})  # type: ignore[arg-type]
    morning = datetime(2030, 1, 2, 0, 5, tzinfo=UTC)
    assert [put_periodic(morning), put_periodic(morning)] == [1, 0]
    work = do(take())
    assert (work.state, work.slot, work.result["forgotten"]) == ("done", "upkeep 2030-01-02", 1)
    assert put_periodic(morning + timedelta(hours=23)) == 0
    assert put_periodic(morning + timedelta(hours=24)) == 1
    assert do(take()).result["forgotten"] == 0
    assert verbs("person").count("forget-private") == 1


@pytest.mark.parametrize(
    "case",
    [
        ("check", "administrator", "everywhere", True), ("check", "registrar", "everywhere", True),
        ("check", "registrar", "own", False), ("check", "leader", "everywhere", False),
        ("export", "officer", "own", True), ("export", "officer", "beside", False), ("export", "leader", "own", False),
        ("export", "registrar", "everywhere", True), ("upkeep", "administrator", "everywhere", True),
        ("upkeep", "registrar", "everywhere", False),
    ],
)  # fmt: skip
def test_who_may_ask_for_what(
    case: tuple[str, str, str, bool], society: Body, beside: Body, new_actor: NewActor
) -> None:
    kind, role, where, allowed = case
    actor = new_actor(role, {"own": society, "beside": beside, "everywhere": None}[where])
    given = {"body": str(society.uid)} if kind == "export" else {}
    if allowed:
        assert ask_work(actor, kind, given)[1]
    else:
        with pytest.raises(Forbidden):
            ask_work(actor, kind, given)
        assert not Work.objects.exists()


def test_nobody_sees_work_of_another_body(society: Body, beside: Body, new_actor: NewActor) -> None:
    owner, other = new_actor("officer", society), new_actor("officer", beside)
    work = ask("export", owner, body=str(society.uid))
    assert find_work(owner, work.uid).pk == work.pk
    assert list(works_seen_by(other)) == []
    with pytest.raises(NotFound):
        find_work(other, work.uid)
    for step in (cancel_work, retry_work):
        with pytest.raises(Forbidden):
            step(other, work)
    assert cancel_work(new_actor("registrar", society), work).state == "cancelled"


@pytest.mark.parametrize(
    ("kind", "given", "key"),
    [
        ("dance", {}, "office.unknown-choice"),
        ("export", {"form": "pdf"}, "office.unknown-choice"),
    ],
)
def test_what_cannot_be_asked_for(kind: str, given: dict[str, str], key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ask_work(operator(), kind, given)
    assert caught.value.key == key
    assert not Work.objects.exists()
