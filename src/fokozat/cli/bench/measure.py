"""What a bench gives, and how it is timed: medians of several runs, the clock around as little as possible."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

CALIBRATION_LOOPS = 1_000_000


@dataclass(frozen=True)
class Figure:
    """One measured figure beside that of a peer; `peer_median` None: the peer is not there."""

    bench: str
    what: str
    unit: str
    median: float
    peer: str
    peer_median: float | None

    @property
    def ratio(self) -> float | None:
        """How many times the peer's figure ours is."""
        return self.median / self.peer_median if self.peer_median else None


# A bench is a function; its name is the name of the bench.
Bench = Callable[[], Sequence[Figure]]


def name_of(bench: Bench) -> str:
    return str(getattr(bench, "__name__", ""))


def median(values: Sequence[float]) -> float:
    """The middle one; of an even number the upper of the two."""
    return sorted(values)[len(values) // 2]


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median time of one run, after one that does not count."""
    work()
    return median([once(work) for _ in range(runs)])


def seconds_of_both(ours: Callable[[], object], peer: Callable[[], object], runs: int) -> tuple[float, float]:
    """Both by turns, so that a machine that slows down slows down both."""
    ours(), peer()
    times = [(once(ours), once(peer)) for _ in range(runs)]
    return median([each for each, _ in times]), median([each for _, each in times])


def calibration() -> float:
    """A fixed piece of plain Python, in milliseconds: what figures of two machines are divided by."""
    return seconds(_loop, runs=5) * 1000


def _loop() -> int:
    total = 0
    for number in range(CALIBRATION_LOOPS):
        total += number & 7
    return total


def once(work: Callable[[], object]) -> float:
    """The seconds of one run."""
    start = perf_counter()
    work()
    return perf_counter() - start
