"""The derivation as published: the tree of the contract, worded in a language, and the same as lines of text.

The sentences stand in the words.toml of the room that computed the step:
`[step.<key>]`, `[step."<key>+<what>"]` where a step below or a flag makes another sentence fit, `[no_value.<key>]`
for a value that does not exist, `[not_applied.<key>]` for a paragraph that was looked at and did not apply.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fokozat.kernel.paragraph import Step, as_json
from fokozat.kernel.words import Run, Words


@dataclass(frozen=True)
class Line:
    """A step as a person reads it."""

    depth: int
    text: str
    paragraph: str
    applied: bool


def tree(step: Step, words: Words, language: str) -> dict[str, object]:
    """The tree of the contract; `text` and `why` are worded, everything else is language-free."""
    return {
        **_figures(step),
        "text": text_of(step, words, language),
        "steps": [tree(below, words, language) for below in step.steps],
        "not_applied": [_not_applied(below, words, language) for below in step.not_applied],
    }


def _figures(step: Step) -> dict[str, object]:
    return {
        "key": step.key,
        "paragraph": step.paragraph,
        "edition": step.edition,
        "value": as_json(step.value),
        "inputs": as_json(step.inputs),
        "steps": [],
        "reading": ", ".join(step.readings) or None,
        "flags": list(step.flags),
        "not_applied": [],
    }


def _not_applied(step: Step, words: Words, language: str) -> dict[str, object]:
    node = tree(step, words, language)
    return {"paragraph": node.pop("paragraph"), "why": node.pop("text"), **node}


def lines(step: Step, words: Words, language: str, depth: int = 0, applied: bool = True) -> Iterator[Line]:
    """The derivation, a paragraph a line."""
    yield Line(depth, text_of(step, words, language, applied), label(step.paragraph, words, language), applied)
    for below in step.steps:
        yield from lines(below, words, language, depth + 1)
    for below in step.not_applied:
        yield from lines(below, words, language, depth + 1, applied=False)


def text_of(step: Step, words: Words, language: str, applied: bool | None = None) -> str:
    """The sentence of a step."""
    return "".join(run.text for run in runs_of(step, words, language, applied))


def runs_of(step: Step, words: Words, language: str, applied: bool | None = None) -> tuple[Run, ...]:
    """The sentence of a step in pieces, the strong ones marked."""
    below = {each.key: each.value for each in step.steps}
    fields: Mapping[str, object] = {**step.inputs, "value": step.value, "step": below}
    return words.runs(*_sentence(step, words, applied), language, fields)


def _sentence(step: Step, words: Words, applied: bool | None) -> tuple[str, str]:
    absent = step.value is None or step.value is False
    if words.has("not_applied", step.key) and (absent if applied is None else not applied):
        return "not_applied", _variant(step, words, "not_applied")
    kind = "no_value" if step.value is None else "step"
    return kind, _variant(step, words, kind)


def _variant(step: Step, words: Words, kind: str) -> str:
    """The name of the sentence that fits what stands below the step or what it was flagged with."""
    names = (f"{step.key}+{what}" for what in (*step.flags, *(below.key for below in step.steps)))
    return next((name for name in names if words.has(kind, name)), step.key)


def label(paragraph: str, words: Words, language: str) -> str:
    """The paragraph's number as the language cites it ("table 2" is "2. táblázat")."""
    return words.template("paragraph", paragraph, language) if words.has("paragraph", paragraph) else paragraph
