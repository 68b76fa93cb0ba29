"""Fills sentences: the words of a room (`words.toml`), a language and named fields make a text.

A sentence names its fields in braces, with a form where the plain one does not do:
`{base}`, `{change:signed}`, `{points:number}` (an exact text), `{score:fixed 1}`, `{share:percent}`, `{place:ordinal}`,
`{begins:short}` (a day), `{at:moment}`, `{port:typed}` (as one types it),
`{trait:word}` (the room's own word for a value), `{traits:words}`,
`{board:board}`, `{parts:spans}` (1-5, 6-10), `{stones:plural stone|stones}`.
What stands between `**` matters most; a page sets it in bold, a plain text drops the marks.
A sentence that waits for its translator begins with `DRAFT`, and the house refuses it.
Numbers, signs and days follow the language (`figures.py`).
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fokozat.kernel import figures
from fokozat.kernel.errors import BrokenInvariant, Fault
from fokozat.kernel.figures import day, plain, several, signed, span

__all__ = (
    "DRAFT", "LANGUAGES", "Run", "Words", "day", "fields_of", "plain", "signed", "span", "word_fault",
)  # fmt: skip

LANGUAGES = ("en", "hu", "et")
DRAFT = "DRAFT "

_HOUSE = Path(__file__).resolve().parent.parent
_FIELD = re.compile(r"\{([a-z_][\w.]*)(?::([a-z]+)(?: ([^}]*))?)?\}")


# The forms that figures.py knows, by the names that sentences use.
_FIGURES: Mapping[str, Callable[..., str]] = {
    "signed": signed,
    "number": figures.number,
    "typed": figures.typed,
    "fixed": lambda value, language, places=1: figures.fixed(value, places, language),
    "percent": figures.percent,
    "ordinal": figures.ordinal,
    "short": figures.short_day,
    "moment": figures.moment,
}


@dataclass(frozen=True)
class Run:
    """A piece of a sentence; the strong ones matter most."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Words:
    """The sentences of one room, by kind (say, step, error, ...) and name."""

    room: str
    sections: Mapping[str, Any]

    @staticmethod
    @cache
    def of(room: str) -> "Words":
        """The words of a room: "kernel", "formats", "web", or a regulation's ("mgsz_2012").

        They stand in `words.toml`, in a large room in several files of the folder `words`.
        """
        for folder in (_HOUSE / room, _HOUSE / "regulations" / room):
            paths = [path for path in (folder / "words.toml", *sorted(folder.glob("words/*.toml"))) if path.is_file()]
            if paths:
                return Words(room, _joined(paths))
        raise BrokenInvariant(f"no words.toml for the room {room!r}")

    def say(self, name: str, language: str, /, **fields: object) -> str:
        """A sentence of a door."""
        return self.text("say", name, language, fields)

    def text(self, kind: str, name: str, language: str, fields: Mapping[str, object]) -> str:
        return "".join(run.text for run in self.runs(kind, name, language, fields))

    def runs(self, kind: str, name: str, language: str, fields: Mapping[str, object]) -> tuple[Run, ...]:
        """The sentence in pieces, so that a page can set the strong ones apart."""
        pieces = self.template(kind, name, language).split("**")
        filled = (Run(self._fill(piece, language, fields), at % 2 == 1) for at, piece in enumerate(pieces))
        return tuple(run for run in filled if run.text)

    def has(self, kind: str, name: str) -> bool:
        return name in self.sections.get(kind, {})

    def template(self, kind: str, name: str, language: str) -> str:
        try:
            template = self.sections[kind][name][language]
        except KeyError:
            raise BrokenInvariant(f"{self.room}/words.toml has no [{kind}.{name}] in {language}") from None
        return str(template)

    def word(self, value: object, language: str) -> str:
        """The room's word for a value, then the kernel's, then the value itself."""
        for words in (self, Words.of("kernel")):
            if words.has("word", str(value)):
                return words.template("word", str(value), language)
        return plain(value, language)

    def _fill(self, piece: str, language: str, fields: Mapping[str, object]) -> str:
        def put_in(match: re.Match[str]) -> str:
            name, form, argument = match.groups()
            return self._formed(_field(name, fields, self.room), form, argument, language)

        return _FIELD.sub(put_in, piece)

    def _formed(self, value: object, form: str | None, argument: str | None, language: str) -> str:
        match form:
            case None:
                return plain(value, language)
            case "word":
                return self.word(value, language)
            case "words":
                return ", ".join(self.word(each, language) for each in several(value))
            case "spans":
                return ", ".join(span(each) for each in several(value))
            case "board":
                return re.sub(r"(?<=\d)x(?=\d)", "\N{MULTIPLICATION SIGN}", self.word(value, language))
            case "plural":
                one, many = (argument or "|").split("|")
                return one if value == 1 else many
        if form in _FIGURES:
            return _FIGURES[form](value, language, *([int(argument)] if argument else ()))
        raise BrokenInvariant(f"{self.room}/words.toml: no form {form!r}")


def fields_of(template: str) -> frozenset[str]:
    """The names of the fields that a sentence puts in."""
    return frozenset(match[1] for match in _FIELD.finditer(template))


def word_fault(fault: Fault, language: str) -> str:
    """One line for a person: where, what, and how to mend it."""
    room, _, name = fault.key.partition(".")
    sentence = Words.of(room).text("error", name, language, {"place": fault.place, **fault.fields})
    return f"{fault.place}: {sentence}" if fault.place else sentence


def _joined(paths: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """The sentences of several files; none may stand in two of them."""
    sections: dict[str, dict[str, Any]] = {}
    for path in paths:
        for kind, names in tomllib.loads(path.read_text(encoding="utf-8")).items():
            section = sections.setdefault(kind, {})
            if twice := section.keys() & names.keys():
                raise BrokenInvariant(f"{path}: [{kind}.{min(twice)}] stands in another file too")
            section.update(names)
    return sections


def _field(name: str, fields: Mapping[str, object], room: str) -> object:
    value: object = fields
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise BrokenInvariant(f"{room}: a sentence asks for the field {name!r} that is not there")
        value = value[part]
    return value
