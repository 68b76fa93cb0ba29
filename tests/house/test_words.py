"""Every sentence of every room: asked for, there in three languages, with the same fields, and said in one piece."""

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path

import pytest

from fokozat.kernel.words import DRAFT, LANGUAGES, Words, fields_of
from tests.house.rooms import HOUSE, files_with_words, rooms_with_words
from tests.house.words_asked import asked, sentences_named
from tests.house.words_joined import joined_in_python, joined_in_templates, runs, wrong

ALLOWED = tomllib.loads((Path(__file__).parent / "words_allowed.toml").read_text(encoding="utf-8"))
ROOMS = rooms_with_words()
# what the five files of a regulation say about each other is seen in test_regulation_rooms.py
OF_REGULATIONS = ("paragraph", "step", "not_applied", "no_value", "flag", "reading")
BESIDE = {"name", "formula"}  # what stands beside the languages in a regulation
FILLED = re.compile(r"\{[^}]*\}")
PLURAL = re.compile(r"\{\w+:plural [^}]*\}")
CRY = re.compile(r"!(?!\d)")
WORD = re.compile(r"[^\W\d_]")


def sentences(room: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    for kind, names in Words.of(room).sections.items():
        for name, section in names.items():
            yield kind, name, section


def allowed(kind: str, what: str) -> str:
    """The entry that allows something, or nothing."""
    return next((entry for entry in ALLOWED[kind] if fnmatchcase(what, entry)), "")


def test_rooms_are_found_by_themselves() -> None:
    found = {path for room in ROOMS for path in files_with_words(room)}
    assert found == {*HOUSE.rglob("words.toml"), *HOUSE.rglob("words/*.toml")}
    assert len(ROOMS) > 5


@pytest.mark.parametrize("room", ROOMS)
def test_three_languages_beside_each_other(room: str) -> None:
    wrong = [
        f"[{kind}.{name}]"
        for kind, name, section in sentences(room)
        if tuple(each for each in section if each not in BESIDE) != LANGUAGES
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_same_fields_in_each(room: str) -> None:
    wrong = [
        f"[{kind}.{name}]"
        for kind, name, section in sentences(room)
        if len({_fields(section.get(language, "")) for language in LANGUAGES}) != 1
    ]
    assert wrong == []


def _fields(sentence: str) -> frozenset[str]:
    """Not every language has a plural to choose; a field may be called after the language whose word it is."""
    return fields_of(PLURAL.sub("", sentence)) - set(LANGUAGES)


@pytest.mark.parametrize("room", ROOMS)
def test_calm_and_finished(room: str) -> None:
    """Nothing empty, no exclamation marks, no draft, and the strong marks come in pairs."""
    wrong = [
        f"[{kind}.{name}] {language}"
        for kind, name, section in sentences(room)
        for language in LANGUAGES
        if (text := section.get(language, "")) != text.strip()
        or not text
        or CRY.search(text)
        or text.startswith(DRAFT)
        or text.count("**") % 2
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_is_asked_for(room: str) -> None:
    wrong = [
        f"[{kind}.{name}]"
        for kind, name, _ in sentences(room)
        if kind not in OF_REGULATIONS
        and not _is_asked(room, name)
        and not allowed("asked_otherwise", f"{room}: {name}")
    ]
    assert wrong == []


def _is_asked(room: str, name: str) -> bool:
    return asked().asks_for(name) or asked().asks_for(f"{room}.{name}")


def test_every_sentence_that_is_asked_for_is_there() -> None:
    named = list(sentences_named())
    assert len(named) > 500
    wrong = {
        f"{path.name}: [{kind}.{name}] of {room or 'any room'}"
        for path, room, kind, name in named
        if not any(Words.of(each).has(kind, name) for each in ([room] if room else ROOMS) if each in ROOMS)
    }
    assert sorted(wrong) == []


@pytest.mark.parametrize("room", ROOMS)
def test_two_languages_do_not_say_the_same(room: str) -> None:
    """What nobody translated looks like this; figures and fields alone are no words."""
    wrong = [
        f"[{kind}.{name}] {one} = {other}: {section.get(one)}"
        for kind, name, section in sentences(room)
        for one, other in combinations(LANGUAGES, 2)
        if section.get(one, "") == section.get(other, "")
        and WORD.search(FILLED.sub("", section.get(one, "")))
        and kind != "paragraph"
        and not allowed("same", f"{room}: {name}")
    ]
    assert wrong == []


def test_no_sentence_is_put_together_from_pieces() -> None:
    found = [*joined_in_python(), *joined_in_templates()]
    wrong = [f"{file}:{line}: {text}" for file, line, text in found if not _is_borne(file, text)]
    assert sorted(set(wrong)) == []


def _is_borne(file: str, text: str) -> bool:
    return any(entry.startswith(f"{file}: ") and entry.partition(": ")[2] in text for entry in ALLOWED["joined"])


def test_every_allowance_is_needed_and_says_why() -> None:
    assert all(reason.strip() for entries in ALLOWED.values() for reason in entries.values())
    everything = [(room, kind, name, section) for room in ROOMS for kind, name, section in sentences(room)]
    unasked = {f"{room}: {name}" for room, _, name, _ in everything if not _is_asked(room, name)}
    same = {
        f"{room}: {name}" for room, _, name, section in everything if len({section.get(each) for each in LANGUAGES}) < 3
    }
    joined = [(file, text) for file, _, text in (*joined_in_python(), *joined_in_templates())]
    idle = [entry for entry in ALLOWED["asked_otherwise"] if not any(fnmatchcase(each, entry) for each in unasked)]
    idle += [entry for entry in ALLOWED["same"] if not any(fnmatchcase(each, entry) for each in same)]
    idle += [entry for entry in ALLOWED["joined"] if not any(_needs(entry, *each) for each in joined)]
    assert idle == []


def _needs(entry: str, file: str, text: str) -> bool:
    return entry.startswith(f"{file}: ") and entry.partition(": ")[2] in text


@pytest.mark.parametrize(
    ("template", "complaint"),
    [
        ('<p>{% say "a.b" %} {% say "c.d" %}</p>', "two sentences side by side"),
        ('<p>{% say "a.b" %} of Hungary</p>', "literal words"),
        ('<a aria-label="open {% say "a.b" %}">x</a>', "literal words"),
        ('<p>{% say "a.b" %} · {% say "c.d" %}</p>', ""),
        ('<p>{% if x %}{% say "a.b" %}{% else %}{% say "c.d" %}{% endif %}</p>', ""),
        ('<p><b>{% say "a.b" %}</b> {% say "c.d" %}</p>', ""),
    ],
)
def test_the_search_for_pieces_finds_them(template: str, complaint: str) -> None:
    assert next(filter(None, (wrong(run) for _, run in runs(template.replace(">x<", "><")))), "") == complaint
