"""A cursor says after which row the next page begins. It belongs to one question and is opaque to whoever holds it."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from uuid import UUID

from fokozat.kernel.errors import InvalidInput

_UID = 16
_MARK = 5  # bytes that tell whether it is the cursor of this question; together with a uid no padding is needed


def cursor_after(uid: str, question: tuple[str, ...]) -> str:
    """The cursor that goes on behind a row."""
    return urlsafe_b64encode(UUID(uid).bytes + _mark(question)).decode()


def row_before(cursor: str | None, question: tuple[str, ...]) -> str | None:
    """The row after which to go on; one that was never given out, or for another question, is refused."""
    if cursor is None:
        return None
    try:
        raw = urlsafe_b64decode(cursor.encode())
    except ValueError:
        raw = b""
    if len(raw) != _UID + _MARK or raw[_UID:] != _mark(question) or urlsafe_b64encode(raw).decode() != cursor:
        raise InvalidInput("api.cursor", "query.cursor")
    return str(UUID(bytes=raw[:_UID]))


def _mark(question: tuple[str, ...]) -> bytes:
    return sha256("\0".join(question).encode(errors="replace")).digest()[:_MARK]
