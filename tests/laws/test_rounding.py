"""Rounding against definitions that are written differently, and against the decimal module."""

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fokozat.kernel.rounding import HALF, floor_of_a_half, half_away, half_up, whole_part
from tests.laws.strategies import fractions

WAYS: tuple[Callable[[Any], Any], ...] = (whole_part, floor_of_a_half, half_up, half_away)
EXACT = fractions() | st.fractions() | st.integers().map(Fraction)
PLACES = st.integers(0, 4)


@given(EXACT)
@example(Fraction(-1, 2))
def test_whole_part_is_the_greatest_integer_below(value: Fraction) -> None:
    whole = whole_part(value)
    assert isinstance(whole, int)
    assert whole <= value < whole + 1


@given(EXACT)
@example(Fraction(31, 2))
@example(Fraction(-31, 2))
def test_floor_of_a_half_lies_within_a_half_and_above_a_tie(value: Fraction) -> None:
    assert value - HALF < floor_of_a_half(value) <= value + HALF


@given(EXACT, PLACES)
@example(Fraction(-5, 2), 0)
def test_half_up_lies_within_half_a_unit_and_above_a_tie(value: Fraction, places: int) -> None:
    unit = Fraction(1, 10**places)
    rounded = half_up(value, places)
    assert value - unit / 2 < rounded <= value + unit / 2
    assert (rounded / unit).denominator == 1


@given(EXACT, PLACES)
@example(Fraction(-5, 2), 0)
def test_half_away_lies_within_half_a_unit_and_outside_a_tie(value: Fraction, places: int) -> None:
    unit = Fraction(1, 10**places)
    rounded = Fraction(half_away(value, places))
    assert abs(value) - unit / 2 < abs(rounded) <= abs(value) + unit / 2
    assert (rounded / unit).denominator == 1
    assert rounded == 0 or (rounded > 0) == (value > 0)


@given(st.decimals(-(10**6), 10**6, places=5), PLACES)
def test_half_away_is_what_the_decimal_module_calls_half_up(value: Decimal, places: int) -> None:
    wanted = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert half_away(Fraction(value), places) == Fraction(wanted)


@given(EXACT, PLACES)
def test_half_away_is_antisymmetric(value: Fraction, places: int) -> None:
    assert half_away(-value, places) == -half_away(value, places)


@given(EXACT, st.integers(), PLACES)
def test_half_up_moves_with_whole_numbers(value: Fraction, steps: int, places: int) -> None:
    assert half_up(value + steps, places) == half_up(value, places) + steps


@given(EXACT, PLACES)
def test_the_two_halves_differ_only_at_ties_below_zero(value: Fraction, places: int) -> None:
    tie = (Fraction(value) * 10**places - HALF).denominator == 1
    assert (half_up(value, places) != half_away(value, places)) == (tie and value < 0)


@given(EXACT, EXACT)
def test_greater_stays_greater(one: Fraction, other: Fraction) -> None:
    for way in WAYS:
        assert way(min(one, other)) <= way(max(one, other))


@pytest.mark.parametrize("way", WAYS)
@given(value=st.integers())
def test_whole_numbers_stay(way: Callable[[Any], Any], value: int) -> None:
    assert way(value) == value


@pytest.mark.parametrize("way", WAYS)
@given(value=st.floats() | st.booleans() | st.decimals() | st.text() | st.none())
def test_only_exact_numbers_are_rounded(way: Callable[[Any], Any], value: object) -> None:
    with pytest.raises(TypeError):
        way(value)
