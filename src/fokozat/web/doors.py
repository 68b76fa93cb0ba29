"""What can be done with the thing of a page, as `parts/doors.html` shows it: one usual way, the rest folded."""

from collections.abc import Sequence
from dataclasses import dataclass

from fokozat.web.tables import Action


@dataclass(frozen=True)
class Grave:
    """What ends or destroys: it stands apart, and its words say what it does."""

    action: Action
    told: str


@dataclass(frozen=True)
class Doors:
    """The first is what people mostly come for; `reading` leads to further pages and changes nothing."""

    first: Action | None = None
    more: tuple[Action, ...] = ()
    grave: tuple[Grave, ...] = ()
    reading: tuple[Action, ...] = ()

    @classmethod
    def of(cls, usual: Sequence[Action], grave: Sequence[Grave] = (), reading: Sequence[Action] = ()) -> "Doors | None":
        """The first of the usual ones is the button; nothing where there is no door at all."""
        if not (usual or grave or reading):
            return None
        return cls(usual[0] if usual else None, tuple(usual[1:]), tuple(grave), tuple(reading))

    @property
    def folded(self) -> bool:
        return bool(self.more or self.grave)
