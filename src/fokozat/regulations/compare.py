"""Lays text and code of a room side by side, for the officer who answers for both: a page and a terminal text.

The order is the text's. Beside every paragraph stand its function and its numbers; below follow the worked
examples with what the code makes of them, the clauses without a function, and the slips of the document.
"""

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt

from fokozat.regulations.examples import ExampleRun
from fokozat.regulations.room import Heading, Room

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_WIDTH = 58


@dataclass(frozen=True)
class ComparedParagraph:
    """One paragraph: our words for it, its function, the numbers it uses, the examples that reach it."""

    anchor: str
    paragraph: str
    title: str
    state: str
    content: str
    content_html: str
    source: str
    numbers: tuple[str, ...]
    examples: tuple[str, ...]


def compare_rows(room: Room, runs: tuple[ExampleRun, ...]) -> tuple[ComparedParagraph, ...]:
    """Every paragraph in the order of the text."""
    return tuple(_row(room, heading, runs) for heading in room.headings)


def untouched(rows: tuple[ComparedParagraph, ...]) -> tuple[ComparedParagraph, ...]:
    """The clauses that no function computes."""
    return tuple(row for row in rows if not row.source)


def compare_text(room: Room, runs: tuple[ExampleRun, ...]) -> str:
    """The comparison for a terminal: text left, code right."""
    rows = compare_rows(room, runs)
    return "\n".join(
        [room.tables["edition"]["reference"], ""]
        + [line for row in rows if row.source for line in _two_columns(row)]
        + ["Examples", *(f"  {_verdict(run)} {run.name} ({run.source}): {run.found}" for run in runs), ""]
        + ["Clauses without a function", *(f"  {_named(row)} {{{row.state}}}" for row in untouched(rows)), ""]
        + ["Slips of the document", *(f"  {slip['where']}: {slip['corrected']}" for slip in _slips(room)), ""]
    )


def compare_html(room: Room, runs: tuple[ExampleRun, ...]) -> str:
    """The comparison as a page that stands alone: one file to read, print and sign."""
    rows = compare_rows(room, runs)
    body = "".join(
        f"<section id='{row.anchor}'><div><h2>{escape(_named(row))} <small>{row.state}</small></h2>{row.content_html}"
        f"{_list(row.numbers)}{_list(row.examples)}</div><pre>{escape(row.source)}</pre></section>"
        for row in rows
        if row.source
    )
    examples = _list(f"{_verdict(run)} {run.name} ({run.source}): {run.found}" for run in runs)
    clauses = "".join(
        f"<h3 id='{row.anchor}'>{escape(_named(row))} <small>{row.state}</small></h3>{row.content_html}"
        for row in untouched(rows)
    )
    slips = _list(f"{slip['where']}: “{slip['printed']}” → {slip['corrected']}" for slip in _slips(room))
    title = escape(room.edition)
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title><style>{_STYLE}</style>"
        f"<h1>{title}</h1><p>{escape(room.tables['edition']['reference'])}</p>{body}"
        f"<h2>Examples</h2>{examples}<h2>Clauses without a function</h2>{clauses}<h2>Slips of the document</h2>{slips}"
        "</html>\n"
    )


_STYLE = (
    "body{font:16px/1.5 serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#23211c;background:#fbf9f4}"
    "section{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:2rem;border-top:1px solid #cfc8b8}"
    "h2{font-size:1.1rem}small{font-weight:normal;color:#6b6558}"
    "pre{font-size:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}"
    "@media(max-width:50rem){section{display:block}}@media print{section{break-inside:avoid}}"
)


def _row(room: Room, heading: Heading, runs: tuple[ExampleRun, ...]) -> ComparedParagraph:
    rules = [rule for rule in room.rules if rule.paragraph == heading.number]
    return ComparedParagraph(
        anchor=re.sub(r"[^a-z0-9]+", "-", heading.number.lower()).strip("-"),
        paragraph=heading.number,
        title=heading.title,
        state=heading.state,
        content=heading.content,
        content_html=_MARKDOWN.render(heading.content),
        source="\n\n".join(inspect.getsource(inspect.unwrap(rule)).rstrip() for rule in rules),
        numbers=tuple(_numbers(room, heading.number)),
        examples=tuple(f"{_verdict(run)} {run.name}" for run in runs if heading.number in run.touched),
    )


def _numbers(room: Room, paragraph: str) -> Iterator[str]:
    for number in room.tables.get("number", ()):
        if number["paragraph"] == paragraph:
            yield f"{number['name']} = {number['value']} ({number['unit']}, from {number['valid_from']})"
    for table in room.tables.get("table", ()):
        if table["paragraph"] == paragraph:
            rows = "; ".join(" ".join(str(value) for value in row.values()) for row in table["rows"])
            yield f"{table['name']}: {rows} ({table['unit']}, from {table['valid_from']})"
    for reading in room.tables.get("reading", ()):
        if reading["paragraph"] == paragraph:
            yield f"reading {reading['name']}: {' | '.join(reading['choices'])}"


def _two_columns(row: ComparedParagraph) -> Iterator[str]:
    left = [f"{_named(row)} {{{row.state}}}"]
    for each in (row.content, *row.numbers, *row.examples):
        left += textwrap.wrap(each, _WIDTH)
    right = row.source.splitlines()
    for at in range(max(len(left), len(right))):
        text = left[at] if at < len(left) else ""
        code = right[at] if at < len(right) else ""
        yield f"{text:<{_WIDTH}} | {code}".rstrip()
    yield ""


def _named(row: ComparedParagraph) -> str:
    return f"{row.paragraph} {row.title}".strip()


def _verdict(run: ExampleRun) -> str:
    return "✓" if run.holds else f"✗ (expected {run.expected})"


def _list(items: Any) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _slips(room: Room) -> list[Any]:
    return list(room.cases.get("slip", ()))
