"""Reads a regulation room: text.md, tables.toml, rules.py, examples.toml, words.toml.

Reading only; whether the five files agree with one another is the duty of `inspection`.
"""

import importlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from fokozat.kernel.checker import Checker
from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.kernel.paragraph import Rule
from fokozat.kernel.words import Words
from fokozat.regulations.law import Law, Row

STATES = ("computed", "organisational", "ruling", "definition")

_SHELF = Path(__file__).resolve().parent
_HEADING = re.compile(r"^(#{2,4}) (?P<number>[^{*]+?)(?: \*(?P<title>[^*]+)\*)?(?: \{(?P<state>[a-z]+)\})?$")


@dataclass(frozen=True)
class Heading:
    """A paragraph of the text: its number, original title, state, and its content in our words."""

    number: str
    title: str
    state: str
    content: str
    line: int


@dataclass(frozen=True)
class Room:
    """A regulation as its five files say it."""

    name: str
    folder: Path
    source: ModuleType
    players: ModuleType
    tables: Mapping[str, Any]
    cases: Mapping[str, Any]
    words: Words

    @property
    def edition(self) -> str:
        return str(self.tables["edition"]["key"])

    @property
    def missing(self) -> tuple[str, ...]:
        """The computed paragraphs that the room does not compute yet."""
        return tuple(self.tables["edition"].get("missing", ()))

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        return read_headings((self.folder / "text.md").read_text(encoding="utf-8"))

    @cached_property
    def rules(self) -> tuple[Rule[Law, Any, Any], ...]:
        """The rules in the order of the source."""
        own = (value for value in vars(self.source).values() if hasattr(value, "paragraph"))
        return tuple(rule for rule in own if rule.__module__ == self.source.__name__)

    def rule(self, key: str) -> Rule[Law, Any, Any]:
        return next(rule for rule in self.rules if rule.key == key)

    @property
    def entry(self) -> Rule[Law, Any, Any]:
        """The rule that processes an event from end to end."""
        return self.rule(self.tables["edition"]["entry"])

    @property
    def player_entry(self) -> Rule[Law, Any, Any]:
        """The rule that processes one player of an event; `players` makes the cases that it takes."""
        return self.rule(self.tables["edition"]["player_entry"])

    def law(self, day: date | None = None, switches: Mapping[str, str] | None = None) -> Law:
        """The law of a day under the chosen readings. Without a day the latest rows hold."""
        return Law(
            edition=self.edition,
            tables={each["name"]: tuple(each["rows"]) for each in self._in_force("table", day)},
            numbers={each["name"]: each["value"] for each in self._in_force("number", day)},
            readings={**self._default_readings(), **self._chosen(switches or {})},
        )

    def checker(self, day: date | None = None) -> Checker:
        """The independent checker, fed with this room's tables and formulas."""
        sections = self.words.sections["step"]
        return Checker(
            formulas={key: section["formula"] for key, section in sections.items() if "formula" in section},
            names={key: section["name"] for key, section in sections.items() if "name" in section},
            tables={each["name"]: each["rows"] for each in self._in_force("table", day)},
            numbers={each["name"]: each["value"] for each in self._in_force("number", day)},
        )

    def _in_force(self, kind: str, day: date | None) -> list[Row]:
        """Of every table or number the entry that is in force: the latest begun, the first before that."""
        latest: dict[str, Row] = {}
        for each in sorted(self.tables.get(kind, ()), key=lambda each: each["valid_from"]):
            if each["name"] not in latest or day is None or each["valid_from"] <= day:
                latest[each["name"]] = each
        return list(latest.values())

    def _default_readings(self) -> dict[str, str]:
        return {each["name"]: each["choices"][0] for each in self.tables.get("reading", ())}

    def _chosen(self, switches: Mapping[str, str]) -> Mapping[str, str]:
        choices = {each["name"]: each["choices"] for each in self.tables.get("reading", ())}
        for name, choice in switches.items():
            if name not in choices:
                known = ", ".join(sorted(choices))
                raise InvalidInput("regulations.unknown-reading", edition=self.edition, name=name, known=known)
            if choice not in choices[name]:
                known = ", ".join(choices[name])
                raise InvalidInput("regulations.unknown-choice", name=name, choice=choice, known=known)
        return switches


def read_headings(text: str) -> tuple[Heading, ...]:
    """The paragraphs of a text.md; the title of the whole (one #) is none."""
    found: list[tuple[int, re.Match[str]]] = []
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("##") and (match := _HEADING.match(line)):
            found.append((at, match))
    ends = [at for at, _ in found[1:]] + [len(lines)]
    return tuple(
        Heading(
            number=match["number"].strip(),
            title=match["title"] or "",
            state=match["state"] or "",
            content="\n".join(lines[at + 1 : end]).strip(),
            line=at + 1,
        )
        for (at, match), end in zip(found, ends, strict=True)
    )


def read_room(folder: Path, source: ModuleType, players: ModuleType) -> Room:
    """A room from its folder, its imported rules, and what brings players before them."""
    data = {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
            for name in ("tables", "examples", "words")}  # fmt: skip
    return Room(
        folder.name, folder, source, players, data["tables"], data["examples"], Words(folder.name, data["words"])
    )


@cache
def open_room(name: str) -> Room:
    """The room of a name in EDITIONS."""
    rules, players = (importlib.import_module(f"fokozat.regulations.{name}.{each}") for each in ("rules", "players"))
    return read_room(_SHELF / name, rules, players)


def find_edition(edition: str, names: tuple[str, ...]) -> Room:
    """The room of an edition as people write it ("mgsz-2012")."""
    name = edition.replace("-", "_")
    if name in names:
        return open_room(name)
    known = ", ".join(each.replace("_", "-") for each in names)
    raise NotFound("regulations.unknown-edition", edition=edition, known=known)
