"""What waits for a decision, as `parts/queue.html` shows it: what will happen is said before the buttons."""

from dataclasses import dataclass, field

from fokozat.web.tables import Empty, Pages


@dataclass(frozen=True)
class Queue:
    """A page of what waits, how many wait in all, and the ways to the others."""

    items: tuple["Item", ...]
    empty: Empty
    count: str = ""
    pages: Pages = field(default_factory=Pages)


@dataclass(frozen=True)
class Door:
    """A button of an item, with what it will do."""

    label: str
    told: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True)
class Item:
    """One thing that waits: about whom, since when, what was written, and the doors out of the queue."""

    title: str
    url: str
    facts: tuple[str, ...]
    since: str
    target: str
    doors: tuple[Door, ...]
    text: str = ""
