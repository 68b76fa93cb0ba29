"""The small line of figures: exact, the same everywhere, with gaps where nothing is known."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from fokozat.documents.sparkline import HEIGHT, WIDTH, sparkline

Drawn = tuple[list[list[tuple[float, float]]], list[tuple[float, float]]]


def drawn(svg: str) -> Drawn:
    """The pieces of the line and the points, as they are drawn."""
    path = re.search(r' d="([^"]*)"', svg)
    pieces = re.findall(r"M[^M]*", path[1]) if path else []
    lines = [[tuple(map(float, pair.split())) for pair in re.split("[ML]", piece)[1:]] for piece in pieces]
    points = [(float(x), float(y)) for x, y in re.findall(r'cx="([^"]*)" cy="([^"]*)"', svg)]
    return lines, points  # type: ignore[return-value]


def test_the_greatest_is_on_top_the_least_at_the_bottom_and_time_goes_right() -> None:
    [line], points = drawn(sparkline([1900, 2000, 1950]))
    assert line == [(20, 180), (460, 20), (900, 100)]
    assert points == [(900, 100)]


def test_a_gap_in_the_figures_is_a_gap_in_the_line() -> None:
    lines, points = drawn(sparkline([None, 1, 2, None, 3, None]))
    assert [len(line) for line in lines] == [2, 1]
    assert points == [lines[1][0]]


@pytest.mark.parametrize("figures", [[5], [5, 5, 5], [Fraction(1, 3)]])
def test_what_never_changes_stands_in_the_middle(figures: list[int]) -> None:
    [line], [point] = drawn(sparkline(figures))
    assert {y for _, y in line} == {100}
    assert point == line[-1] == (900, 100)


@pytest.mark.parametrize("figures", [[], [None], [None, None]])
def test_without_figures_nothing_is_drawn(figures: list[None]) -> None:
    assert drawn(sparkline(figures)) == ([], [])


def test_fractions_are_drawn_in_whole_tenths_of_a_pixel_and_stay_inside() -> None:
    svg = sparkline([Fraction(at * at % 17, 7) for at in range(12)])
    lines, _ = drawn(svg)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for line in lines for x, y in line)
    assert re.fullmatch(r"[ML\d ]+", re.search(r' d="([^"]*)"', svg)[1])  # type: ignore[index]
    assert 'width="92" height="20"' in svg


def test_it_is_well_formed_says_its_title_and_carries_no_style() -> None:
    svg = sparkline([1, 2], 'Őrsi "Ö" <b>')
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == 'Őrsi "Ö" <b>'
    assert root.attrib["role"] == "img"
    assert "style" not in svg
    assert ElementTree.fromstring(sparkline([1, 2])).attrib["aria-hidden"] == "true"
