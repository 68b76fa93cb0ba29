"""`@paragraph` ties a function to the paragraph it computes; `explain()` records the derivation of a real run.

When nobody asks, a rule costs one look at a context variable. Inside `explain()` every rule that runs leaves a
`Step`: its paragraph, its value, the figures put in, the steps below, the readings it used, and the paragraphs
that were looked at and did not apply. The first argument of a rule is the law it runs under (edition, tables,
readings); it is not a figure and is not recorded.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from fractions import Fraction
from functools import update_wrapper
from inspect import signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from fokozat.kernel.exact import exact_text

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
L = TypeVar("L", bound="UnderLaw")
L_contra = TypeVar("L_contra", bound="UnderLaw", contravariant=True)


class UnderLaw(Protocol):
    """What a rule must know of its law to be recorded: the edition it belongs to."""

    @property
    def edition(self) -> str: ...


class Rule(Protocol[L_contra, P, R_co]):
    """A function of the law with its paragraph; `guard` marks an exception or a condition."""

    paragraph: str
    key: str
    guard: bool
    __name__: str

    def __call__(self, law: L_contra, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...


@dataclass(frozen=True)
class Step:
    """One line of a derivation: which paragraph made which value of which figures."""

    key: str
    paragraph: str
    edition: str
    value: object
    inputs: Mapping[str, object]
    steps: tuple["Step", ...] = ()
    readings: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    not_applied: tuple["Step", ...] = ()


@dataclass(frozen=True)
class Explained:
    """A value together with its derivation."""

    value: Any
    step: Step


@dataclass
class _Open:
    """A step that is still being computed."""

    inputs: dict[str, object] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    readings: dict[str, None] = field(default_factory=dict)
    flags: dict[str, None] = field(default_factory=dict)
    not_applied: list[Step] = field(default_factory=list)


_open_step: ContextVar[_Open | None] = ContextVar("open step", default=None)
_flags: ContextVar[dict[str, None] | None] = ContextVar("flags of the result", default=None)


def paragraph(number: str, *, guard: bool = False) -> Callable[[Callable[Concatenate[L, P], R]], Rule[L, P, R]]:
    """Mark a function as the computation of a paragraph.

    A guard is an exception or a condition with a paragraph of its own: where it answers None or False, its step
    is kept among those that did not apply, with the figures that say why.
    """

    def mark(rule: Callable[Concatenate[L, P], R]) -> Rule[L, P, R]:
        parameters = signature(rule).parameters
        for each in parameters.values():
            if each.default is not each.empty or each.kind is not each.POSITIONAL_OR_KEYWORD:
                raise TypeError(f"{rule.__name__}: a rule takes its figures by plain parameters without defaults")
        names = tuple(parameters)

        def record(law: L, /, *args: P.args, **kwargs: P.kwargs) -> R:
            above = _open_step.get()
            mine = _Open(inputs=_given(names[1:], args))
            token = _open_step.set(mine)
            try:
                value = rule(law, *args, **kwargs)
            finally:
                _open_step.reset(token)
            step = Step(
                rule.__name__, number, law.edition, as_figure(value), mine.inputs,
                tuple(mine.steps), tuple(mine.readings), tuple(mine.flags), tuple(mine.not_applied),
            )  # fmt: skip
            if above is not None:
                (above.not_applied if guard and (value is None or value is False) else above.steps).append(step)
            return value

        marked = _asked_or_not(rule, record, ", ".join(names))
        marked.paragraph, marked.key, marked.guard = number, rule.__name__, guard
        return cast(Rule[L, P, R], marked)

    return mark


def _asked_or_not(rule: Callable[..., R], record: Callable[..., R], names: str) -> Any:
    """A function with the rule's own parameters that records when somebody asks for the derivation.

    It is made from text like a dataclass's __init__: passing named parameters on costs a quarter of what
    *args and **kwargs cost, and the rules of a rating run for every game of a history.
    """
    source = f"def run({names}):\n    return rule_({names}) if asked_() is None else record_({names})\n"
    scope: dict[str, Any] = {"rule_": rule, "record_": record, "asked_": _open_step.get}
    exec(source, scope)
    return update_wrapper(scope["run"], rule)


def explain(rule: Rule[L, P, R], law: L, /, *args: P.args, **kwargs: P.kwargs) -> Explained:
    """Run a rule and keep how its value came about."""
    top = _Open()
    token = _open_step.set(top)
    try:
        value = rule(law, *args, **kwargs)
    finally:
        _open_step.reset(token)
    return Explained(value, (*top.steps, *top.not_applied)[0])


def untold(rule: Rule[L, P, R], law: L, /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a rule for a search or a trial: neither the derivation nor the result hears of it."""
    step, flags = _open_step.set(None), _flags.set(None)
    try:
        return rule(law, *args, **kwargs)
    finally:
        _flags.reset(flags)
        _open_step.reset(step)


def note(**figures: object) -> None:
    """Add figures that are no arguments to the step being computed, so that its sentence can name them."""
    step = _open_step.get()
    if step is not None:
        step.inputs.update((name, as_figure(value)) for name, value in figures.items())


def note_reading(name: str, choice: str) -> None:
    """Say in the step being computed which reading of an unclear sentence was used."""
    step = _open_step.get()
    if step is not None:
        step.readings[f"{name}={choice}"] = None


def flag(name: str) -> None:
    """Mark the result, and the step being computed, with a flag of the edition's list."""
    flags, step = _flags.get(), _open_step.get()
    if flags is not None:
        flags[name] = None
    if step is not None:
        step.flags[name] = None


@contextmanager
def collect_flags() -> Iterator[dict[str, None]]:
    """The flags that rules raise inside the block, in the order they were raised."""
    flags: dict[str, None] = {}
    token = _flags.set(flags)
    try:
        yield flags
    finally:
        _flags.reset(token)


def as_figure(value: object) -> object:
    """A value as it stands in a derivation: numbers, words, days, and lists and named groups of them."""
    if value is None or isinstance(value, int | str | Fraction | date):
        return value
    if isinstance(value, Mapping):
        return {str(name): as_figure(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(as_figure(each) for each in value)
    if is_dataclass(value):
        return {each.name: as_figure(getattr(value, each.name)) for each in fields(value) if each.name != "extra"}
    raise TypeError(f"{value!r} is no figure: floats and objects do not stand in a derivation")


def _given(names: tuple[str, ...], args: tuple[Any, ...]) -> dict[str, object]:
    given = zip(names, args, strict=True)
    return {name: as_figure(value) for name, value in given if not hasattr(value, "unrecorded")}


def as_json(figure: object) -> object:
    """A figure as JSON: an integer as a number, any other exact number as a string."""
    if isinstance(figure, Fraction):
        return exact_text(figure)
    if isinstance(figure, date):
        return figure.isoformat()
    if isinstance(figure, Mapping):
        return {name: as_json(each) for name, each in figure.items()}
    if isinstance(figure, tuple):
        return [as_json(each) for each in figure]
    return figure
