"""Knows the columns of sheets by their spellings in every language (`columns.toml`), and what a cell may say."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import search_key

SCHEMES = ("komir", "fide", "egf", "mgsz", "mtte", "licence")
NAMES = ("family", "given")
MEMBERS = (
    "uid", *NAMES, "order", "sex", "country", "hidden_from_search", "born", "email", "phone", "address", *SCHEMES,
    "member_years", "licence_years",
)  # fmt: skip
OPENING = ("uid", *SCHEMES, *NAMES, "born", "points", "title", "reached", "games")
REQUIRED = {MEMBERS: (("family",),), OPENING: (("points",), ("uid", *SCHEMES, "family"))}


@dataclass(frozen=True)
class Column:
    """A column of a sheet that was understood: its key, where it stands, how it is headed and in which languages."""

    key: str
    at: int
    head: str
    languages: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """The columns of a sheet, and what is not understood: heads that are left out, heads that stand twice,
    and of every group of which one is needed the keys, where none is there.
    """

    columns: tuple[Column, ...]
    left_out: tuple[str, ...]
    doubled: tuple[str, ...]
    missing: tuple[tuple[str, ...], ...]


def lay_out(heads: Iterable[str], wanted: tuple[str, ...]) -> Layout:
    """Find the wanted columns under the heads of a sheet."""
    columns: dict[str, Column] = {}
    left_out, doubled = [], []
    for at, head in enumerate(heads):
        if not head.strip():
            continue
        key, languages = meaning(head, wanted)
        if not key:
            left_out.append(head)
        elif key in columns:
            doubled.append(head)
        else:
            columns[key] = Column(key, at, head, languages)
    missing = tuple(group for group in REQUIRED[wanted] if not any(key in columns for key in group))
    return Layout(tuple(columns.values()), tuple(left_out), tuple(doubled), missing)


def meaning(head: str, wanted: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The key of a head and the languages in which it is spelled so; two empty things for an unknown one."""
    spelled = search_key(head)
    for key in wanted:
        if spelled in _spellings()[key]:
            return key, _spellings()[key][spelled]
    return "", ()


def languages_of(head: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The languages in which a head is known; that of a bare key has no name."""
    key, languages = meaning(head, wanted)
    return (languages or ("",)) if key else ()


def head_of(key: str, language: str) -> str:
    """The head that is written over a column."""
    return str(table()["column"][key][language][0])


def read_value(key: str, text: str, languages: tuple[str, ...]) -> str | None:
    """The code that a word in a cell means; None where it is unknown or unclear."""
    spelled = search_key(text)
    unclear = {each for language in languages for each in table()["unclear"].get(key, {}).get(language, ())}
    if spelled in unclear:
        return None
    for code, spellings in table()["value"][key].items():
        if spelled == search_key(code) or spelled in map(search_key, _every(spellings)):
            return str(code)
    return None


def value_words(key: str, language: str) -> tuple[str, ...]:
    """The words that may stand in a cell of this column, one for each code."""
    return tuple(str(spellings[language][0]) for spellings in table()["value"][key].values())


def write_value(key: str, code: str, language: str) -> str:
    """The word for a code."""
    spellings = table()["value"].get(key, {}).get(code)
    return str(spellings[language][0]) if spellings else code


def has_values(key: str) -> bool:
    """Whether the cells of a column hold words for codes."""
    return key in table()["value"]


@cache
def table() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "columns.toml").read_text(encoding="utf-8"))


@cache
def _spellings() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Key -> spelling as it is compared -> languages; the key itself is of no language."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for key, spellings in table()["column"].items():
        found[key] = {search_key(key): ()}
        for language in LANGUAGES:
            for spelling in map(search_key, spellings[language]):
                found[key][spelling] = (*found[key].get(spelling, ()), language)
    return found


def _every(spellings: Mapping[str, list[str]]) -> Iterable[str]:
    return (spelling for language in LANGUAGES for spelling in spellings[language])
