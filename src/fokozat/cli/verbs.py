"""Commands that are a noun with verbs: `fokozat people merge ...`. Each verb has its own arguments and help."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import Conflict


@dataclass(frozen=True)
class Verb:
    """A verb: its name, what it takes, and what it does with it. `run` returns the exit code."""

    name: str
    arguments: Callable[[Parser], None]
    run: Callable[[Namespace, Screen], int]


def add_verbs(parser: Parser, noun: str, verbs: tuple[Verb, ...]) -> None:
    """A parser for each verb."""
    places = parser.add_subparsers(dest="verb", title=parser.say("commands"), metavar="VERB", required=True)
    for verb in verbs:
        summary = parser.help(f"{noun}.{verb.name}")
        sentence = f"{summary[:1].upper()}{summary[1:]}."
        verb.arguments(places.add_parser(verb.name, language=parser.language, description=sentence, help=summary))


def run_verb(verbs: tuple[Verb, ...]) -> Callable[[Namespace, Screen], int]:
    """Opens the office and does what the verb says."""

    def run(given: Namespace, screen: Screen) -> int:
        from fokozat.cli.office_door import open_office

        open_office()
        return next(verb for verb in verbs if verb.name == given.verb).run(given, screen)

    return run


def wished(given: Namespace, *names: str) -> dict[str, object]:
    """What was typed of the named facts; what was not typed stays as it is."""
    return {name: value for name in names if (value := getattr(given, name)) is not None}


@contextmanager
def telling_both(wish: Mapping[str, object]) -> Iterator[None]:
    """Who was slower sees what is kept now beside what was typed, and with which version it can still be had."""
    try:
        yield
    except Conflict as error:
        theirs = error.fields.get("theirs")
        if not isinstance(theirs, Mapping):
            raise
        names = [name for name in wish if name in theirs]
        kept, typed = (tuple(f"{name}={facts[name] or ''}" for name in names) for facts in (theirs, wish))
        version = str(error.fields["version"])
        raise Conflict("cli.changed-meanwhile", version=version, kept=kept, typed=typed) from None
