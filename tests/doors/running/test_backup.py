"""`fokozat backup` and `fokozat restore`: what comes back is what was there, or nothing happens."""

import json
import random
import resource
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES
from fokozat.office.snapshot import manifest_of, verify
from tests.doors.cli.front_door import FOKOZAT, environment
from tests.doors.running.conftest import Installation

WRITER = """
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.register_person import register_person
from fokozat.office.rights import operator
club = found_body(operator(), {"kind": "club", "name": "Kavics Kör"})
print("writing", flush=True)
count = 0
while not os.path.exists(sys.argv[1]):
    register_person(operator(), {"family": "Minta", "given": f"M{count}", "keeper": str(club.uid)})
    count += 1
print(count)
"""
TAMPERED = """
from django.db import connection
from fokozat.office import guards
from fokozat.office.models import Record
guards.settings.JOURNAL_GUARDS_REMOVABLE = True
guards.take_away(connection)
Record.objects.filter(chain__name="people", place=3).update(actor="somebody else")
guards.put_up(connection)
"""
PASSPHRASE = "kavics fonal őrség"


def parts(file: Path) -> list[object]:
    """What a backup holds, without when and where it was made."""
    with file.open("rb") as source:
        found = verify(source)
    return [found.tables, found.chains, found.files, found.migrations]


def test_what_is_restored_goes_out_byte_for_byte_as_before(
    used: Installation, backup: Path, installation: Installation, tmp_path: Path
) -> None:
    restored = installation.told("restore", str(backup))
    assert (restored["restored"], restored["safety"]) == (True, None)
    assert installation.tables() == used.tables()
    found, before = installation.told("check"), used.told("check")
    assert [found[name] for name in ("chains", "records", "differences")] == [before["chains"], before["records"], []]
    assert len(restored["heads"]) == restored["chains"] > 1
    for name in ("secret-key", "uploads/logos/őr.svg"):
        assert (installation.home / name).read_bytes() == (used.home / name).read_bytes()
    again = tmp_path / "again.fokozat"
    installation.told("backup", str(again))
    assert parts(again) == parts(backup)


def test_a_backup_of_either_database_is_restored_into_the_other(
    used: Installation, backup: Path, installation: Installation, tmp_path: Path
) -> None:
    """On PostgreSQL: into SQLite and back again; on SQLite the same way round."""
    embedded, there = Installation(tmp_path / "home"), tmp_path / "there.fokozat"
    embedded.told("restore", str(backup))
    assert embedded.tables() == used.tables()
    embedded.told("backup", str(there))
    installation.told("restore", str(there))
    assert installation.tables() == used.tables()
    assert parts(there) == parts(backup)


def test_keys_are_given_out_where_the_numbering_was(
    installation: Installation, made: Callable[[], Installation], tmp_path: Path
) -> None:
    """A key that was given up is not another's after a restore."""
    grow = (
        "from fokozat.office.models import Body\nb = Body.objects.create(kind='club', name='A')\n"
        "gone = b.pk\nb.delete()\nprint(gone)"
    )
    installation("upgrade")
    gone, file, other = int(installation.run(grow)), tmp_path / "all.fokozat", made()
    installation.told("backup", str(file))
    other.told("restore", str(file))
    assert int(other.run(grow)) == gone + 1


def test_it_is_one_moment_while_others_write(installation: Installation, tmp_path: Path) -> None:
    """The journal of the backup proves itself, and every card that it names is there; the writers never wait long."""
    installation("upgrade")
    done = tmp_path / "done"
    writer = installation.program(WRITER, str(done))
    assert writer.stdout is not None
    assert writer.stdout.readline() == "writing\n"
    counts = []
    for number in range(3):
        file = tmp_path / f"{number}.fokozat"
        made = installation.told("backup", str(file))
        assert made["tables"]["office_person"] + 1 == made["tables"]["office_record"] == made["records"]
        assert installation.told("restore", str(file), "--trial")["records"] == made["records"]
        counts.append(made["records"])
    done.touch()
    written = int(writer.communicate(timeout=60)[0])
    assert counts == sorted(counts)
    assert len(set(counts)) == 3, "nobody wrote meanwhile"
    assert written >= counts[-1] - 1


