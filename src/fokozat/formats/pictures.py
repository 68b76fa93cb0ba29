"""Tells by its first bytes, never by its name, what kind of picture a file is and how large it would be.

It does not look at what follows: whether the rest can be read is seen when the picture is drawn anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_JPEG = b"\xff\xd8\xff"
# frames of JPEG that say how large it is; c4, c8 and cc stand among them and are something else
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})  # marks without a length
_FILL = 0xFF
_KEY_FRAME = b"\x9d\x01\x2a"
_LOSSLESS = 0x2F
_SIDE = 0x3FFF  # WebP keeps a side in 14 bits


@dataclass(frozen=True)
class Picture:
    """What a file says about its picture."""

    kind: str
    width: int
    height: int


def read_picture(data: bytes) -> Picture | None:
    """PNG, JPEG or WebP; nothing where it is none of them or says no size."""
    for kind, read in (("png", _png), ("jpg", _jpeg), ("webp", _webp)):
        size = read(data)
        if size and all(size):
            return Picture(kind, *size)
    return None


def _png(data: bytes) -> tuple[int, int] | None:
    at = len(_PNG)
    if not data.startswith(_PNG) or len(data) < at + 8:
        return None
    return int.from_bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + 8])


def _jpeg(data: bytes) -> tuple[int, int] | None:
    for mark, at in _segments(data):
        if mark in _FRAMES:
            frame = data[at + 3 : at + 7]
            return (int.from_bytes(frame[2:]), int.from_bytes(frame[:2])) if len(frame) == len("hhww") else None
    return None


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """The marks of a JPEG before its picture, each with the place of its length."""
    if not data.startswith(_JPEG):
        return
    at = 2
    while at + 4 <= len(data) and data[at] == _FILL:
        mark = data[at + 1]
        if mark == _FILL:
            at += 1
            continue
        if mark in _ALONE:
            at += 2
            continue
        yield mark, at + 2
        at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))


def _webp(data: bytes) -> tuple[int, int] | None:
    if len(data) < 30 or data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"VP8L" if data[20] == _LOSSLESS:
            sides = int.from_bytes(data[21:25], "little")
            return 1 + (sides & _SIDE), 1 + (sides >> 14 & _SIDE)
        case b"VP8 " if data[23:26] == _KEY_FRAME:
            return int.from_bytes(data[26:28], "little") & _SIDE, int.from_bytes(data[28:30], "little") & _SIDE
    return None
