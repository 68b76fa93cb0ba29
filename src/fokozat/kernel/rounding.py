"""The only place that rounds, each way named as the regulations call it.

Exact numbers in (integers or fractions), exact numbers out. Floats are refused: a formula with exp or log
says itself how its result becomes exact, before a paragraph rounds it.
"""

from collections.abc import Callable
from fractions import Fraction
from math import floor

Exact = int | Fraction

HALF = Fraction(1, 2)


def whole_part(value: Exact) -> int:
    """The whole part: the greatest integer that is not above the value (-0.5 becomes -1)."""
    return floor(_exact(value))


def floor_of_a_half(value: Exact) -> int:
    """MGSZ 7.§: the whole part of the value plus one half (15.5 becomes 16, -15.5 becomes -15)."""
    return floor(_exact(value) + HALF)


def half_up(value: Exact, places: int = 0) -> Exact:
    """FIDE until 2024: a half goes up, also below zero (2.5 becomes 3, -2.5 becomes -2)."""
    return _at_places(value, places, floor_of_a_half)


def half_away(value: Exact, places: int = 0) -> Exact:
    """FIDE since 2024: a half goes away from zero (2.5 becomes 3, -2.5 becomes -3)."""
    return _at_places(value, places, _whole_half_away)


def _whole_half_away(value: Fraction) -> int:
    return -floor_of_a_half(-value) if value < 0 else floor_of_a_half(value)


def _at_places(value: Exact, places: int, to_whole: Callable[[Fraction], int]) -> Exact:
    scale = 10**places
    whole = to_whole(_exact(value) * scale)
    return whole if places == 0 else Fraction(whole, scale)


def _exact(value: Exact) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"only exact numbers are rounded, not {value!r}")
    return Fraction(value)
