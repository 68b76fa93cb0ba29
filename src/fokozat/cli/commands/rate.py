"""`fokozat rate`: the figures of an event under an edition."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_edition, add_event, add_json
from fokozat.cli.files import naming
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.figures import number, signed

if TYPE_CHECKING:
    from fokozat.regulations.rated import RatedPlayer


def arguments(parser: Parser) -> None:
    add_event(parser)
    add_edition(parser)
    add_json(parser)


def run(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.asked import ask
    from fokozat.kernel.derivation import label
    from fokozat.ratings import rate, rated_document

    asked = ask(given)
    with naming(given.event):
        rated = rate(asked.event, asked.room.edition, asked.switches)
    if given.json:
        screen.json(rated_document(rated))
        return 0
    words, none = asked.room.words, screen.words("none")
    flags = [words.text("flag", flag, screen.language, {}) for flag in rated.flags]
    multiplier = screen.words("not-rated") if rated.multiplier is None else str(rated.multiplier)
    screen.title(" ".join(each for each in (asked.event.name, asked.event.section) if each))
    screen.line(screen.quiet(words.say("title", screen.language)))
    screen.line()
    screen.table([
        (screen.words("multiplier"), multiplier),
        (screen.words("parts"), screen.words("spans", parts=rated.parts) if rated.parts else none),
        (screen.words("flags"), ", ".join(flags) or none),
        (screen.words("players"), str(len(rated.players))),
    ])  # fmt: skip
    names = {entry.id: entry.name or f"{entry.given} {entry.family}".strip() for entry in asked.event.players}
    if rated.players:
        screen.line()
        _players(rated.players, names, screen)
    if rated.missing:
        missing = tuple(label(each, words, screen.language) for each in rated.missing)
        screen.line()
        screen.line(screen.quiet(screen.words("not-computed", paragraphs=missing)))
    return 0


def _players(players: Sequence["RatedPlayer"], names: Mapping[str, str], screen: Screen) -> None:
    """A line a player: points before, change, points after, the grades; who has no figures has a name."""
    language = screen.language
    head = [screen.words(each) for each in ("id", "name", "before", "change", "after", "grade")]
    if all(player.before is None for player in players):
        screen.table([(player.id, names[player.id]) for player in players])
        return
    rows = [
        (
            player.id,
            names[player.id],
            "" if player.before is None else number(player.before, language),
            "" if player.change is None else signed(player.change, language),
            "" if player.after is None else number(player.after, language),
            " → ".join(dict.fromkeys(grade for grade in (player.grade_before, player.grade_after) if grade)),
        )
        for player in players
    ]
    screen.table([head, *rows], right=(2, 3, 4))


COMMAND = Command("rate", arguments, run)
