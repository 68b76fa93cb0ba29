"""A list of people or bodies, typed and shown a page at a time."""

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fokozat.cli.command import add_json, whole_number
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen

if TYPE_CHECKING:
    from fokozat.office.queries import Sought

LARGEST_PAGE = 500


def add_list(parser: Parser) -> None:
    """What narrows a list down."""
    add = parser.options.add_argument
    add("--search", metavar="WORDS", default="", help=parser.help("people.search"))
    add("--body", metavar="UID", help=parser.help("people.body"))
    add("--letter", metavar="LETTER", help=parser.help("people.letter"))
    add("--after", metavar="UID", help=parser.help("people.after"))
    add("--limit", metavar="N", default=50, type=_limit, help=parser.help("people.limit"))
    add_json(parser)


def sought_of(given: Namespace, language: str) -> "Sought":
    """What was typed, as the office asks."""
    from fokozat.office.facts import find_body
    from fokozat.office.queries import Sought

    body = find_body(given.body, "--body") if given.body else None
    return Sought(given.search, body, given.letter, language, given.after, given.limit)


def show_page(listed: dict[str, Any], show: Callable[[], None], given: Namespace, screen: Screen) -> int:
    """The documents of a page with `next` and `count`; or its lines, and how to go on."""
    if given.json:
        screen.json(listed)
        return 0
    show()
    if listed["next"]:
        screen.line(screen.quiet(screen.words("next-page", uid=listed["next"])))
    return 0


def _limit(text: str) -> int:
    return whole_number(text, 1, LARGEST_PAGE, "--limit")
