"""A derivation as `parts/derivation.html` draws it: worded steps, their values and paragraphs."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from django.template.loader import render_to_string

from fokozat.kernel.derivation import label, runs_of
from fokozat.kernel.paragraph import Step
from fokozat.kernel.words import Run, Words, plain
from fokozat.web.tables import Address, Why

_OPEN_DEPTH = 2


@dataclass(frozen=True)
class Idle:
    """A paragraph that was looked at and did not apply."""

    paragraph: str
    paragraph_label: str
    text: tuple[Run, ...]


@dataclass(frozen=True)
class Node:
    """A step and all below it."""

    key: str
    text: tuple[Run, ...]
    value_text: str
    paragraph: str
    paragraph_label: str
    reading_text: str
    open: bool
    steps: tuple["Node", ...]
    not_applied: tuple[Idle, ...]


def node_of(step: Step, words: Words, language: str, depth: int = 0) -> Node:
    """The first steps stand open; the reader opens the others."""
    return Node(
        key=step.key,
        text=runs_of(step, words, language, applied=True),
        value_text=_value_text(step.value, language),
        paragraph=step.paragraph,
        paragraph_label=label(step.paragraph, words, language),
        reading_text="; ".join(_reading_text(reading, words, language) for reading in step.readings),
        open=depth < _OPEN_DEPTH,
        steps=tuple(node_of(below, words, language, depth + 1) for below in step.steps),
        not_applied=tuple(_idle(below, words, language) for below in step.not_applied),
    )


def why(address: Address, key: str, node: Callable[[], Node]) -> Why:
    """A figure of a table: open where the address asks for it (`?why=key`), and only then made."""
    if dict(address.asked).get("why") != key:
        return Why(address.but(why=key), f"why-{key}")
    return Why(address.but(why=""), f"why-{key}", render_to_string("parts/steps.html", {"node": node()}))


def _idle(step: Step, words: Words, language: str) -> Idle:
    text = runs_of(step, words, language, applied=False)
    return Idle(step.paragraph, label(step.paragraph, words, language), text)


def _value_text(value: object, language: str) -> str:
    """Numbers and letters stand beside the sentence; whatever is longer, the sentence says itself."""
    figure = isinstance(value, int | Fraction | str) and not isinstance(value, bool)
    return plain(value, language) if figure else ""


def _reading_text(reading: str, words: Words, language: str) -> str:
    name = reading.partition("=")[0]
    return f"{words.text('reading', name, language, {})} ({reading})" if words.has("reading", name) else reading
