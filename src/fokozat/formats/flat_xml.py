"""Reads an XML file as a list of its elements with their attributes, lines and surroundings; nothing is looked up.

Declarations of entities are refused: they are how a small file becomes a huge one, or one that reads other files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

from fokozat.kernel.errors import InvalidInput

DEEPEST = 50


@dataclass(frozen=True)
class Element:
    """An element with its attributes, the line on which it begins, and the names of those that it stands in."""

    name: str
    given: Mapping[str, str]
    line: int
    within: tuple[str, ...]


def elements(data: bytes) -> list[Element]:
    """The elements of a file in the order in which they begin."""
    parser, found, above = expat.ParserCreate(), [], []  # type: ignore[var-annotated]

    def begin(name: str, given: dict[str, str]) -> None:
        if len(above) == DEEPEST:
            raise InvalidInput("formats.xml-too-deep", f"{parser.CurrentLineNumber}", limit=DEEPEST)
        found.append(Element(name, given, parser.CurrentLineNumber, tuple(above)))
        above.append(name)

    def end(_name: str) -> None:
        above.pop()

    def refuse(*_declared: object) -> None:
        raise InvalidInput("formats.xml-entity", f"{parser.CurrentLineNumber}")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"{error.lineno}:{error.offset + 1}"
        raise InvalidInput("formats.not-xml", place, line=error.lineno, column=error.offset + 1) from None
    except (ValueError, LookupError):  # an encoding that nobody knows
        raise InvalidInput("formats.xml-encoding", "1") from None
    return found
