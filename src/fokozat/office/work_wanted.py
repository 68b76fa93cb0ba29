"""What a kind of long work is, and what its function gets: who asked, what was asked, where to tell its progress."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fokozat.office.models import Body
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor
from fokozat.office.works import Outcome, folder
from fokozat.work.loop import Tell


@dataclass(frozen=True)
class Asked:
    """What was asked, read and allowed: the key of the same work, its body, and what its function will need."""

    key: str = ""
    body: Body | None = None
    wanted: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Doing:
    """A work under way."""

    work: Work
    actor: Actor
    fence: int
    say: Tell

    def tell(self, done: int, total: int, **fields: Any) -> None:
        """How far it is: so much of so much, and the fields of its line in words."""
        self.say(done, total, fields)

    @property
    def path(self) -> Path:
        """Where this try may write its file: no other try writes there."""
        return folder() / f"{self.work.uid}-{self.fence}.zip"


@dataclass(frozen=True)
class Kind:
    """A kind of long work.

    `right`: verb and kind of the table of rights that one needs somewhere to be offered it; `read` asks for the right
    itself. `do` works in a process of its own, `seconds` long at most; it may be begun again after any interruption,
    so it changes facts only through `Outcome.settle`.
    """

    key: str
    right: tuple[str, str]
    read: Callable[[Actor, Mapping[str, Any]], Asked]
    do: Callable[[Doing], Outcome]
    seconds: int
    most_tries: int = 3
