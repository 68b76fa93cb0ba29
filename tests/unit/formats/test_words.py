"""Every kind of value of a document has its word; that the words are whole is seen in tests/house/test_words.py."""

import re
from pathlib import Path

import fokozat.formats
from fokozat.kernel.words import Words

FOLDER = Path(fokozat.formats.__file__).parent


def test_every_kind_of_value_has_a_word() -> None:
    source = (FOLDER / "fields.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'_wrong\(\w+, "(\w+)"', source)) | set(re.findall(r'return "(\w+)"', source))
    assert kinds == set(Words.of("formats").sections["word"])
