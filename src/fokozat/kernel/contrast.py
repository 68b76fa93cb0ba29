"""How well a colour can be read on a ground, as WCAG 2.2 defines it, and the nearest shade that can.

Exact where it decides: decimals of 30 digits, never floats, so that no machine sees another ratio than the next.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache

from fokozat.kernel.rounding import whole_part

__all__ = ("Colour", "contrast", "nearest_shade", "read_colour", "shown_ratio")

_WRITTEN = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_DIGITS = 30
_MOST = 255
_PLACES = 100  # a ratio is shown with two places
# WCAG 2.2, "relative luminance": where the curve bends, and how much each light weighs
_BEND, _SLOPE, _OFFSET, _POWER = Decimal("0.04045"), Decimal("12.92"), Decimal("0.055"), Decimal("2.4")
_WEIGHTS = (Decimal("0.2126"), Decimal("0.7152"), Decimal("0.0722"))
_GLARE = Decimal("0.05")


@dataclass(frozen=True)
class Colour:
    """Red, green and blue light, 0 to 255 each."""

    red: int
    green: int
    blue: int

    @property
    def text(self) -> str:
        """As style sheets write it."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def lights(self) -> tuple[int, int, int]:
        return self.red, self.green, self.blue


def read_colour(text: str) -> Colour | None:
    """`#8a2f1d`, `8A2F1D` or `#832`; nothing where it is no colour."""
    found = _WRITTEN.fullmatch(text.strip().lower())
    if found is None:
        return None
    digits = found[1] if len(found[1]) > len("832") else "".join(2 * digit for digit in found[1])
    return Colour(*bytes.fromhex(digits))


def contrast(one: Colour, other: Colour) -> Decimal:
    """The contrast ratio, from 1 (the same) to 21 (black and white)."""
    with localcontext() as context:
        context.prec = _DIGITS
        darker, lighter = sorted((_luminance(one), _luminance(other)))
        return (lighter + _GLARE) / (darker + _GLARE)


def shown_ratio(ratio: Decimal) -> Fraction:
    """With two places and never more than it is: 4.499 is shown as 4.49, for 4.5 it is not."""
    return Fraction(whole_part(Fraction(ratio) * _PLACES), _PLACES)


def nearest_shade(colour: Colour, grounds: Iterable[Colour], least: Decimal) -> Colour | None:
    """The colour itself if it can be read on all grounds, else with as little black or white in it as makes it so."""
    against = tuple(grounds)
    for step in range(_MOST + 1):
        for towards in (0, _MOST):
            shade = _mixed(colour, towards, step)
            if all(contrast(shade, ground) >= least for ground in against):
                return shade
    return None


def _mixed(colour: Colour, towards: int, step: int) -> Colour:
    """So many 255ths of the way to black (0) or white (255)."""
    return Colour(*((light * (_MOST - step) + towards * step) // _MOST for light in colour.lights))


def _luminance(colour: Colour) -> Decimal:
    return sum(
        (weight * _linear(light) for weight, light in zip(_WEIGHTS, colour.lights, strict=True)), start=Decimal(0)
    )


@cache
def _linear(light: int) -> Decimal:
    with localcontext() as context:
        context.prec = _DIGITS
        share = Decimal(light) / _MOST
        return share / _SLOPE if share <= _BEND else ((share + _OFFSET) / (1 + _OFFSET)) ** _POWER
