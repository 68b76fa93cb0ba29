"""Sealed files: what goes in comes out, from any place; every changed byte and every cut is noticed."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fokozat.kernel.errors import InvalidInput
from fokozat.work.sealed import PIECE, SealedReader, SealingWriter, is_sealed

CHEAP = 1 << 4  # a key that costs nothing, for tests


def sealed(text: bytes, step: int = 100_000) -> bytes:
    out = BytesIO()
    writer = SealingWriter(out, "kavics", CHEAP)
    for start in range(0, len(text), step):
        writer.write(text[start : start + step])
    writer.finish()
    return out.getvalue()


SIZES = [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 7]


@pytest.mark.parametrize("size", SIZES)
def test_what_goes_in_comes_out(size: int) -> None:
    text = bytes(number % 251 for number in range(size))
    assert SealedReader(BytesIO(sealed(text)), "kavics").read() == text
    assert is_sealed(BytesIO(sealed(text)))
    assert not is_sealed(BytesIO(text))


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 2 * PIECE + 100), st.integers(0, 3000)), max_size=20))
def test_it_may_be_read_from_any_place(reads: list[tuple[int, int]]) -> None:
    reader, plain = SealedReader(BytesIO(FILE), "kavics"), BytesIO(TEXT)
    for place, size in reads:
        reader.seek(place)
        plain.seek(place)
        found = b""
        while len(found) < size and (piece := reader.read(size - len(found))):
            found += piece
        assert found == plain.read(size)


TEXT = bytes(number * 7 % 256 for number in range(2 * PIECE + 50))
FILE = sealed(TEXT)


@settings(max_examples=150)
@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_every_changed_byte_is_noticed(place: int, change: int) -> None:
    changed = FILE[:place] + bytes([FILE[place] ^ change]) + FILE[place + 1 :]
    if int.from_bytes(changed[16:20], "big") > CHEAP:
        return  # a dearer key would only take longer to be wrong
    with pytest.raises(InvalidInput):
        SealedReader(BytesIO(changed), "kavics").readall()


@settings(max_examples=60)
@given(st.integers(0, len(FILE) - 1))
def test_every_cut_is_noticed(length: int) -> None:
    with pytest.raises(InvalidInput):
        SealedReader(BytesIO(FILE[:length]), "kavics").readall()


def test_pieces_cannot_change_places() -> None:
    start, size = len(FILE) - (3 * 16 + len(TEXT)), PIECE + 16
    first, second = FILE[start : start + size], FILE[start + size : start + 2 * size]
    with pytest.raises(InvalidInput):
        SealedReader(BytesIO(FILE[:start] + second + first + FILE[start + 2 * size :]), "kavics").readall()


def test_a_wrong_passphrase_is_told_from_a_changed_file() -> None:
    with pytest.raises(InvalidInput) as wrong:
        SealedReader(BytesIO(FILE), "Kavics")
    assert wrong.value.key == "work.wrong-passphrase"
    with pytest.raises(InvalidInput) as cut:
        SealedReader(BytesIO(FILE[:-1]), "kavics")
    assert cut.value.key == "work.sealed-damaged"


def test_a_file_of_a_dear_key_does_not_take_all_the_memory() -> None:
    dear = FILE[:16] + (1 << 30).to_bytes(4, "big") + FILE[20:]
    with pytest.raises(InvalidInput) as refused:
        SealedReader(BytesIO(dear), "kavics")
    assert refused.value.key == "work.sealed-damaged"
