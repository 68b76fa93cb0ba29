"""Asks of a room whether its five files agree: nothing quoted that is not computed, nothing computed that is not
quoted, no number without a reference, no sentence missing in a language. The house test refuses any complaint.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from fokozat.kernel.words import LANGUAGES, fields_of
from fokozat.regulations.examples import ExampleRun, ReadEvent, run_examples
from fokozat.regulations.room import STATES, Room

_LITERALS = (0, 1, 2)  # the only numbers that a rule may write itself
_WRITTEN_NUMBER = re.compile(r"[+-]?[\d_]*\d[\d_]*([./]\d+)?")
_ENTRIES = {"number": ("value",), "table": ("rows",)}
_REFERENCE = ("name", "paragraph", "unit", "valid_from", "reference")


def inspect_room(room: Room, read_event: ReadEvent) -> tuple[str, ...]:
    """Every complaint about a room, in the order of the checks below; examples run once the files agree."""
    checks: tuple[Callable[[Room], Iterator[str]], ...] = (
        headings_without_state, headings_twice, headings_without_function, functions_without_heading,
        functions_out_of_order, functions_misnamed, numbers_in_rules, numbers_without_reference,
        paragraphs_not_computed, sentences_missing, languages_missing, sentences_with_other_fields, sentences_unused,
    )  # fmt: skip
    complaints = tuple(complaint for check in checks for complaint in check(room))
    if complaints:
        return complaints
    runs = run_examples(room, read_event)
    return (*examples_missing(room, runs), *examples_failing(runs))


def headings_without_state(room: Room) -> Iterator[str]:
    for heading in room.headings:
        if heading.state not in STATES:
            yield f"text.md:{heading.line}: {heading.number} has no state; one of {', '.join(STATES)}"


def headings_twice(room: Room) -> Iterator[str]:
    numbers = [heading.number for heading in room.headings]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        yield f"text.md: two headings {number}"


def headings_without_function(room: Room) -> Iterator[str]:
    computed = {rule.paragraph for rule in room.rules}
    for heading in room.headings:
        if heading.state == "computed" and heading.number not in computed | set(room.missing):
            yield f"text.md:{heading.line}: {heading.number} is computed, but no function is marked with it"


def functions_without_heading(room: Room) -> Iterator[str]:
    states = {heading.number: heading.state for heading in room.headings}
    for rule in room.rules:
        if states.get(rule.paragraph) not in ("computed", "ruling"):
            yield f"rules.py: {rule.key} computes {rule.paragraph}, which text.md does not call computed or a ruling"


def functions_out_of_order(room: Room) -> Iterator[str]:
    order = [heading.number for heading in room.headings]
    places = [(order.index(rule.paragraph), rule.key) for rule in room.rules if rule.paragraph in order]
    for (before, _), (place, key) in pairwise(places):
        if place < before:
            yield f"rules.py: {key} stands out of the order of the text"


def functions_misnamed(room: Room) -> Iterator[str]:
    """Line 1 of the docstring begins with the paragraph, so that text and code can be laid side by side."""
    for rule in room.rules:
        first_line = (inspect.getdoc(rule) or "").partition("\n")[0]
        number = room.words.template("paragraph", rule.paragraph, "hu") if room.words.has(
            "paragraph", rule.paragraph) else rule.paragraph  # fmt: skip
        if not first_line.startswith(number.split(",")[0]):
            yield f"rules.py: the docstring of {rule.key} does not begin with {number}"


def numbers_in_rules(room: Room) -> Iterator[str]:
    """Neither the rules nor what stands beside them (values, players) writes a number of the law itself."""
    for path in sorted(room.folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and _is_number_of_the_law(node.value):
                yield f"{path.name}:{node.lineno}: the number {node.value!r} belongs into tables.toml"


def _is_number_of_the_law(value: object) -> bool:
    """Also one that hides in quotation marks."""
    if isinstance(value, str):
        return bool(_WRITTEN_NUMBER.fullmatch(value))
    return type(value) in (int, float, complex) and value not in _LITERALS


def numbers_without_reference(room: Room) -> Iterator[str]:
    paragraphs = {heading.number for heading in room.headings}
    for kind, content in _ENTRIES.items():
        for entry in room.tables.get(kind, ()):
            name = entry.get("name", "?")
            for key in (*_REFERENCE, *content):
                if key not in entry:
                    yield f"tables.toml: {kind} {name} has no {key}"
            if entry.get("paragraph") not in paragraphs:
                yield f"tables.toml: {kind} {name} names a paragraph that text.md does not have"


def paragraphs_not_computed(room: Room) -> Iterator[str]:
    """The regulation's own list of computed paragraphs against the room; a partial room says what is missing."""
    edition = room.tables["edition"]
    states = {heading.number: heading.state for heading in room.headings}
    done = {rule.paragraph for rule in room.rules}
    for number in edition["computed"]:
        if states.get(number) != "computed":
            yield f"text.md: {number} must be computed, it is called {states.get(number, 'nothing at all')}"
        if number not in done and number not in room.missing:
            yield f"tables.toml: {number} is neither computed nor listed as missing"
    for number in room.missing:
        if number in done:
            yield f"tables.toml: {number} is listed as missing, but rules.py computes it"
    if edition["state"] != ("partial" if room.missing else "complete"):
        yield f"tables.toml: the state is {edition['state']}, with {len(room.missing)} paragraphs missing"


