"""What a reader must never meet in the text of a page: another language, an empty field, a key, a program's value."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import django

from fokozat.kernel.words import LANGUAGES, Words
from tests.house.rooms import rooms_with_words

FIELD = re.compile(r"\{[a-z_][\w.]*(?::[^}]*)?\}")
BRACES = re.compile(r"\{\w[^{}\n]{0,40}\}|\{[{%]|%\(\w+\)")
KEY = re.compile(r"[a-z0-9_]+(?:[.-][a-z0-9_]+)+")
VALUES = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|<[a-z]+\.|object at 0x|&(?:amp|lt|quot);|\bnan\b|\bundefined\b")
ENTRY = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.MULTILINE)
LEAST_WORDS = 2

# All that is shown or read out, but what is code, typed by somebody, or marked as another language.
COLLECT = """() => {
  const apart = 'script, style, pre, code, textarea, template, [translate=no]';
  const here = document.documentElement.lang, found = [];
  const foreign = element => { const told = element.closest('[lang]'); return told && told.lang !== here; };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (element.closest(apart) || foreign(element)) continue;
    if (node.nodeType === 3) found.push(node.data);
    else found.push(...['aria-label', 'title', 'placeholder', 'alt'].map(name => node.getAttribute(name) || ''));
  }
  const about = document.querySelector('meta[name=description]');
  if (about) found.push(about.content);
  return [...new Set(found.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean))];
}"""


def wrong_texts(texts: Iterable[str], language: str) -> list[str]:
    """Every text of a page that should not be there, with the reason."""
    return [f"{reason}: {text[:120]!r}" for text in texts for reason in _reasons(text, language)]


def _reasons(text: str, language: str) -> Iterator[str]:
    if BRACES.search(text):
        yield "a field that nobody filled"
    if VALUES.search(text):
        yield "a programmer's value"
    if leaked := keys() & set(KEY.findall(text)):
        yield f"the key {min(leaked)}"
    if not speaks(text, language):
        for other in LANGUAGES:
            if other != language and speaks(text, other):
                yield f"a sentence in {other}"
    if language != "en" and text in english_of_libraries():
        yield "a sentence of a library in en"


@cache
def keys() -> frozenset[str]:
    """The names of sentences that cannot be words: with a dot in them."""
    rooms = {room: Words.of(room).sections for room in rooms_with_words()}
    names = {name for sections in rooms.values() for name in sections.get("say", ()) if "." in name}
    faults = {f"{room}.{name}" for room, sections in rooms.items() for name in sections.get("error", ())}
    return frozenset(name.replace("_", "-") for name in names | faults) | frozenset(names | faults)


@cache
def _sentences(language: str) -> tuple[frozenset[str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """The plain sentences of a language, and those with fields as patterns with their longest piece."""
    whole, filled = set(), {}
    for room in rooms_with_words():
        for names in Words.of(room).sections.values():
            for sentence in (section.get(language, "") for section in names.values()):
                for piece in str(sentence).split("**"):
                    text = " ".join(piece.split())
                    parts = FIELD.split(text)
                    longest = max(parts, key=len).strip()
                    if len(parts) == 1:
                        whole |= {text, text[:1].upper() + text[1:]}
                    elif len(longest.split()) >= LEAST_WORDS:
                        filled[text] = (
                            longest,
                            re.compile("(?s).+".join(map(re.escape, parts)).replace("(?s)", ""), re.IGNORECASE),
                        )
    return frozenset(whole - {""}), tuple(filled.values())


def speaks(text: str, language: str) -> bool:
    """Whether this very text is a sentence of ours in a language."""
    whole, filled = _sentences(language)
    return text in whole or any(piece in text and pattern.fullmatch(text) for piece, pattern in filled)


@cache
def english_of_libraries() -> frozenset[str]:
    """What Django and allauth say in English, as far as it is more than a word."""
    root = Path(django.__file__).parent
    catalogues = [*root.rglob("locale/en/LC_MESSAGES/django.po"), *(root.parent / "allauth").rglob("locale/hu/**/*.po")]
    assert len(catalogues) > 1, "the libraries keep their sentences elsewhere now"
    found = {
        "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', entry)).replace('\\"', '"').replace("\\n", " ").strip()
        for path in catalogues
        for entry in ENTRY.findall(path.read_text(encoding="utf-8"))
    }
    return frozenset(text for text in found if len(text.split()) >= LEAST_WORDS)