@pytest.mark.only_on("sqlite")
def test_without_wal_it_is_read_from_a_copy_that_goes_again(used: Installation, backup: Path, tmp_path: Path) -> None:
    text = (
        "from django.db import connection\nfrom fokozat.office.snapshot import write_snapshot\n"
        "from pathlib import Path\n"
        "cursor = connection.cursor()\ncursor.execute('PRAGMA journal_mode=TRUNCATE')\n"
        "print(cursor.fetchone()[0])\n"
        "file = Path(sys.argv[1])\n"
        "with file.open('wb') as out: write_snapshot(out, beside=file.parent)\n"
        "cursor.execute('PRAGMA journal_mode=WAL')"
    )
    file = tmp_path / "copy.fokozat"
    assert used.run(text, str(file)) == "truncate\n"
    assert parts(file)[0] == parts(backup)[0]
    assert [path.name for path in tmp_path.iterdir()] == ["copy.fokozat"]


def test_only_its_owner_may_read_it_and_sessions_stay_behind(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with ZipFile(backup) as archive:
        names = archive.namelist()
        assert "tables/office_person.jsonl" in names
        assert not [name for name in names if "session" in name or "mail/" in name or "sqlite" in name]


def test_a_sealed_one_opens_with_its_passphrase_only(
    used: Installation, installation: Installation, tmp_path: Path
) -> None:
    file, right, wrong = (tmp_path / name for name in ("sealed.fokozat", "right", "wrong"))
    right.write_text(f"{PASSPHRASE}\n")
    wrong.write_text("kavics fonal orség\n")
    made = used.told("backup", str(file), "--encrypt", FOKOZAT_PASSPHRASE=PASSPHRASE)
    assert made["encrypted"] is True
    assert b"office_person" not in file.read_bytes()
    for language in LANGUAGES:
        told = installation.refused("restore", str(file), "--passphrase-file", str(wrong), "--lang", language, code=2)
        assert told.startswith("fokozat: ")
    assert "passphrase" in installation.refused("restore", str(file), code=2)
    assert installation("people", "list").stdout == ""
    installation.told("restore", str(file), "--passphrase-file", str(right))
    assert installation.tables() == used.tables()


def test_a_passphrase_is_not_taken_from_the_command_line_nor_a_short_one(used: Installation, tmp_path: Path) -> None:
    file = str(tmp_path / "sealed.fokozat")
    used.refused("backup", file, "--passphrase", PASSPHRASE, code=2)
    assert "8" in used.refused("backup", file, "--encrypt", code=2, FOKOZAT_PASSPHRASE="kavics")
    used.refused("backup", file, "--encrypt", code=2)
    assert list(tmp_path.iterdir()) == []


def test_no_changed_byte_goes_unnoticed(backup: Path, tmp_path: Path) -> None:
    """What the archive itself repeats (a date, a name in two places) may change; no part and no row may."""
    whole, dice, copy = backup.read_bytes(), random.Random(1), tmp_path / "changed.fokozat"
    held, refused = parts(backup), 0
    for place in dice.sample(range(len(whole)), 150):
        copy.write_bytes(whole[:place] + bytes([whole[place] ^ 0x11]) + whole[place + 1 :])
        try:
            assert parts(copy) == held, place
        except InvalidInput:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("damage", ["cut", "grown", "another file", "empty", "another form"])
def test_a_damaged_one_is_refused_in_one_line(
    damage: str, backup: Path, installation: Installation, tmp_path: Path
) -> None:
    whole, file = backup.read_bytes(), tmp_path / "damaged.fokozat"
    made = {"cut": whole[:-400], "grown": whole[:5000] + b"x" + whole[5000:], "another file": b"%PDF-1.7 " * 99}
    file.write_bytes(made.get(damage, b""))
    if damage == "another form":
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            archive.writestr("manifest.json", json.dumps({"fokozat": "fokozat-backup/9"}))
    installation.refused("restore", str(file), code=2)
    assert installation("people", "list").stdout == ""


def test_a_name_that_leads_out_of_the_folder_is_refused(
    backup: Path, installation: Installation, tmp_path: Path
) -> None:
    file = tmp_path / "sly.fokozat"
    with ZipFile(backup) as good, ZipFile(file, "w") as sly:
        for name in good.namelist():
            sly.writestr(
                name.replace("files/secret-key", "files/../sly"), good.read(name).replace(b'"secret-key"', b'"../sly"')
            )
    installation.refused("restore", str(file), code=2)
    assert not (installation.home.parent / "sly").exists()


def test_what_is_there_is_not_written_over_unless_asked(used: Installation, backup: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.fokozat"
    file.write_text("somebody's work")
    assert "--replace" in used.refused("backup", str(file), code=5)
    assert file.read_text() == "somebody's work"
    used.told("backup", str(file), "--replace")
    assert parts(file)[0] == parts(backup)[0]


def test_no_half_file_is_left_where_there_is_no_room(used: Installation, tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    done = subprocess.run(
        [FOKOZAT, "backup", str(tmp_path / "all.fokozat")],
        env=environment(**used.environ), preexec_fn=little_room, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, len(done.stderr.splitlines())) == (4, 1), done.stderr
    assert list(tmp_path.iterdir()) == []
    assert used("backup", str(tmp_path / "no/such/folder/all.fokozat")).returncode == 4


def test_an_installation_in_use_is_kept_unless_told_and_then_backed_up_first(
    backup: Path, installation: Installation, made: Callable[[], Installation]
) -> None:
    installation("bodies", "found", "--kind", "club", "--name", "Fonal Kör")
    before, key = installation.tables(), (installation.home / "secret-key").read_bytes()
    assert "--over" in installation.refused("restore", str(backup), code=5)
    assert installation.tables() == before
    told = installation.told("restore", str(backup), "--over")
    assert "Fonal Kör" not in installation.tables()["bodies"]
    assert (installation.home / "secret-key").read_bytes() != key
    back = made()
    back.told("restore", told["safety"])
    assert back.tables() == before
    assert (back.home / "secret-key").read_bytes() == key


def test_a_trial_changes_nothing(backup: Path, installation: Installation) -> None:
    installation("bodies", "found", "--kind", "club", "--name", "Fonal Kör")
    before = installation.tables()
    for language in LANGUAGES:
        assert installation("restore", str(backup), "--trial", "--lang", language).returncode == 0
    assert installation.told("restore", str(backup), "--trial")["restored"] is False
    assert installation.tables() == before


def test_what_does_not_prove_itself_is_not_taken(
    installation: Installation, used: Installation, tmp_path: Path, made: Callable[[], Installation]
) -> None:
    """A journal that was rewritten before the backup: digests are right, the chain is not."""
    other, file = made(), tmp_path / "rewritten.fokozat"
    other("demo")
    other.run(TAMPERED)
    other.told("backup", str(file))
    installation("bodies", "found", "--kind", "club", "--name", "Fonal Kör")
    before, key = installation.tables(), (installation.home / "secret-key").read_bytes()
    assert "changed" in installation.refused("restore", str(file), "--over", "--without-safety", code=2)
    assert installation.tables() == before
    assert (installation.home / "secret-key").read_bytes() == key
    assert not [path for path in installation.home.iterdir() if path.name.startswith(".")]


def test_a_manifest_is_read_without_the_rest(backup: Path) -> None:
    with backup.open("rb") as source:
        manifest = manifest_of(source)
    assert manifest.rows == sum(table.rows for table in manifest.tables) > 1000
    assert manifest.records == sum(chain.length for chain in manifest.chains) > 100
