"""Tables as values: columns, rows and cells in the reader's words, the order they stand in, and what is around them.

A view makes a `Table`, `parts/table.html` shows it. Rows come sorted: a long list by the database (`Order`), one that
stands whole on its page by `sort_rows`. What a cell holds is text and is escaped; only `html` is set in as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.safestring import SafeString

STRIPED_FROM = 13  # a longer table is striped
FOLDED_FROM = 3  # on a phone so many columns stand in two lines
# How a column stands: the name that heads its row, words, quieter words, figures to the right, marks in the middle.
NAME, TEXT, QUIET, NUMBER, MARK = "name", "text", "quiet", "number", "mark"
# Where it stands on a phone: before the name, right of it, in the second line, at its right end, or nowhere.
LEAD, MAIN, BELOW, ASIDE, AWAY = "lead", "main", "below", "aside", "away"

Item = TypeVar("Item")


@dataclass(frozen=True)
class Address:
    """Where a table stands, with everything that was asked for."""

    path: str
    asked: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, request: HttpRequest) -> "Address":
        return cls(request.path, tuple((name, value) for name, values in request.GET.lists() for value in values))

    def but(self, **changes: str) -> str:
        """The same with other answers to some questions; an empty one is left out."""
        kept = [(name, value) for name, value in self.asked if name not in changes and value]
        query = urlencode([*kept, *((name, value) for name, value in changes.items() if value)])
        return f"{self.path}?{query}" if query else self.path


@dataclass(frozen=True)
class Order:
    """By which column, and which way; `-points` is the way down."""

    column: str
    down: bool = False

    def __str__(self) -> str:
        return f"-{self.column}" if self.down else self.column


@dataclass(frozen=True)
class Column:
    """A column. `about` is said where its head is only a sign; `told` names its figure in a phone's second line."""

    key: str
    head: str
    kind: str = TEXT
    phone: str = BELOW
    sorts: bool = False
    about: str = ""
    told: bool = False

    @property
    def first(self) -> Order:
        """The way a click begins: names from their first letter, places from the first, figures from the greatest."""
        return Order(self.key, self.kind == NUMBER and self.phone != LEAD)


@dataclass(frozen=True)
class Why:
    """A figure that opens how it came about, under its row. `url` is this page with it open, or closed again."""

    url: str
    key: str
    opened: SafeString | None = None


@dataclass(frozen=True)
class Action:
    """What can be done here: a link, in a dialog where there are scripts if it `asks`; a button if it is `sent`."""

    label: str
    url: str
    about: str = ""
    asks: bool = False
    sent: bool = False


@dataclass(frozen=True)
class Cell:
    """What stands in a place: a text, with a quieter `note`; a link; a figure with its why; a drawing of the server."""

    text: str = ""
    url: str = ""
    tone: str = ""  # good, bad, warn, quiet: always beside a sign or a word
    note: str = ""
    why: Why | None = None
    html: SafeString | None = None
    actions: tuple[Action, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether there is nothing to see."""
        return not (self.text or self.note or self.html or self.actions)


@dataclass(frozen=True)
class Row:
    """A row, a cell for each column; `own` is the reader's; `below` is a drawn line as wide as the table."""

    cells: tuple[Cell, ...]
    own: bool = False
    below: SafeString | None = None


@dataclass(frozen=True)
class Empty:
    """What would stand here, and how it gets here."""

    text: str
    cure: str = ""


@dataclass(frozen=True)
class Pages:
    """The ways to the beginning and to the next page, as far as there are any."""

    beginning: str = ""
    next: str = ""


@dataclass(frozen=True)
class Head:
    """The head of a column with the way it sorts."""

    column: Column
    state: str = ""  # ascending, descending, none; nothing where it does not sort
    url: str = ""


@dataclass(frozen=True)
class Table:
    """A table with all around it. `wide` scrolls in a box of its own with the name standing still."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    empty: Empty
    key: str = "found"
    order: Order | None = None
    usual: Order | None = None
    address: Address = field(default_factory=lambda: Address(""))
    count: str = ""
    pages: Pages = Pages()
    wide: bool = False

    @property
    def looks(self) -> str:
        """The classes by which it is drawn."""
        looks = {
            "striped": len(self.rows) >= STRIPED_FROM,
            "wide": self.wide,
            "folds": not self.wide and len(self.columns) >= FOLDED_FROM,
            "leads": any(column.phone == LEAD for column in self.columns),
        }
        return " ".join(("table", "listing", *(look for look, holds in looks.items() if holds)))

    @property
    def sort(self) -> str:
        """What a filter carries along; nothing for the usual order."""
        return str(self.order) if self.order and self.order != self.usual else ""

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        return tuple(self._head(column) for column in self.columns)

    def _head(self, column: Column) -> Head:
        if not column.sorts:
            return Head(column)
        now = self.order if self.order and self.order.column == column.key else None
        wanted = Order(now.column, not now.down) if now else column.first
        url = self.address.but(sort="" if wanted == self.usual else str(wanted), after="", why="")
        state = "none" if now is None else "descending" if now.down else "ascending"
        return Head(column, state, url)


def read_order(asked: str, columns: Iterable[Column], usual: Order) -> Order:
    """The order that was asked for, if the table has it."""
    order = Order(asked.removeprefix("-"), asked.startswith("-"))
    return order if order.column in {column.key for column in columns if column.sorts} else usual


def sort_rows(items: Sequence[Item], order: Order, keys: Mapping[str, Callable[[Item], Any]]) -> list[Item]:
    """Items by the key of the column; equals stay as they were, whichever way, and what has no value comes last."""
    key = keys[order.column]
    valued = [item for item in items if key(item) is not None]
    return [
        *sorted(valued, key=key, reverse=order.down),
        *(item for item in items if key(item) is None),
    ]
