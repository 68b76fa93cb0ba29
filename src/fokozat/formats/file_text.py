"""Bytes of a file to text: how large it may be and which encodings are read."""

import re

from fokozat.kernel.errors import InvalidInput

MEBIBYTE = 2**20
LARGEST = 32  # mebibytes
_HUNGARY = re.compile(rb"(?:^|\s)HUN?(?:\s|$)")


def refuse_unreadable(data: bytes) -> None:
    """Refuse what no format can be: nothing at all, too much, or a text in UTF-16."""
    if len(data) > LARGEST * MEBIBYTE:
        raise InvalidInput("formats.too-large", limit=LARGEST)
    if not data.strip():
        raise InvalidInput("formats.empty-file")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        raise InvalidInput("formats.utf-16")


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a mark at its beginning."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = position(error.object[: error.start].decode("utf-8", "replace"))
    raise InvalidInput("formats.not-utf-8", f"{line}:{column}", line=line, column=column)


def position(before: str) -> tuple[int, int]:
    """The line and column of what comes after this text, both counted from one."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def latin_text(data: bytes) -> str:
    """The text of an older file: UTF-8 where it is, else line by line the letters of western or central Europe.

    Both have one byte a letter and nothing tells them apart but the text: a line that names Hungary is taken for
    ISO 8859-2 (ő, ű), any other for ISO 8859-1 (õ, û). Estonian stands in both.
    """
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "\n".join(
            line.decode("iso-8859-2" if _HUNGARY.search(line) else "iso-8859-1") for line in data.split(b"\n")
        )
