"""A line of figures as a small drawing: for a table, for paper, and for who has no scripts.

Exact numbers in, SVG out, the same on every machine; no style stands in it but attributes, which every policy and
every printer takes. A gap in the figures is a gap in the line.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from xml.sax.saxutils import quoteattr

from fokozat.kernel.rounding import Exact, floor_of_a_half

WIDTH, HEIGHT = 920, 200  # in tenths of a pixel, so that every place is a whole number
_MARGIN = 20  # so that the line and the last point are not cut off
_SHOWN = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH // 10}" height="{HEIGHT // 10}"'

Place = tuple[int, int]


def sparkline(figures: Sequence[Exact | None], title: str = "") -> str:
    """The line, with a point at the last figure; `title` is what it says in words, without one it is mere ornament."""
    known = [figure for figure in figures if figure is not None]
    said = f'role="img" aria-label={quoteattr(title)}' if title else 'aria-hidden="true"'
    start = f'<svg class="sparkline" {_SHOWN} {said}>'
    if not known:
        return f"{start}</svg>"
    low, high = min(known), max(known)
    across = _across(len(figures))
    places = [
        None if figure is None else (x, _down(figure, low, high)) for x, figure in zip(across, figures, strict=True)
    ]
    last = next(place for place in reversed(places) if place)
    line = f'<path d="{_path(places)}" fill="none" stroke="#23211c" stroke-width="12.5" stroke-linejoin="round"/>'
    return f'{start}{line}<circle cx="{last[0]}" cy="{last[1]}" r="18" fill="#8a2f1d"/></svg>'


@lru_cache(maxsize=64)
def _across(count: int) -> tuple[int, ...]:
    """Time from left to right; a single figure stands at the right."""
    if count == 1:
        return (WIDTH - _MARGIN,)
    return tuple(_MARGIN + floor_of_a_half(Fraction(at * (WIDTH - 2 * _MARGIN), count - 1)) for at in range(count))


def _down(figure: Exact, low: Exact, high: Exact) -> int:
    """The greatest on top; what never changes stands in the middle."""
    room = HEIGHT - 2 * _MARGIN
    if high == low:
        return _MARGIN + room // 2
    return _MARGIN + floor_of_a_half(Fraction((high - figure) * room) / (high - low))


def _path(places: Sequence[Place | None]) -> str:
    """Go to the first point after each gap, draw to the others."""
    steps, drawing = [], False
    for place in places:
        if place:
            steps.append(f"{'L' if drawing else 'M'}{place[0]} {place[1]}")
        drawing = place is not None
    return "".join(steps)
