"""Runs benches and shows their figures; a peer that is not there is said, and the exit code says it too."""

from collections.abc import Sequence
from fractions import Fraction

from fokozat.cli.bench.measure import Bench, Figure, calibration, name_of
from fokozat.cli.screen import Screen
from fokozat.kernel.words import plain

PEER_MISSING = 4


def run_benches(benches: Sequence[Bench], as_json: bool, screen: Screen) -> int:
    """The calibration first, then every bench."""
    loop = calibration()
    if not as_json:
        screen.say("calibration", milliseconds=_short(loop, screen.language))
        screen.out.flush()
    figures: list[Figure] = []
    for bench in benches:
        measured = bench()
        figures.extend(measured)
        if not as_json:
            screen.line()
            screen.title(name_of(bench))
            screen.table([_row(figure, screen) for figure in measured], right=(1, 3))
            screen.out.flush()
    if as_json:
        screen.json({"calibration_ms": _float(loop), "figures": [document(each) for each in figures]})
    return PEER_MISSING if any(figure.peer_median is None for figure in figures) else 0


def document(figure: Figure) -> dict[str, object]:
    return {
        "bench": figure.bench,
        "what": figure.what,
        "unit": figure.unit,
        "median": _float(figure.median),
        "peer": figure.peer,
        "peer_median": _float(figure.peer_median) if figure.peer_median is not None else "not measured",
        "ratio": None if figure.ratio is None else _float(figure.ratio),
    }


def _row(figure: Figure, screen: Screen) -> tuple[str, ...]:
    ours = f"{_short(figure.median, screen.language)} {figure.unit}"
    if figure.peer_median is None or figure.ratio is None:
        return figure.what, ours, figure.peer, screen.words("not-measured"), ""
    peer = f"{_short(figure.peer_median, screen.language)} {figure.unit}"
    return figure.what, ours, figure.peer, peer, f"× {_short(figure.ratio, screen.language)}"


def _short(value: float, language: str) -> str:
    """Three digits that matter; whole numbers from a hundred on."""
    return plain(Fraction(f"{value:.0f}" if value >= 100 else f"{value:.3g}"), language)


def _float(value: float) -> float:
    return float(f"{value:.4g}")
