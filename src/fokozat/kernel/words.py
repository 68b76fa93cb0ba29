"""Fills sentences: the words of a room (`words.toml`), a language and named fields make a text.

A sentence names its fields in braces, with a form where the plain one does not do:
`{base}`, `{change:signed}`, `{trait:word}` (the room's own word for a value), `{traits:words}`, `{board:board}`,
`{parts:spans}` (1-5, 6-10), `{stones:plural stone|stones}`.
What stands between `**` matters most; a page sets it in bold, a plain text drops the marks.
Numbers, signs and days follow the language. The clock and the locale of the machine are never asked.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from fokozat.kernel.errors import BrokenInvariant, Fault
from fokozat.kernel.exact import exact_text, read_exact

LANGUAGES = ("en", "hu", "et")

_HOUSE = Path(__file__).resolve().parent.parent
_FIELD = re.compile(r"\{([a-z_][\w.]*)(?::([a-z]+)(?: ([^}]*))?)?\}")
_MINUS = "\N{MINUS SIGN}"


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
            case "signed":
                return signed(value, language)
            case "word":
                return self.word(value, language)
            case "words":
                return ", ".join(self.word(each, language) for each in _several(value))
            case "spans":
                return ", ".join(span(each) for each in _several(value))
            case "board":
                return re.sub(r"(?<=\d)x(?=\d)", "\N{MULTIPLICATION SIGN}", self.word(value, language))
            case "plural":
                one, many = (argument or "|").split("|")
                return one if value == 1 else many
        raise BrokenInvariant(f"{self.room}/words.toml: no form {form!r}")


def fields_of(template: str) -> frozenset[str]:
    """The names of the fields that a sentence puts in."""
    return frozenset(match[1] for match in _FIELD.finditer(template))


def word_fault(fault: Fault, language: str) -> str:
    """One line for a person: where, what, and how to mend it."""
    room, _, name = fault.key.partition(".")
    sentence = Words.of(room).text("error", name, language, {"place": fault.place, **fault.fields})
    return f"{fault.place}: {sentence}" if fault.place else sentence


def plain(value: object, language: str) -> str:
    """A value as the language writes it: `0,67`, `−4`, `2012. március 10.`, `yes`."""
    if isinstance(value, bool):
        return Words.of("kernel").template("word", "yes" if value else "no", language)
    if isinstance(value, int | Fraction):
        return _decimal(exact_text(value), language)
    if isinstance(value, date):
        return day(value, language)
    if isinstance(value, str):
        return value
    if value is None:
        return Words.of("kernel").template("word", "nothing", language)
    return ", ".join(plain(each, language) for each in _several(value))


def signed(value: object, language: str) -> str:
    """A change, always with its sign: `+16`, `−4`, `0`."""
    number = read_exact(value) if isinstance(value, str) else value
    if not isinstance(number, int | Fraction):
        raise BrokenInvariant(f"only a number has a sign, not {value!r}")
    return ("+" if number > 0 else "") + plain(number, language)


def span(numbers: object) -> str:
    """Consecutive numbers by their ends ("1-5" with an en dash), others one by one."""
    several = [int(str(each)) for each in _several(numbers)]
    if len(several) > 2 and several == list(range(several[0], several[-1] + 1)):
        return f"{several[0]}\N{EN DASH}{several[-1]}"
    return "+".join(str(each) for each in several)


def day(value: date, language: str) -> str:
    """A day in the order of the language."""
    fields = {"year": str(value.year), "day": str(value.day)}
    months = Words.of("kernel").template("word", "months", language).split()
    return Words.of("kernel").text("say", "day", language, {**fields, "month": months[value.month - 1]})


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


def _decimal(text: str, language: str) -> str:
    return text.replace("-", _MINUS).replace(".", "." if language == "en" else ",")


def _several(value: object) -> Iterable[object]:
    return value if isinstance(value, list | tuple | frozenset) else (value,)


def _field(name: str, fields: Mapping[str, object], room: str) -> object:
    value: object = fields
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise BrokenInvariant(f"{room}: a sentence asks for the field {name!r} that is not there")
        value = value[part]
    return value
