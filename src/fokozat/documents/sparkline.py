"""A line of figures as a small drawing: for a table, for paper, and for who has no scripts.

Exact numbers in, SVG out, the same on every machine; no style stands in it but attributes, which every policy and
every printer takes. A gap in the figures is a gap in the line.
"""

from collections.abc import Sequence
from fractions import Fraction
from xml.sax.saxutils import quoteattr

from fokozat.kernel.exact import exact_text
from fokozat.kernel.rounding import Exact, half_away

WIDTH, HEIGHT = 92, 20
_MARGIN = 2  # so that the line and the last point are not cut off
_POINT = "1.8"
_PLACES = 2


def sparkline(figures: Sequence[Exact | None], title: str = "") -> str:
    """The line, with a point at the last figure; `title` is what it says in words, without one it is mere ornament."""
    known = [figure for figure in figures if figure is not None]
    said = f'role="img" aria-label={quoteattr(title)}' if title else 'aria-hidden="true"'
    start = f'<svg class="sparkline" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" {said}>'
    if not known:
        return f"{start}</svg>"
    low, high = min(known), max(known)
    places = [_place(at, figure, len(figures), low, high) for at, figure in enumerate(figures)]
    last = next(place for place in reversed(places) if place)
    line = f'<path d="{_path(places)}" fill="none" stroke="#23211c" stroke-width="1.25" stroke-linejoin="round"/>'
    return f'{start}{line}<circle cx="{last[0]}" cy="{last[1]}" r="{_POINT}" fill="#8a2f1d"/></svg>'


def _place(at: int, figure: Exact | None, count: int, low: Exact, high: Exact) -> tuple[str, str] | None:
    """Where a figure stands: time from left to right, the greatest on top; what never changes stands in the middle."""
    if figure is None:
        return None
    across = Fraction(at, count - 1) if count > 1 else Fraction(1)
    up = Fraction(figure - low) / (high - low) if high != low else Fraction(1, 2)
    return _text(_MARGIN + across * (WIDTH - 2 * _MARGIN)), _text(HEIGHT - _MARGIN - up * (HEIGHT - 2 * _MARGIN))


def _path(places: Sequence[tuple[str, str] | None]) -> str:
    """Go to the first point after each gap, draw to the others."""
    steps, drawing = [], False
    for place in places:
        if place:
            steps.append(f"{'L' if drawing else 'M'}{place[0]} {place[1]}")
        drawing = place is not None
    return "".join(steps)


def _text(value: Exact) -> str:
    return exact_text(half_away(value, _PLACES))
