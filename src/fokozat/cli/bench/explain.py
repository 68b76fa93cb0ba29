"""What `@paragraph` costs when nobody asks: the rules of MGSZ 2012 beside the same rules without the mark."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from fokozat.cli.bench.measure import Figure, seconds_of_both

if TYPE_CHECKING:
    from fokozat.kernel.event import Event
    from fokozat.kernel.paragraph import Step

CALLS = 300
RUNS = 21
NANO = 1_000_000_000


def explain() -> tuple[Figure, ...]:
    """The pipeline of the multiplier, and one rule that hardly computes anything, marked and bare."""
    from fokozat.kernel.paragraph import explain as explained
    from fokozat.regulations import edition_room

    room, event = edition_room("mgsz-2012"), _event()
    law = room.law(event.start)
    bare = without_marks(room.source)
    rules = _count(explained(room.entry, law, event).step)
    pipeline = _timed(lambda: room.entry(law, event), lambda: bare[room.entry.key](law, event))
    marked, plain = room.rule("on_large_board"), bare["on_large_board"]
    single = _timed(lambda: marked(law, "19x19"), lambda: plain(law, "19x19"))
    return (
        Figure("explain", f"process ({rules} rules)", "ns", pipeline[0], "no @paragraph", pipeline[1]),
        Figure("explain", "one rule", "ns", single[0], "no @paragraph", single[1]),
    )


def without_marks(source: ModuleType) -> dict[str, Callable[..., Any]]:
    """The rules of a module once more, calling one another without `@paragraph`; the module stays as it is."""
    names: dict[str, Any] = dict(vars(source))
    for name, value in vars(source).items():
        plain = getattr(value, "__wrapped__", value)
        if isinstance(plain, FunctionType) and plain.__module__ == source.__name__:
            names[name] = FunctionType(plain.__code__, names, name, plain.__defaults__, plain.__closure__)
    return names


def _timed(ours: Callable[[], object], peer: Callable[[], object]) -> tuple[float, float]:
    """Both in nanoseconds a call."""
    times = seconds_of_both(_repeated(ours), _repeated(peer), RUNS)
    return times[0] * NANO / CALLS, times[1] * NANO / CALLS


def _repeated(work: Callable[[], object]) -> Callable[[], None]:
    def many() -> None:
        for _ in range(CALLS):
            work()

    return many


def _count(step: "Step") -> int:
    return 1 + sum(_count(below) for below in (*step.steps, *step.not_applied))


def _event() -> "Event":
    from fokozat.kernel.event import Event, Overtime, TimeControl

    overtime = Overtime("canadian", moves=15, seconds=300)
    return Event(
        "Minta", "go", start=date(2012, 3, 10), board="19x19", even=True, rounds_planned=10,
        participants_announced=84, traits=("national-championship",), time=TimeControl(Fraction(90), overtime),
    )  # fmt: skip
