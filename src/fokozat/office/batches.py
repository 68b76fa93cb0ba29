"""Cuts long lists of keys into pieces that every database takes in one question."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

LARGEST = 500


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """The values in their order, so many at a time."""
    return (values[at : at + LARGEST] for at in range(0, len(values), LARGEST))
