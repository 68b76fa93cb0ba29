"""Reads the settings that are whole numbers."""

import os

from fokozat.kernel.errors import InvalidInput

_MOST = 1_000_000


def whole_number(name: str, usual: int) -> int:
    """The number in the environment, or the usual one."""
    text = os.environ.get(name, "").strip()
    if not text:
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(_MOST)) or int(text) > _MOST:
        raise InvalidInput("site.number", name=name, value=text[:20], most=_MOST)
    return int(text)
