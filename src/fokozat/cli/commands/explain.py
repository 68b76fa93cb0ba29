"""`fokozat explain`: how a figure came about, a paragraph a line."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_edition, add_event, add_json
from fokozat.cli.files import naming
from fokozat.cli.parser import Parser
from fokozat.cli.screen import GAP, Screen

if TYPE_CHECKING:
    from fokozat.kernel.derivation import Line


def arguments(parser: Parser) -> None:
    add_event(parser)
    add_edition(parser)
    parser.options.add_argument("--player", metavar="ID", help=parser.help("player"))
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.asked import ask
    from fokozat.kernel.derivation import lines, tree
    from fokozat.ratings import derive

    asked = ask(given)
    with naming(given.event):
        step = derive(asked.event, asked.room.edition, asked.switches, given.player)
    if given.json:
        screen.json(tree(step, asked.room.words, screen.language))
        return 0
    for line in laid_out(tuple(lines(step, asked.room.words, screen.language)), screen):
        screen.line(line)
    return 0


def laid_out(lines: Sequence["Line"], screen: Screen) -> Iterator[str]:
    """Every step with its paragraph: at the right edge like a marginal note where all fit, else behind a dash."""
    texts = [f"{GAP * line.depth}{_sentence(line, screen)}" for line in lines]
    needed = max(len(text) + len(GAP) + len(line.paragraph) for text, line in zip(texts, lines, strict=True))
    for text, line in zip(texts, lines, strict=True):
        shown = text if line.applied else screen.quiet(text)
        if needed <= screen.width:
            gap = " " * (screen.width - len(text) - len(line.paragraph))
            yield f"{shown}{gap}{screen.quiet(line.paragraph)}"
        else:
            yield f"{shown} — {screen.quiet(line.paragraph)}"


def _sentence(line: "Line", screen: Screen) -> str:
    return line.text if line.applied else screen.words("not-applied", sentence=line.text)


COMMAND = Command("explain", arguments, run)
