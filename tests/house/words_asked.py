"""Which sentences the code and the templates ask for: read from the source, so that no room has to be listed."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.house.rooms import HOUSE, rooms_with_words

TAG = re.compile(r'\{%\s*say\s+"([^"]+)"')
QUOTED = re.compile(r'"([^"\n]*)"')
ADDED = re.compile(r'"([a-z][\w.-]*[.-])"\|add:')  # "state."|add:report.state
HANDED = re.compile(r'\b(?:key|hint|unit)="([a-z][\w-]*\.[\w.-]+)"(?!\|add)')
NAME = re.compile(r"[\w.+§() -]+")
SAYING = ("say", "notice")  # a call that names a sentence of the door
ERRORS = ("Fault", "InvalidInput", "IllegalMove", "NoPairing", "Forbidden", "NotFound", "Conflict")
MARK = "\0"


@dataclass
class Asked:
    """Every text of the source that can be the name of a sentence."""

    whole: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)  # with MARK where a value is put in
    names: set[str] = field(default_factory=set)  # identifiers: a sentence can be called after a field or an action

    def asks_for(self, name: str) -> bool:
        """Whether this name is written somewhere, or put together from a pattern and a word that is written."""
        if name in self.whole:
            return True
        known = self.whole | self.names
        return any(self._fits(name, pattern, known) for pattern in self.patterns)

    @staticmethod
    def _fits(name: str, pattern: str, known: set[str]) -> bool:
        parts = [re.escape(part) for part in pattern.split(MARK)]
        found = re.fullmatch("(.+?)".join(parts), name)
        return found is not None and all(
            {value, value.replace("-", "_"), value.rpartition("-")[0] or value} & known for value in found.groups()
        )


def sources(*endings: str) -> Iterator[Path]:
    for path in sorted(HOUSE.rglob("*")):
        if path.suffix in endings and not {"migrations", "static"} & set(path.parts):
            yield path


def room_of(path: Path) -> str:
    """Whose words the code of a file asks for when it names no room."""
    parts = path.relative_to(HOUSE).parts
    return parts[1] if parts[0] == "regulations" and len(parts) > 2 else parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def asked() -> Asked:
    """From Python, templates and tables; the words themselves do not ask for anything."""
    found = Asked()
    for path in sources(".py"):
        for node in ast.walk(tree_of(path)):
            _note(node, found)
    for path in sources(".html"):
        text = path.read_text(encoding="utf-8")
        found.whole |= {each for each in QUOTED.findall(text) if NAME.fullmatch(each)} | set(TAG.findall(text))
        found.patterns |= {start + MARK for start in ADDED.findall(text)}
        found.patterns |= {
            f"{start}{MARK}{end}" for start in ADDED.findall(text) for end in (".title", ".safe", ".cure")
        }
    for path in sources(".toml"):
        if "words" not in (path.stem, path.parent.name):
            found.whole |= set(_values(tomllib.loads(path.read_text(encoding="utf-8"))))
    return found


def _values(value: Any) -> Iterator[str]:
    """Every key and text of a table."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _values(inner)
    elif isinstance(value, str):
        yield value


def _note(node: ast.AST, found: Asked) -> None:
    match node:
        case ast.Constant(value=str(text)) if len(text) < 100:
            found.whole.add(text)
            found.whole |= set(text.split()) if len(text) < 60 else set()
        case ast.JoinedStr(values=values):
            found.patterns |= _patterns(values)
        case ast.Call(func=ast.Name(id="add_verbs"), args=[_, ast.Constant(value=str(noun)), *_]):
            found.patterns.add(f"{noun}.{MARK}")  # a command that is a noun with verbs asks for the help of each
        case ast.BinOp(left=ast.Constant(value=str(start)), op=ast.Add()):
            found.patterns.add(start + MARK)
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            found.names |= {name, name.lower()}
        case ast.ClassDef(name=name):  # a model's word has its name in small letters
            found.names.add(name.lower())
        case ast.keyword(arg=str(name)):
            found.names.add(name)
        case _:
            pass


def _patterns(values: list[ast.expr]) -> set[str]:
    """The pattern of an f-string that has letters of its own; a choice between two texts counts as both."""
    patterns = {""}
    for value in values:
        texts = {str(value.value)} if isinstance(value, ast.Constant) else {MARK}
        if isinstance(value, ast.FormattedValue) and isinstance(value.value, ast.IfExp):
            branches = (value.value.body, value.value.orelse)
            texts = {str(each.value) if isinstance(each, ast.Constant) else MARK for each in branches}
        patterns = {before + text for before in patterns for text in texts}
    return {each for each in patterns if NAME.fullmatch(each.replace(MARK, "")) and re.search("[a-z]", each)}


def sentences_named() -> Iterator[tuple[Path, str, str, str]]:
    """(file, room, kind, name) of every sentence that code or a template names outright."""
    for path in sources(".html"):
        text = path.read_text(encoding="utf-8")
        for name in (*TAG.findall(text), *HANDED.findall(text)):
            yield path, "web", "say", name
    for path in sources(".py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                yield from ((path, *each) for each in _named(node, path))


def _named(call: ast.Call, path: Path) -> Iterator[tuple[str, str, str]]:
    called = getattr(call.func, "attr", getattr(call.func, "id", ""))
    texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if called in ERRORS or called == "of":
        for text in texts[:1]:
            room, _, name = text.partition(".")
            if name and room in rooms_with_words():
                yield room, "error", name
    elif called in SAYING and texts and (called == "notice" or call.args[0] in _constants(call)):
        yield _asked_room(call.func, path), "say", texts[0]
    elif called in ("text", "template") and len(texts) > 1 and call.args[1] in _constants(call):
        yield _asked_room(call.func, path), texts[0], texts[1]
    elif called == "fault" and len(texts) > 1 and path.parts[-2] in ("actions", "office"):
        yield "office", "error", texts[1]


def _constants(call: ast.Call) -> list[ast.expr]:
    return [each for each in call.args if isinstance(each, ast.Constant)]


def _asked_room(func: ast.expr, path: Path) -> str:
    """The room of `Words.of("web").say`, the own room for `say`; nothing where a value has the words."""
    if isinstance(func, ast.Name):
        return room_of(path)
    inner = func.value if isinstance(func, ast.Attribute) else None
    if isinstance(inner, ast.Call) and getattr(inner.func, "attr", "") == "of" and inner.args:
        first = inner.args[0]
        return str(first.value) if isinstance(first, ast.Constant) else ""
    return ""
