"""Lists as old programs and careless hands send them: Latin-2, byte order marks, a million lines; by a real process."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.models import Body, Person
from fokozat.office.preview import Agreed, File
from fokozat.office.rights import operator
from tests.doors.cli.front_door import FOKOZAT, environment

TODAY = date(2012, 3, 10)
SECONDS, MEGABYTES = 60, 300
MILLION = 1_000_000
LETTERS = "áéíóöőúüűÁÉÍÓÖŐÚÜŰ"
NAMES = ("Árvíztűrő Őrs", "Tükörfúrógép Űrs", "Öttömös Ágnes", "Cső Gyöngyi", "Űző Úrsula")
# the kernel's own figure of a program: ru_maxrss would begin with the memory of the one that started it
HEAVY = """
import re, resource, sys
from pathlib import Path
from fokozat.cli.main import main
code = main(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
peak = int(re.search(r"VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text())[1])
print(code, peak // 1024, int(used.ru_utime + used.ru_stime))
"""


@pytest.fixture
def club(db: None) -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Kör"})


def lines(end: str = "\r\n") -> str:
    return end.join(("Vezetéknév;Utónév;Lakcím", *(f"{name.replace(' ', ';')};{LETTERS}" for name in NAMES), ""))


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("iso-8859-2", b""), ("windows-1250", b""), ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"),
    ],
)  # fmt: skip
def test_hungarian_letters_arrive_right(encoding: str, mark: bytes, club: Body) -> None:
    file = File("tagok.csv", mark + lines().encode(encoding))
    preview = preview_members(operator(), club, file, TODAY)
    assert preview.left_out == ()
    import_members(operator(), club, file, Agreed(file.digest, {}), TODAY)
    cards = Person.objects.order_by("pk")
    assert tuple(card.shown_name for card in cards) == NAMES
    assert {card.contact.address for card in cards} == {LETTERS}


def test_a_mark_in_the_middle_is_no_letter_of_a_name(club: Body) -> None:
    """Two lists that were put behind each other."""
    file = File("tagok.csv", ("Vezetéknév;Utónév\n\ufeffMinta;Mária\n").encode())
    faults = [fault for line in preview_members(operator(), club, file, TODAY).lines for fault in line.faults]
    assert [(fault.key, fault.place) for fault in faults] == [("office.unprintable", "2:Vezetéknév")]


@dataclass(frozen=True)
class Installation:
    """An installation of its own, with a club."""

    club: str
    environ: dict[str, str]

    def take_in(self, file: Path) -> tuple[int, str]:
        """The exit code and what was said, within the memory and the seconds of the processor that are allowed."""
        typed = ["import", "members", str(file), "--body", self.club]
        command, environ = [sys.executable, "-c", HEAVY, *typed], environment(**self.environ)
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=10 * SECONDS)
        code, megabytes, seconds = (int(each) for each in done.stdout.split()[-3:])
        assert (megabytes < MEGABYTES, seconds < SECONDS) == (True, True), (megabytes, seconds)
        return code, done.stderr


@pytest.fixture(scope="module")
def installation() -> Iterator[Installation]:
    with tempfile.TemporaryDirectory() as home:
        environ = {"FOKOZAT_HOME": home}
        typed = [FOKOZAT, "bodies", "found", "--name", "Kavics Kör", "--kind", "club", "--json"]
        done = subprocess.run(typed, env=environment(**environ), capture_output=True, text=True, check=True)
        yield Installation(done.stdout.partition('"uid": "')[2][:36], environ)


def small(file: Path) -> None:
    file.write_bytes(b"Family name;Given name\n" + b"Minta;A\n" * MILLION)


def large(file: Path) -> None:
    """Names, addresses, numbers: about 60 bytes a line."""
    with file.open("wb") as out:
        out.write("Vezetéknév;Utónév;Lakcím;EGF-szám\n".encode())
        for start in range(0, MILLION, 1000):
            out.write(
                "".join(
                    f"Minta;Mária {at};Minta utca {at}., Mintafalva;{at}\n" for at in range(start, start + 1000)
                ).encode()
            )


def sparse(file: Path) -> None:
    """As large as a disk has room for on paper: nothing of it may be read but the beginning."""
    with file.open("wb") as out:
        out.write(b"Family name;Given name\n")
        out.truncate(20_000_000_000)


def blank(file: Path) -> None:
    file.write_bytes(b"Family name;Given name\n" + b";\n" * MILLION + b"Minta;A\n" * 100_000)


def open_quotation(file: Path) -> None:
    file.write_bytes(b'Family name;Given name\n"Minta;A\n' + b"Minta;A\n" * MILLION)


def wide(file: Path) -> None:
    file.write_bytes(b"Family name;Given name\n" + b"Minta;" * MILLION + b"\n" + b"Minta;A\n" * 100_000)


def workbook(file: Path) -> None:
    """A million lines that pack well, in an otherwise honest workbook."""
    honest = file.with_suffix(".honest")
    book = Workbook()
    book.worksheets[0].append(["Family name", "Given name"])
    book.save(honest)
    cell = '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>Minta</t></is></c></row>'
    with ZipFile(honest) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            whole = old.read(name)
            before, end, after = whole.partition(b"</sheetData>")
            with new.open(name, "w") as part:
                part.write(before)
                for start in range(2, MILLION if end else 0, 1000):
                    part.write("".join(cell.format(at) for at in range(start, start + 1000)).encode())
                part.write(end + after)


@pytest.mark.parametrize(
    ("write", "cure"),
    [
        (small, "in parts"), (large, "in parts"), (sparse, "in parts"), (blank, "in parts"), (wide, "in parts"),
        (open_quotation, "not closed"), (workbook, "in parts"),
    ],
)  # fmt: skip
def test_a_million_lines_are_refused_in_one_line(
    write: Callable[[Path], None], cure: str, installation: Installation, tmp_path: Path
) -> None:
    file = tmp_path / ("list.xlsx" if write is workbook else "list.csv")
    write(file)
    code, said = installation.take_in(file)
    file.unlink()
    assert (code, said.count("\n")) == (2, 1), said
    assert str(file) in said
    assert cure in said
    typed = [FOKOZAT, "people", "list", "--json"]
    kept = subprocess.run(typed, env=environment(**installation.environ), capture_output=True, text=True, check=True)
    assert json.loads(kept.stdout)["people"] == []
