"""Where `fokozat` begins: the language, the parser, the command, and an exit code that says how it went."""

import os
import sys
from argparse import ArgumentError, Namespace
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path

from fokozat import __version__
from fokozat.cli.commands import COMMANDS
from fokozat.cli.faults import INTERRUPTED, PIPE_CLOSED, report
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, Words


def main(argv: Sequence[str] | None = None) -> int:
    """Do what was typed; every way that can go wrong ends here in one line and an exit code."""
    typed = list(sys.argv[1:] if argv is None else argv)
    language = choose_language(typed, os.environ)
    _speak_utf8()
    try:
        try:
            return run(typed, language)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the last place where an error can be worded
        return report(error, language)


def run(typed: Sequence[str], language: str) -> int:
    """Find the command and let it answer."""
    given = parse(build_parser(language), typed)
    command = next((command for command in COMMANDS if command.name == given.command), None)
    if command is None:
        raise InvalidInput("cli.no-command", known=tuple(command.name for command in COMMANDS))
    return command.run(given, Screen(sys.stdout, language))


def build_parser(language: str = "en") -> Parser:
    """The parser with all commands, its help in the language."""
    parser = Parser("fokozat", language, Words.of("cli").text("help", "fokozat", language, {}))
    parser.options.add_argument(
        "--version", action="version", version=f"fokozat {__version__}", help=parser.help("version")
    )
    places = parser.add_subparsers(dest="command", title=parser.say("commands"), metavar="COMMAND")
    for command in COMMANDS:
        summary = parser.help(command.name)
        sentence = f"{summary[:1].upper()}{summary[1:]}."
        one = places.add_parser(command.name, language=language, description=sentence, help=summary)
        command.arguments(one)
    return parser


def parse(parser: Parser, typed: Sequence[str]) -> Namespace:
    """What was typed as named values; a slip is answered in the language of the parser."""
    try:
        given, unknown = parser.parse_known_args(typed)
    except ArgumentError as error:
        raise InvalidInput("cli.usage", argument=error.argument_name or "") from None
    if unknown:
        raise InvalidInput("cli.unknown-argument", arguments=tuple(unknown))
    return given


def choose_language(typed: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of --lang, else that of the environment, else English."""
    for at, word in enumerate(typed):
        wanted = typed[at + 1] if word == "--lang" and at + 1 < len(typed) else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            return wanted
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return locale[:2] if locale[:2] in LANGUAGES and not locale[2:3].isalpha() else LANGUAGES[0]


def _speak_utf8() -> None:
    """Sentences and documents are UTF-8, whatever the locale; a strange byte of a file name is shown, not fatal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _forget_output() -> None:
    """Nobody reads any more: what is still buffered may go nowhere, so that the interpreter ends quietly."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
