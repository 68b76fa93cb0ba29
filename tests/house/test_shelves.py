"""No test gets lost: the shelves are known, and the count of a shelf only falls with an excuse."""

from pathlib import Path

import pytest

import shelf_counts
from shelf_counts import floor_of
from tests.house.tree import ROOT, files, name_of


def test_every_test_stands_on_a_known_shelf() -> None:
    tests = [name_of(path) for path in files() if path.match("tests/**/test_*.py")]
    assert tests
    assert {shelf_counts.shelf_of(name) for name in tests} <= set(shelf_counts.SHELVES)


def test_every_shelf_is_counted() -> None:
    assert list(shelf_counts.read_counts((ROOT / shelf_counts.KEPT).read_text())) == list(shelf_counts.SHELVES)


def test_the_floor_is_the_highest_number_ever() -> None:
    assert floor_of("unit", [100, 110, 105, 90], set()) == 110


def test_an_excused_loss_lowers_the_floor() -> None:
    assert floor_of("unit", [120, 110], {("unit", 120, 110)}) == 110
    assert floor_of("unit", [120, 110], {("laws", 120, 110)}) == 120


def test_an_old_excuse_does_not_serve_twice() -> None:
    assert floor_of("unit", [120, 110, 130, 125], {("unit", 120, 110)}) == 130
    assert floor_of("unit", [120, 110, 105], {("unit", 120, 110)}) == 110


def test_a_loss_is_said_with_its_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shelf_counts, "ROOT", tmp_path)
    (tmp_path / "tests").mkdir()
    shelf_counts.write({"unit": 12})
    assert shelf_counts.losses({"unit": 12}) == []
    assert [sentence for sentence in shelf_counts.losses({"unit": 9}) if "tests/unit: 12 -> 9, why" in sentence]
    (tmp_path / "CHANGELOG.md").write_text("- tests/unit: 12 -> 9, three said the same\n")
    assert shelf_counts.losses({"unit": 9}) == []
