"""JSON as the standard has it and not a bit more: no key twice, no NaN, exact numbers, no broken characters.

`parse` reads a text; `cleaned` vets a document that was parsed here or elsewhere; `write` lays one out.
"""

import json
import re
from decimal import Decimal
from math import isfinite
from typing import NoReturn, Self

from fokozat.formats.faults import Faults, Path, shown, visible
from fokozat.formats.file_text import position
from fokozat.kernel.errors import BrokenInvariant, InvalidInput

DEEPEST = 64
LONGEST_NUMBER = 100  # characters
LARGEST_EXPONENT = 300
LARGEST_INTEGER = 333  # bits; more than the longest number has
NEARBY = 20  # characters shown of what should not be there
WIDTH = 110

_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_EXPONENT = re.compile(r"[eE][+-]?0*(\d+)")
_BROKEN = re.compile("[\0\ud800-\udfff]")


class Numeral(Decimal):
    """A number that is no plain integer, with its text: what we do not know is written back letter for letter."""

    text: str

    def __new__(cls, text: str) -> Self:
        numeral = super().__new__(cls, text)
        numeral.text = str(text)
        return numeral


class _Refused:
    """Stands in a parsed document where something is wrong, until its place is known."""

    def __init__(self, key: str, **fields: object) -> None:
        self.key, self.fields = key, fields


def parse(text: str) -> object:
    """The document that a text holds, still to be `cleaned`; a text that is no JSON is refused at once."""
    _refuse_depth(text)
    try:
        return json.loads(
            text, parse_int=_number, parse_float=_number, parse_constant=_constant, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        _refuse_syntax(text, error)


def _refuse_depth(text: str) -> None:
    depth = 0
    for token in _BRACKETS.finditer(text):
        bracket = text[token.start()]
        if bracket in "[{":
            depth += 1
            if depth > DEEPEST:
                line, column = position(text[: token.start()])
                raise InvalidInput("formats.too-deep", f"{line}:{column}", limit=DEEPEST)
        elif bracket != '"':
            depth -= 1


def _refuse_syntax(text: str, error: json.JSONDecodeError) -> NoReturn:
    where = {"line": error.lineno, "column": error.colno}
    place = f"{error.lineno}:{error.colno}"
    rest = text[error.pos : error.pos + NEARBY].partition("\n")[0].rstrip()
    if not rest or error.msg.startswith("Unterminated"):
        raise InvalidInput("formats.json-broken-off", place, **where) from None
    raise InvalidInput("formats.not-json", place, **where, found=visible(rest)) from None


def _number(text: str) -> object:
    exponent = _EXPONENT.search(text)
    if len(text) > LONGEST_NUMBER or (exponent and (len(exponent[1]) > 3 or int(exponent[1]) > LARGEST_EXPONENT)):
        return _Refused("number-too-large", found=shown(text))
    if text.isdecimal() or (text[1:].isdecimal() and text != "-0"):
        return int(text)
    return Numeral(text)


def _constant(text: str) -> _Refused:
    return _Refused("no-number", found=text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = _Refused("key-twice", name=shown(key))
            seen.add(key)
    return found


def cleaned(value: object, faults: Faults, path: Path = ()) -> object:
    """A copy that nobody else can change, its lists as tuples; what JSON cannot hold is noted with its place."""
    if len(path) > DEEPEST:
        faults.add("too-deep", path[:4], limit=DEEPEST)
        return None
    match value:
        case str():
            return _vetted(value, faults, path)
        case dict():
            return {_key(key, faults, path): cleaned(each, faults, (*path, str(key))) for key, each in value.items()}
        case list() | tuple():
            return tuple([cleaned(each, faults, (*path, at)) for at, each in enumerate(value)])
        case None | bool() | Numeral():
            return value
        case int() | float() | Decimal():
            return _cleaned_number(value, faults, path)
        case _Refused():
            faults.add(value.key, path, **value.fields)
        case _:
            faults.add("no-json-value", path, found=type(value).__name__)
    return None


def _cleaned_number(value: float | Decimal, faults: Faults, path: Path) -> object:
    """A number of a document that was parsed elsewhere; a float is taken by its shortest text."""
    if isinstance(value, int):
        if value.bit_length() <= LARGEST_INTEGER:
            return value
        return cleaned(_Refused("number-too-large", found=shown(hex(value))), faults, path)
    text = repr(value) if isinstance(value, float) else str(value)
    finite = isfinite(value) if isinstance(value, float) else value.is_finite()
    return cleaned(_number(text) if finite else _constant(text), faults, path)


def _vetted(text: str, faults: Faults, path: Path) -> str:
    broken = _BROKEN.search(text)
    if broken:
        faults.add("broken-character", path, code=f"U+{ord(broken[0]):04X}")
    return text


def _key(key: object, faults: Faults, path: Path) -> str:
    if isinstance(key, str):
        return _vetted(key, faults, (*path, key))
    faults.add("no-json-value", (*path, str(key)), found=type(key).__name__)
    return str(key)


def write(value: object, width: int = WIDTH) -> str:
    """JSON as a person reads it: what fits on a line stands on one, the rest is indented by two."""
    match value:
        case None | bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case int():
            return str(value)
        case Numeral():
            return value.text
        case dict():
            return _laid_out("{", [f"{write(str(key))}: {write(each)}" for key, each in value.items()], "}", width)
        case list() | tuple():
            return _laid_out("[", [write(each) for each in value], "]", width)
    raise BrokenInvariant(f"{value!r} cannot stand in a document")


def _laid_out(opening: str, parts: list[str], closing: str, width: int) -> str:
    if sum(map(len, parts)) + 2 * len(parts) <= width and not any("\n" in part for part in parts):
        return opening + ", ".join(parts) + closing
    inside = ",\n".join(parts).replace("\n", "\n  ")
    return f"{opening}\n  {inside}\n{closing}"
