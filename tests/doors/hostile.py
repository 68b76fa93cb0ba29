"""Texts that people type by mistake and others on purpose, and what must hold wherever they were put in."""

import os
import unicodedata
from html import unescape
from typing import Any

from django.apps import apps
from django.db import models

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import FokozatError
from fokozat.kernel.words import word_fault

MARK = "<script>alert(1)</script>"
HOSTILE = {
    "long": "Árvíztűrő" * 55 + "Gyula",
    "long word": "ő" * 500,
    "emoji": "Minta 🏆👩‍👩‍👧 Őrs 🇭🇺",
    "flag": "\U0001f3f4\U000e0067\U000e0062",
    "right to left": "مريم עברית",
    "joined": "علی\u200cرضا",
    "turned round": "Minta \u202eárioM\u202c",
    "sql": "Róbert'); DROP TABLE office_person;-- \" OR 1=1",
    "wildcards": "%_%\\%*?",
    "markup": f"{MARK}\"><img src=x onerror=alert(1)>&amp;'",
    "template": "{{ 7|add:7 }}{% csrf_token %} {0} %(name)s **x** ${x}",
    "formula": '=HYPERLINK("http://example.org","x")',
    "nothing": "a\0b",
    "lines": "Minta\r\nSet-Cookie: a=b\n\tŐrs",
    "blank": " \u00a0\u2003 ",
    "marks": "Z" + "\u0301\u0308" * 240,
    "path": "../../etc/passwd%00",
    "number": "1e999999999",
    "digits": "9" * 500,
    "other digits": "٣٤٥²",
}
THOROUGH = os.environ.get("FOKOZAT_THOROUGH") == "1"
# Where every text in every field costs minutes: one of each kind of trouble, and all of them when it is asked for.
TRIED = tuple(HOSTILE) if THOROUGH else ("long", "emoji", "markup", "nothing", "digits")
SURROGATE = {"surrogate": "a\ud800b"}  # reaches us by JSON and by names of files only
LONGEST_LINE = 500


def told_in_one_line(error: FokozatError) -> bool:
    """Every fault is one printable line of bounded length in every language, whatever was given."""
    lines = [word_fault(fault, language) for fault in error.faults for language in LANGUAGES]
    return bool(lines) and all(
        line.strip() and len(line) < LONGEST_LINE and not any(unicodedata.category(each) == "Cc" for each in line)
        for line in lines
    )


def unclean_rows() -> list[str]:
    """Every text of the office that is longer than its column or holds what cannot be printed."""
    found = []
    for model in apps.get_app_config("office").get_models():
        texts = [each for each in model._meta.fields if isinstance(each, models.CharField)]
        for row in model._default_manager.values_list(*(each.name for each in texts)) if texts else ():
            found += [
                f"{model.__name__}.{each.name}: {value!r}"
                for each, value in zip(texts, row, strict=True)
                if value is not None and not is_clean(str(value), each.max_length)
            ]
    return found


def is_clean(value: str, longest: int | None) -> bool:
    shown = value.replace("\u200c", "").replace("\u200d", "")  # they shape the letters of some scripts
    unprintable = any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Co", "Cn") for each in shown)
    return not unprintable and (longest is None or len(value) <= longest)


def is_escaped(page: str) -> bool:
    """Nothing that was typed became markup of the page."""
    return MARK not in page and "<img src=x" not in page


def shows(page: str, text: str) -> bool:
    return text in unescape(page)


Wish = dict[str, Any]