def sentences_missing(room: Room) -> Iterator[str]:
    sections = room.words.sections
    for rule in room.rules:
        if rule.key not in sections.get("step", {}):
            yield f"words.toml: no [step.{rule.key}]"
        elif "formula" not in sections["step"][rule.key]:
            yield f"words.toml: [step.{rule.key}] has no formula for the checker"
        if rule.guard and rule.key not in sections.get("not_applied", {}):
            yield f"words.toml: no [not_applied.{rule.key}]"
    named = [("flag", name) for name in room.tables["edition"].get("flags", ())]
    named += [("reading", each["name"]) for each in room.tables.get("reading", ())]
    for kind, name in named:
        if name not in sections.get(kind, {}):
            yield f"words.toml: no [{kind}.{name}]"


def languages_missing(room: Room) -> Iterator[str]:
    for kind, name, section in _sections(room):
        for language in LANGUAGES:
            if not section.get(language):
                yield f"words.toml: [{kind}.{name}] is missing in {language}"


def sentences_with_other_fields(room: Room) -> Iterator[str]:
    for kind, name, section in _sections(room):
        if len({fields_of(section[language]) for language in LANGUAGES if section.get(language)}) > 1:
            yield f"words.toml: [{kind}.{name}] puts in other fields in one language than in another"


def sentences_unused(room: Room) -> Iterator[str]:
    rules = {rule.key for rule in room.rules}
    known = {
        "step": rules,
        "no_value": rules,
        "not_applied": {rule.key for rule in room.rules if rule.guard},
        "flag": set(room.tables["edition"].get("flags", ())),
        "reading": {each["name"] for each in room.tables.get("reading", ())},
        "paragraph": {heading.number for heading in room.headings},
    }
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(room.folder.glob("*.py")))
    for kind, name, _ in _sections(room):
        if kind in known and name.split("+")[0] not in known[kind]:
            yield f"words.toml: [{kind}.{name}] is not used"
        if kind == "error" and f'"{room.name}.{name}"' not in source:
            yield f"words.toml: [error.{name}] is not used"


def examples_missing(room: Room, runs: tuple[ExampleRun, ...]) -> Iterator[str]:
    touched = frozenset[str]().union(*(run.touched for run in runs))
    for number in dict.fromkeys(rule.paragraph for rule in room.rules):
        if number not in touched:
            yield f"examples.toml: no example reaches {number}"


def examples_failing(runs: tuple[ExampleRun, ...]) -> Iterator[str]:
    for run in runs:
        if not run.holds:
            yield f"examples.toml: {run.name}: expected {run.expected}, found {run.found}"


def _sections(room: Room) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for kind, names in room.words.sections.items():
        for name, section in names.items():
            yield kind, name, section
