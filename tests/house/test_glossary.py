"""GLOSSARY.md: every term once, in three languages, and used in the code under its name."""

import re

from tests.house.tree import ROOT, python_files

HEAD = ["code name", "English", "Magyar", "Eesti", "meaning", "where defined"]


def rows() -> list[list[str]]:
    """The cells of all table rows, the heads and the rules under them left out."""
    lines = (ROOT / "GLOSSARY.md").read_text().splitlines()
    tables = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines if line.startswith("|")]
    return [cells for cells in tables if cells != HEAD and not set("".join(cells)) <= set("-:| ")]


def test_glossary_has_no_empty_cell() -> None:
    assert rows()
    assert [cells for cells in rows() if len(cells) != len(HEAD) or not all(cells)] == []


def test_each_term_stands_once() -> None:
    names = [cells[0] for cells in rows()]
    assert sorted(names) == sorted(set(names))


def test_each_code_name_is_used() -> None:
    source = "\n".join(path.read_text() for path in python_files("src"))
    words = set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", source))
    assert [cells[0] for cells in rows() if cells[0].strip("`") not in words] == []
