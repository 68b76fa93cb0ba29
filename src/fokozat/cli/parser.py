"""argparse that speaks the reader's language: help, headings and slips are worded from words.toml.

argparse's own sentences are never shown; its translation by catalogues is not used.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NoReturn

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, Words


class Formatter(argparse.HelpFormatter):
    """Help with a worded head, and the commands as a plain list."""

    def __init__(self, head: str, prog: str) -> None:
        super().__init__(prog, max_help_position=28)
        self.head = head

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, self.head if prefix is None else prefix)

    def _format_action(self, action: argparse.Action) -> str:
        """Without the line that argparse puts above the list of commands."""
        text = super()._format_action(action)
        return text.partition("\n")[2] if action.nargs == argparse.PARSER else text


class Parser(argparse.ArgumentParser):
    """A parser whose arguments stand in two worded groups: `wants` (what to give) and `options`."""

    def __init__(self, prog: str, language: str, description: str) -> None:
        self.language = language
        head = self.say("usage") + " "
        super().__init__(
            prog, description=description, formatter_class=partial(Formatter, head),
            add_help=False, allow_abbrev=False, exit_on_error=False,
        )  # fmt: skip
        self.wants = self.add_argument_group(self.say("arguments"))
        self.options = self.add_argument_group(self.say("options"))
        self.options.add_argument("-h", "--help", action="help", help=self.help("help"))
        # said only where it is given, so that a command does not forget what stood before it
        self.options.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=self.help("lang"))

    def say(self, name: str) -> str:
        return Words.of("cli").say(name, self.language)

    def help(self, name: str) -> str:
        """The help of an argument; argparse would read a percent sign as a field."""
        return Words.of("cli").text("help", name, self.language, {}).replace("%", "%%")

    @property
    def known(self) -> tuple[argparse.Action, ...]:
        """Every argument of this parser."""
        return tuple(self._actions)

    def parts(self) -> Iterator["Parser"]:
        """This parser and those of its commands."""
        yield self
        for action in self.known:
            if action.nargs == argparse.PARSER and isinstance(action.choices, dict):
                yield from action.choices.values()

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is None or value in action.choices:
            return
        known = tuple(str(each) for each in action.choices)
        if action.nargs == argparse.PARSER:
            raise InvalidInput("cli.unknown-command", command=value, known=known)
        name = next(iter(action.option_strings), action.metavar)
        raise InvalidInput("cli.unknown-value", argument=name, value=value, known=known)

    def error(self, message: str) -> NoReturn:
        """argparse says here which arguments are missing, after a colon."""
        raise InvalidInput("cli.missing-argument", arguments=message.rpartition(": ")[2], command=self.prog)
