"""The tree of errors: what a person can mend, what the law forbids, and what is our own fault.

    FokozatError
      InvalidInput     the text or the document is wrong: a list of faults, each with its place
      IllegalMove      the rules of the game do not allow it
      NoPairing        no pairing exists; says which criterion forbids it
      Forbidden        a paragraph of the regulation or a right forbids it, or asks for a ruling
      NotFound         nothing of that name
      Conflict         somebody was faster
    BrokenInvariant    ours; not in the tree, so that nobody catches it by accident

An error carries keys and fields, never sentences: the words stand in the `words.toml` of the room
that the key begins with, and a door words them in the reader's language (`words.word_fault`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: its key ("formats.unknown-result"), where it is, and the numbers and names put in."""

    key: str
    place: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)


class FokozatError(Exception):
    """Anything a person can be told and can do something about."""

    def __init__(self, key: str, place: str = "", **fields: object) -> None:
        self.faults: tuple[Fault, ...] = (Fault(key, place, fields),)
        super().__init__(key)

    @property
    def key(self) -> str:
        return self.faults[0].key

    @property
    def place(self) -> str:
        return self.faults[0].place

    @property
    def fields(self) -> Mapping[str, object]:
        return self.faults[0].fields

    def __str__(self) -> str:
        return "; ".join(f"{fault.key} at {fault.place or '-'} {dict(fault.fields)}" for fault in self.faults)


class InvalidInput(FokozatError):
    """The input is wrong; every fault that was found is in `faults`, in the order of the text."""

    @classmethod
    def of(cls, faults: tuple[Fault, ...]) -> "InvalidInput":
        error = cls(faults[0].key, faults[0].place, **faults[0].fields)
        error.faults = faults
        return error


class IllegalMove(FokozatError):
    """A move that the rules of the game do not allow; `fields` says why."""


class NoPairing(FokozatError):
    """No pairing satisfies the absolute criteria."""


class Forbidden(FokozatError):
    """A paragraph forbids it, or leaves it to a person whose ruling is not recorded yet."""

    def __init__(self, key: str, paragraph: str, place: str = "", **fields: object) -> None:
        super().__init__(key, place, paragraph=paragraph, **fields)
        self.paragraph = paragraph


class NotFound(FokozatError):
    """Nothing of that name."""


class Conflict(FokozatError):
    """Somebody was faster; both values are in `fields` so that a person can decide."""


class BrokenInvariant(RuntimeError):
    """Our own fault. Nobody catches it; the door of the program says that we are to blame."""
