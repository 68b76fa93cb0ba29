"""Asks for the passphrase of a backup: a file, the environment, else the person at the terminal."""

import sys
from argparse import Namespace
from getpass import getpass
from pathlib import Path

from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput


def add_passphrase(parser: Parser) -> None:
    parser.options.add_argument("--passphrase-file", metavar="FILE", help=parser.help("passphrase-file"))


def passphrase(given: Namespace, screen: Screen, twice: bool = False) -> str:
    """`twice` where a slip would close a file for ever."""
    from fokozat.office.passphrases import long_enough, own_passphrase, passphrase_in

    if given.passphrase_file:
        return passphrase_in(Path(given.passphrase_file))
    if own := own_passphrase():
        return own
    if not sys.stdin.isatty():
        raise InvalidInput("office.no-passphrase")
    typed = getpass(screen.words("passphrase") + " ")
    if twice and getpass(screen.words("passphrase-again") + " ") != typed:
        raise InvalidInput("cli.passphrases-differ")
    return long_enough(typed)
