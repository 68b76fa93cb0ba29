"""Files closed by a passphrase: written and read as streams, in constant memory; a change of any byte is noticed.

scrypt makes the key; the text is sealed in pieces by AES-256-GCM, each numbered and the last one marked, so that
pieces can neither be swapped nor cut off. The head is sealed too: a wrong passphrase is told from a changed file.
"""

import os
from io import SEEK_CUR, SEEK_END, RawIOBase, UnsupportedOperation
from struct import Struct
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from fokozat.kernel.errors import InvalidInput

MAGIC = b"fokozat sealed 1"
PIECE = 1 << 18
COST = 1 << 17  # 128 MB and about half a second for every guess
LARGEST_COST = 1 << 20

_HEAD = Struct(">16sI16s7s")  # the name of the form, cost of the key, its salt, the beginning of every nonce
_TAG = 16
_START = _HEAD.size + _TAG
_HEAD_NUMBER = 2**32 - 1  # no piece has this number


def is_sealed(file: BinaryIO) -> bool:
    """Whether a file begins as a sealed one does; it is read from its start again."""
    found = file.read(len(MAGIC)) == MAGIC
    file.seek(0)
    return found


class SealingWriter(RawIOBase):
    """Seals what is written; `close` writes the last piece, and without it the file cannot be read."""

    def __init__(self, out: BinaryIO, passphrase: str, cost: int = COST) -> None:
        self._out, self._left, self._number = out, bytearray(), 0
        salt, self._nonce = os.urandom(16), os.urandom(7)
        self._head = _HEAD.pack(MAGIC, cost, salt, self._nonce)
        self._cipher = AESGCM(_key(passphrase, salt, cost))
        out.write(self._head)
        out.write(self._cipher.encrypt(_nonce(self._nonce, _HEAD_NUMBER, True), b"", self._head))

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        piece = bytes(memoryview(data))  # type: ignore[arg-type]
        self._left += piece
        while len(self._left) > PIECE:  # one piece stays back, for the last one is marked
            self._seal(bytes(self._left[:PIECE]), False)
            del self._left[:PIECE]
        return len(piece)

    def finish(self) -> None:
        """Seal the last piece."""
        self._seal(bytes(self._left), True)
        self._left.clear()

    def _seal(self, piece: bytes, last: bool) -> None:
        self._out.write(self._cipher.encrypt(_nonce(self._nonce, self._number, last), piece, self._head))
        self._number += 1


class SealedReader(RawIOBase):
    """A sealed file as if it were open: may be read from any place."""

    def __init__(self, file: BinaryIO, passphrase: str) -> None:
        self._file, self._at, self._held = file, 0, (-1, b"")
        self._head = file.read(_HEAD.size)
        tag = file.read(_TAG)
        if len(tag) < _TAG or self._head[: len(MAGIC)] != MAGIC:
            raise InvalidInput("work.sealed-damaged")
        _, cost, salt, self._nonce = _HEAD.unpack(self._head)
        if cost & (cost - 1) or not 2 <= cost <= LARGEST_COST:
            raise InvalidInput("work.sealed-damaged")
        self._cipher = AESGCM(_key(passphrase, salt, cost))
        try:
            self._cipher.decrypt(_nonce(self._nonce, _HEAD_NUMBER, True), tag, self._head)
        except InvalidTag:
            raise InvalidInput("work.wrong-passphrase") from None
        self._pieces, self._size = self._measure()
        self._piece(self._pieces - 1)  # the mark of the last one says that nothing was cut off

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0, /) -> int:
        start = {SEEK_CUR: self._at, SEEK_END: self._size}.get(whence, 0)
        if start + offset < 0:
            raise UnsupportedOperation("before the beginning")
        self._at = start + offset
        return self._at

    def readinto(self, buffer: object, /) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        if self._at >= self._size:
            return 0
        piece = self._piece(self._at // PIECE)
        found = piece[self._at % PIECE :][: len(view)]
        view[: len(found)] = found
        self._at += len(found)
        return len(found)

    def _measure(self) -> tuple[int, int]:
        length = self._file.seek(0, SEEK_END) - _START
        pieces, rest = divmod(length, PIECE + _TAG)
        if (rest and rest < _TAG) or length < _TAG:
            raise InvalidInput("work.sealed-damaged")
        pieces += bool(rest)
        return pieces, length - pieces * _TAG

    def _piece(self, number: int) -> bytes:
        if self._held[0] != number:
            self._file.seek(_START + number * (PIECE + _TAG))
            sealed, last = self._file.read(PIECE + _TAG), number == self._pieces - 1
            try:
                open_ = self._cipher.decrypt(_nonce(self._nonce, number, last), sealed, self._head)
            except InvalidTag:
                raise InvalidInput("work.sealed-damaged") from None
            self._held = (number, open_)
        return self._held[1]


def _key(passphrase: str, salt: bytes, cost: int) -> bytes:
    return Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(passphrase.encode())


def _nonce(start: bytes, number: int, last: bool) -> bytes:
    return start + number.to_bytes(4, "big") + bytes([last])
