"""One text for one document, byte for byte: what is hashed, published and rebuilt.

Keys in order, no spaces, UTF-8, integers and text only: a float has no place in what must be rebuilt exactly.
"""

import json
from collections.abc import Mapping
from hashlib import sha256


def canonical(document: object) -> bytes:
    """The document as canonical JSON."""
    _refuse_floats(document)
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(document: object, salt: str = "") -> str:
    """The SHA-256 of the salt and the canonical document, in hexadecimal."""
    return sha256(salt.encode() + canonical(document)).hexdigest()


def _refuse_floats(document: object) -> None:
    if isinstance(document, float):
        raise TypeError("a float cannot be rebuilt bit for bit; write it as exact text")
    if isinstance(document, Mapping):
        for each in document.values():
            _refuse_floats(each)
    elif isinstance(document, list | tuple):
        for each in document:
            _refuse_floats(each)
