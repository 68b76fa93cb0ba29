"""Small pictures made by hand, whole and hostile, without a library that draws."""

import struct
import zlib
from base64 import b64decode

Rgba = tuple[int, int, int, int]


def png(width: int, height: int, colour: Rgba = (138, 47, 29, 255), **more: bytes) -> bytes:
    """A PNG of one colour; `more` are chunks after the pixels, such as tEXt."""
    row = b"\0" + bytes(colour) * width
    chunks = [(b"IDAT", zlib.compress(row * height)), *((name.encode(), data) for name, data in more.items())]
    return png_of(width, height, chunks)


def png_of(width: int, height: int, chunks: list[tuple[bytes, bytes]]) -> bytes:
    head = (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in (head, *chunks, (b"IEND", b"")))


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# 40 × 20 pixels, as a browser writes them
JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j"
    "q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKT/wAARCAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA"
    "FgEBAQEAAAAAAAAAAAAAAAAAAAME/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnAINoAAAAAAAAAD/2Q=="
)
WEBP = b64decode(
    "UklGRkQAAABXRUJQVlA4IDgAAAAwAwCdASooABQAPxGGu1csKSYjpWgBgCIJZwDOOA8KmggAAP7oOL0l0uQ39a8/cjWnAk9pdYAAAA=="
)

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
SCRIPT = b"<script>alert(1)</script>"
# name -> a file that is no logo, and the fault that is told
HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing in it": (b" ", "logo-unknown"),
    "svg": (SVG, "logo-unknown"),
    "html": (b"<!doctype html>" + SCRIPT, "logo-unknown"),
    "gif": (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "logo-unknown"),
    "svg that begins like a png": (b"\x89PNG\r\n\x1a\n" + SVG, "logo-unknown"),
    "only the head of a png": (png(8, 8)[:33], "logo-broken"),
    "a png that breaks off": (png(64, 64)[:-40], "logo-broken"),
    "a png with script for pixels": (png_of(8, 8, [(b"IDAT", SCRIPT)]), "logo-broken"),
    "a png of no size": (png_of(0, 0, [(b"IDAT", zlib.compress(b""))]), "logo-unknown"),
    "a bomb": (png_of(60_000, 60_000, [(b"IDAT", zlib.compress(bytes(1_000_000)))]), "logo-large"),
    "too many bytes": (png(8, 8) + bytes(1_000_000), "logo-heavy"),
    "jpeg in name only": (b"\xff\xd8\xff\xe0" + SCRIPT * 9, "logo-unknown"),
    "a jpeg that breaks off": (
        b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x08\x00\x08\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01", "logo-broken",
    ),
    "a jpeg whose marks never end": (b"\xff\xd8" + b"\xff" * 9000, "logo-unknown"),
    "webp in name only": (b"RIFF\x00\x00\x00\x00WEBPVP8X" + bytes(40), "logo-broken"),
}  # fmt: skip
