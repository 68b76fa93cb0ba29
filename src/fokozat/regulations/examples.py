"""Runs the worked examples of a room: `rule` called with `given` must give `expect`.

An event among the given is an event document; the reader comes as an argument, because the formats stand above
the law library.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from datetime import date
from fractions import Fraction
from inspect import signature
from types import UnionType
from typing import Any, get_args, get_type_hints

from fokozat.kernel.event import Event
from fokozat.kernel.exact import read_exact
from fokozat.kernel.paragraph import Step, as_json, explain
from fokozat.regulations.room import Room

ReadEvent = Callable[[object], Event]

# What an example need not say of its event, because the rule under test does not ask.
_BARE_EVENT = {"fokozat": "event/1", "name": "-", "game": "go", "start": "2012-03-10", "players": [], "rounds": []}


@dataclass(frozen=True)
class ExampleRun:
    """An example together with what the room's own rule made of it."""

    name: str
    source: str
    expected: object
    found: object
    step: Step

    @property
    def holds(self) -> bool:
        return self.expected == self.found

    @property
    def touched(self) -> frozenset[str]:
        """The paragraphs that made the value; one that was looked at and did not apply is not among them."""
        return frozenset(step.paragraph for step in _all_steps(self.step))


def run_examples(room: Room, read_event: ReadEvent) -> tuple[ExampleRun, ...]:
    """Every example of the room, in the order of its file."""
    return tuple(run_example(room, example, read_event) for example in room.cases.get("example", ()))


def run_example(room: Room, example: Mapping[str, Any], read_event: ReadEvent) -> ExampleRun:
    """One example under the law of its day and its readings."""
    rule = room.rule(example["rule"])
    law = room.law(example.get("day"), example.get("readings"))
    hints = get_type_hints(rule.__wrapped__)  # type: ignore[attr-defined]  # functools.wraps sets it
    given = {name: _argument(hints[name], value, read_event) for name, value in example["given"].items()}
    names = tuple(signature(rule).parameters)[1:]
    explained = explain(rule, law, *(given[name] for name in names))
    expected = _without_none(example["expect"])
    return ExampleRun(example["name"], example["source"], expected, _plain(explained.step.value), explained.step)


def _argument(kind: Any, value: Any, read_event: ReadEvent) -> object:
    """A figure of an example as the type that the rule asks for: an event, a value with fields, several of them."""
    if value == "none":  # TOML has no word for nothing
        return None
    kind = next((each for each in get_args(kind) if is_dataclass(each)), kind) if isinstance(kind, UnionType) else kind
    if kind is Event:
        return read_event({**_BARE_EVENT, **{name: _document(each) for name, each in value.items()}})
    if isinstance(value, list):
        inner = next(iter(get_args(kind)), object)
        return tuple(_argument(inner, each, read_event) for each in value)
    if isinstance(value, dict) and is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{name: _argument(hints[name], each, read_event) for name, each in value.items()})
    if kind is Fraction:
        return read_exact(str(value))
    return value


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(each) for name, each in value.items()}
    return None if value == "none" else value


def _document(value: Any) -> Any:
    """TOML knows days, a JSON document writes them."""
    return value.isoformat() if isinstance(value, date) else value


def _plain(figure: object) -> object:
    """A value as an example writes it: whole numbers as numbers, other exact numbers as text."""
    if isinstance(figure, Fraction) and figure.denominator == 1:
        return int(figure)
    return as_json(figure)


def _all_steps(step: Step) -> Iterator[Step]:
    yield step
    for below in step.steps:
        yield from _all_steps(below)
