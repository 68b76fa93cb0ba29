"""The house refuses a room whose text, tables, rules, examples and words do not agree: each refusal is tried out."""

import importlib.util
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from fokozat.formats import event_of
from fokozat.regulations import Room
from fokozat.regulations.inspection import inspect_room
from fokozat.regulations.room import open_room, read_room

MGSZ, MGSZ_PLAYERS = open_room("mgsz_2012").folder, open_room("mgsz_2012").players


class Workshop:
    """A copy of a room in which one thing is broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(MGSZ, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} no longer says {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def room(self) -> Room:
        name = f"doctored_{self.folder.parent.name.replace('-', '_')}"
        spec = importlib.util.spec_from_file_location(name, self.folder / "rules.py")
        assert spec is not None
        assert spec.loader is not None
        source = importlib.util.module_from_spec(spec)
        sys.modules[name] = source
        spec.loader.exec_module(source)
        return read_room(self.folder, source, MGSZ_PLAYERS)

    def complaints(self) -> tuple[str, ...]:
        return inspect_room(self.room(), event_of)


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    before = set(sys.modules)
    yield Workshop(tmp_path / "mgsz_2012")
    for name in set(sys.modules) - before:
        if name.startswith("doctored_"):
            del sys.modules[name]


# what is broken: file, old text, new text, and what the house says of it
BROKEN = {
    "a computed heading without function": (
        "rules.py", '@paragraph("table 3 row 2", guard=True)\n', "",
        "text.md:*: table 3 row 2 is computed, but no function is marked with it",
    ),
    "an example of another rule": (
        "examples.toml", 'rule = "extended_time"\ngiven = { base = 40,', 'rule = "time_category"\ngiven = { base = 40,',
        "examples.toml: table 2 example (2.): expected 50, found D",
    ),
    "a computed heading without example": (
        "examples.toml", 'kind = "fischer", seconds = 15', 'kind = "japanese", seconds = 20',
        "examples.toml: no example reaches table 2 increment",
    ),
    "a function without heading": (
        "text.md", "### table 3 row 4 *Előnyadás nélküli 19×19-es versenyek* {computed}", "",
        "rules.py: even_addition computes table 3 row 4, which text.md does not call computed or a ruling",
    ),
    "a function of an organisational paragraph": (
        "text.md", "*több részre kell bontani* {computed}", "*több részre kell bontani* {organisational}",
        "text.md: 6.§(3) must be computed, it is called organisational",
    ),
    "a heading without a state": (
        "text.md", "## 2.§ *A rendszer alapjai* {organisational}", "## 2.§ *A rendszer alapjai*",
        "text.md:*: 2.§ has no state; one of computed, organisational, ruling, definition",
    ),
    "a heading with a state of its own invention": (
        "text.md", "## 2.§ *A rendszer alapjai* {organisational}", "## 2.§ *A rendszer alapjai* {decorative}",
        "text.md:*: 2.§ has no state; one of computed, organisational, ruling, definition",
    ),
    "a heading twice": (
        "text.md", "## 3.§ *A Minősítési Bizottság*", "## 2.§ *A Minősítési Bizottság*", "text.md: two headings 2.§",
    ),
    "a table without reference": (
        "tables.toml", 'reference = "Annex 1, table 2"\n', "", "tables.toml: table time has no reference",
    ),
    "a number without its first day": (
        "tables.toml", 'unit = "multiplier times rounds"\nvalid_from = 2012-01-01\n', 'unit = "rounds"\n',
        "tables.toml: number split_limit has no valid_from",
    ),
    "a number of a paragraph that does not exist": (
        "tables.toml", 'paragraph = "6.§(3)"', 'paragraph = "6.§(9)"',
        "tables.toml: number split_limit names a paragraph that text.md does not have",
    ),
    "a number of the law in the code": (
        "rules.py", 'limit = law.number("split_limit")', "limit = 300",
        "rules.py:*: the number 300 belongs into tables.toml",
    ),
    "a listed paragraph that the room does not compute": (
        "rules.py", '@paragraph("9.§(2)", guard=True)\n', "",
        "tables.toml: 9.§(2) is neither computed nor listed as missing",
    ),
    "a paragraph listed as missing that is there": (
        "tables.toml", 'state = "complete"', 'state = "partial"\nmissing = ["table 3"]',
        "tables.toml: table 3 is listed as missing, but rules.py computes it",
    ),
    "a partial room that calls itself complete": (
        "tables.toml", 'state = "complete"', 'state = "complete"\nmissing = ["table 3"]',
        "tables.toml: the state is complete, with 1 paragraphs missing",
    ),
    "a sentence missing in English": (
        "words.toml", 'en = "Played on the 13×13 board."\n', "", "words.toml: [step.on_small_board] is missing in en",
    ),
    "a sentence missing in Hungarian": (
        "words.toml", 'hu = "A táblán 13×13 vonal van."\n', "", "words.toml: [step.on_small_board] is missing in hu",
    ),
    "a sentence missing in Estonian": (
        "words.toml", 'et = "väike laud: see on {board:board}, mitte 13×13."\n', "",
        "words.toml: [not_applied.on_small_board] is missing in et",
    ),
    "a sentence that puts in other figures": (
        "words.toml", "nem 19×19.", "nem {lap}.",
        "words.toml: [not_applied.on_large_board] puts in other fields in one language than in another",
    ),
    "a sentence nobody says": (
        "words.toml", "[flag.fischer]", "[flag.bobby]", "words.toml: [flag.bobby] is not used",
    ),
    "a flag without words": (
        "words.toml", "[flag.fischer]", "[flag.bobby]", "words.toml: no [flag.fischer]",
    ),
    "a step without a formula": (
        "words.toml", 'formula = "number.small_board_multiplier"\n', "",
        "words.toml: [step.small_board_multiplier] has no formula for the checker",
    ),
    "a function whose heading was taken out": (
        "text.md", "### table 2 a) *japán tartalékidő* {computed}\nReserve given move by move is worth 45 moves.\n", "",
        "rules.py: japanese_reserve computes table 2 a), which text.md does not call computed or a ruling",
    ),
    "a number of the law in quotation marks": (
        "rules.py", 'limit = law.number("split_limit")', 'limit = int("300")',
        "rules.py:*: the number '300' belongs into tables.toml",
    ),
    "a number of the law spelled as a fraction": (
        "rules.py", 'limit = law.number("split_limit")', 'limit = Fraction("600/2")',
        "rules.py:*: the number '600/2' belongs into tables.toml",
    ),
    "a docstring that names another table": (
        "rules.py", '"""2. táblázat b) kanadai', '"""2. melléklet b) kanadai',
        "rules.py: the docstring of canadian_reserve does not begin with 2. táblázat b)",
    ),
    "a docstring that names another step": (
        "rules.py", '"""6.§(1) 1. lépés, a verseny', '"""6.§(1) 2. lépés, a verseny',
        "rules.py: the docstring of multiplier does not begin with 6.§(1) 1. lépés",
    ),
    "a docstring that does not name its paragraph": (
        "rules.py", '"""6.§(3) több részre', '"""Több részre',
        "rules.py: the docstring of split does not begin with 6.§(3)",
    ),
    "a wrong example": ("examples.toml", "expect = 25\n", "expect = 26\n",
        "examples.toml: example 4 b) KPMC: expected 26, found 25",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_the_house_refuses(what: str, workshop: Workshop) -> None:
    file, old, new, complaint = BROKEN[what]
    workshop.change(file, old, new)
    start, _, end = complaint.partition("*")
    found = workshop.complaints()
    assert any(each.startswith(start) and each.endswith(end) for each in found), "\n".join(found)


def test_the_house_refuses_rules_out_of_the_order_of_the_text(workshop: Workshop) -> None:
    heading = "## 7.§ *Az új Élő-pontok kiszámítása* {computed}\n"
    moved = "### 6.§(3) *több részre kell bontani* {computed}\n"
    workshop.change("text.md", moved, "### 6.§(4) {organisational}\n")
    workshop.change("text.md", heading, heading + "\n### table 9 {organisational}\n")
    workshop.change("text.md", "## table 1 *Minősítések*", moved + "\n## table 1 *Minősítések*")
    workshop.change("text.md", "### 6.§(2) *a", "### 6.§(9) {organisational}\n\n### 6.§(8) *a")
    workshop.change("text.md", "## table 4 *", "### 6.§(2) *a Bizottság* {ruling}\n\n## table 4 *")
    assert "rules.py: split stands out of the order of the text" in workshop.complaints()


def test_an_untouched_copy_is_accepted(workshop: Workshop) -> None:
    assert workshop.complaints() == ()


def test_a_dated_number_holds_from_its_day(workshop: Workshop) -> None:
    later = """[[number]]
name = "split_limit"
paragraph = "6.§(3)"
unit = "multiplier times rounds"
valid_from = 2014-07-01
reference = "amendment"
value = 200

"""
    workshop.change("tables.toml", "[[table]]", later + "[[table]]")
    room = workshop.room()
    days = {"2011-06-01": 300, "2014-06-30": 300, "2014-07-01": 200, "2020-01-01": 200}
    assert {day: room.law(date.fromisoformat(day)).number("split_limit") for day in days} == days
    assert room.law().number("split_limit") == 200
