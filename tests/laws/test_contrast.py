"""Colours that can be read: the ratio of WCAG, and the nearest shade that passes."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel.contrast import Colour, contrast, nearest_shade, read_colour, shown_ratio

LEAST = Decimal("4.5")
BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)
PAPER = {"light": (Colour(0xFB, 0xF9, 0xF4), Colour(0xF4, 0xEE, 0xE4)), "dark": (Colour(0x19, 0x18, 0x14),)}
lights = st.integers(0, 255)
colours = st.builds(Colour, lights, lights, lights)


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [  # ratios as browsers' own tools show them
        ("#000000", "#ffffff", "21"),
        ("#777777", "#ffffff", "4.47"),
        ("#767676", "#ffffff", "4.54"),
        ("#ff0000", "#ffffff", "3.99"),
        ("#0000ff", "#ffffff", "8.59"),
        ("#ffff00", "#ffffff", "1.07"),
    ],
)
def test_known_ratios(one: str, other: str, shown: str) -> None:
    text, ground = read_colour(one), read_colour(other)
    assert text
    assert ground
    assert shown_ratio(contrast(text, ground)) == Fraction(shown)


@given(colours, colours)
def test_the_ratio_is_the_same_from_both_sides_and_between_one_and_21(one: Colour, other: Colour) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert 1 <= contrast(one, other) <= 21
    assert (contrast(one, other) == 1) == (one == other) or contrast(one, other) < Decimal("1.1")


@given(colours)
def test_what_is_written_is_read_again(colour: Colour) -> None:
    assert read_colour(colour.text) == colour
    assert read_colour(colour.text.upper().removeprefix("#")) == colour


@pytest.mark.parametrize("text", ["", "#", "#12", "#1234", "red", "#12345g", "#1234567", "rgb(1,2,3)", "#١٢٣"])
def test_what_is_no_colour_is_none(text: str) -> None:
    assert read_colour(text) is None


@given(colours, st.sampled_from(sorted(PAPER)))
def test_the_nearest_shade_passes_and_no_nearer_one_does(colour: Colour, theme: str) -> None:
    shade = nearest_shade(colour, PAPER[theme], LEAST)
    assert shade is not None
    assert all(contrast(shade, ground) >= LEAST for ground in PAPER[theme])
    assert nearest_shade(shade, PAPER[theme], LEAST) == shade
    passes = all(contrast(colour, ground) >= LEAST for ground in PAPER[theme])
    assert (shade == colour) == passes
    if not passes:  # a step less of black or white would not do
        towards = 0 if theme == "light" else 255
        steps = [
            step
            for step in range(256)
            if Colour(*((light * (255 - step) + towards * step) // 255 for light in colour.lights)) == shade
        ]
        before = Colour(*((light * (256 - steps[0]) + towards * (steps[0] - 1)) // 255 for light in colour.lights))
        assert any(contrast(before, ground) < LEAST for ground in PAPER[theme])


@given(colours)
def test_between_black_and_white_nothing_passes(colour: Colour) -> None:
    """No colour can be read on both at once with seven to one: then there is no shade, and that is said."""
    assert nearest_shade(colour, (BLACK, WHITE), Decimal(7)) is None


@given(st.fractions(1, 21))
def test_a_ratio_is_never_shown_as_more_than_it_is(ratio: Fraction) -> None:
    exact = Decimal(ratio.numerator) / Decimal(ratio.denominator)
    assert shown_ratio(exact) <= Fraction(exact) < shown_ratio(exact) + Fraction(1, 100)
