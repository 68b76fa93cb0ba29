"""Keys by which names are found and put in order, the same on every database and machine.

A search key drops case and marks, so that `orsi` finds Őrsi. A sort key follows the alphabet of the reader's
language and is made of small letters only, so that every database compares it alike, whatever its collation:
two letters of key for each letter of the name, then, to part names that differ in marks only, one for each mark.

Hungarian: cs, dz, dzs, gy, ly, ny, sz, ty, zs are letters of their own, long vowels stand with the short ones,
ö and ü after o and u; a doubled letter such as ssz is sz twice. Estonian: š follows s, z and ž follow š, and
õ ä ö ü stand behind w. English: letters without their marks. What is no Latin letter comes last.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

_ALPHABETS: Mapping[str, str] = {
    "en": "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "hu": "a b c cs d dz dzs e f g gy h i j k l ly m n ny o ö p q r s sz t ty u ü v w x y z zs",
    "et": "a b c d e f g h i j k l m n o p q r s š z ž t u v w õ ä ö ü x y",
}
# Letters that a language writes with a mark but files under another letter.
_FILED_UNDER: Mapping[str, Mapping[str, str]] = {"en": {}, "hu": {"ő": "ö", "ű": "ü"}, "et": {}}
# Letters that do not come apart into a letter and a mark.
_SPELLED_OUT = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n"}
)
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_BREAK = "aa"  # between words and before the marks: lower than any letter
_FIRST_LETTER = 2 * len(_SMALL)
_OTHER = "zz"  # what is no Latin letter, followed by its number


def search_key(text: str) -> str:
    """The text as it is searched: small letters without marks, words parted by single spaces."""
    bare = "".join(_bare(letter) for letter in _folded(text))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in bare).split())


def plain_number(text: str) -> str:
    """A number without case and without the signs and gaps that people put in: `HU 12-34` is `hu1234`."""
    return search_key(text).replace(" ", "")


def sort_key(text: str, language: str) -> str:
    """The text as the language's alphabet orders it."""
    main, marks = [], []
    for letter, mark in _letters(text, language):
        main.append(letter)
        marks.append(mark)
    return "".join(main) + _BREAK + "".join(marks)


def letters_of(language: str) -> tuple[str, ...]:
    """The letters of the alphabet, in order."""
    return tuple(_ALPHABETS[language].split())


def letter_key(letter: str, language: str) -> str:
    """How the sort keys of all names under a letter begin; nothing for what is no letter of the alphabet."""
    return _codes(language)[0].get(_folded(letter), "") if letter else ""


def _letters(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Key and mark of every letter, where several characters can be one letter."""
    codes, longest = _codes(language)
    folded = _folded(text)
    at = 0
    while at < len(folded):
        doubled = _doubled(folded, at, codes)
        if doubled:
            yield from ((codes[doubled], "a"), (codes[doubled], "a"))
            at += len(doubled) + 1
            continue
        size = next((size for size in range(longest, 0, -1) if folded[at : at + size] in codes), 1)
        yield from _coded(folded[at : at + size], language, codes)
        at += size


def _coded(letter: str, language: str, codes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A letter of the alphabet, a letter filed under another, a gap between words, or something foreign."""
    if letter in codes:
        yield codes[letter], "a"
    elif letter in _FILED_UNDER[language]:
        yield codes[_FILED_UNDER[language][letter]], "b"
    elif not letter.isalnum():
        yield _BREAK, "a"
    else:
        for bare in _bare(letter):
            if bare in codes:
                yield codes[bare], "c" if ord(letter) > ord("z") else "a"
            else:
                yield _OTHER + _in_letters(ord(bare)), "a"


def _doubled(text: str, at: int, codes: Mapping[str, str]) -> str:
    """The letter that stands twice in a spelling such as ssz, ccs, ddzs."""
    for size in (3, 2):
        letter = text[at + 1 : at + 1 + size]
        if len(letter) == size and letter in codes and text[at] == letter[0]:
            return letter
    return ""


def _folded(text: str) -> str:
    """One spelling for one letter, without case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())


def _bare(letter: str) -> str:
    """The letter without its marks."""
    apart = unicodedata.normalize("NFKD", letter.translate(_SPELLED_OUT))
    return "".join(each for each in apart if not unicodedata.combining(each))


@cache
def _codes(language: str) -> tuple[Mapping[str, str], int]:
    """The two-letter key of every letter of the alphabet, and how long its longest letter is."""
    letters = _ALPHABETS[language].split()
    digits = {digit: _in_two_letters(_FIRST_LETTER - len(_SMALL) + int(digit)) for digit in "0123456789"}
    codes = {letter: _in_two_letters(_FIRST_LETTER + place) for place, letter in enumerate(letters)}
    return {**digits, **codes}, max(map(len, letters))


def _in_two_letters(number: int) -> str:
    return _SMALL[number // len(_SMALL)] + _SMALL[number % len(_SMALL)]


def _in_letters(number: int) -> str:
    """A number below 26⁵ in five letters, so that greater numbers sort later."""
    digits = ""
    for _ in range(5):
        number, rest = divmod(number, len(_SMALL))
        digits = _SMALL[rest] + digits
    return digits
