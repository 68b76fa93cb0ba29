"""The law that a rule runs under: the tables in force on a day and the readings that were chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fokozat.kernel.errors import BrokenInvariant
from fokozat.kernel.paragraph import note, note_reading

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Law:
    """An edition on a day. Rules ask it for rows and numbers, never for a table's place or date."""

    edition: str
    tables: Mapping[str, tuple[Row, ...]]
    numbers: Mapping[str, int]
    readings: Mapping[str, str]

    unrecorded = True  # the law is no figure of a derivation

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table in the order of the regulation."""
        return self.tables[table]

    def row(self, table: str, **wanted: object) -> Row:
        """The one row of a table with these values."""
        for row in self.tables[table]:
            if all(row[name] == value for name, value in wanted.items()):
                return row
        raise BrokenInvariant(f"{self.edition}: table {table!r} has no row {wanted}")

    def number(self, name: str) -> int:
        """A single number of the regulation; the derivation shows it among the figures put in."""
        number = self.numbers[name]
        note(**{name: number})
        return number

    def reading(self, name: str) -> str:
        """How an unclear sentence is read; the derivation says that this reading mattered."""
        choice = self.readings[name]
        note_reading(name, choice)
        return choice
