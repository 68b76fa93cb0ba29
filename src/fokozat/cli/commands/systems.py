"""`fokozat systems`: the rating systems of bodies, listed and opened by whoever holds the machine."""

from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.office_documents import show_facts, show_systems, system_document
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.cli.verbs import Verb, add_verbs, run_verb

# What is typed, and the fact that it becomes.
FACTS = {"body": "body", "key": "key", "name": "name", "game": "game", "class": "klass", "from": "from"}


def _add_list(parser: Parser) -> None:
    parser.options.add_argument("--body", metavar="UID", help=parser.help("systems.only-body"))
    add_json(parser)


def _add_open(parser: Parser) -> None:
    add = parser.options.add_argument
    for option in FACTS:
        shape = {"body": "UID", "from": "DAY"}.get(option, option.upper())
        add(f"--{option}", metavar=shape, required=True, help=parser.help(f"systems.{option}"))
    add("--edition", metavar="EDITION", required=True, help=parser.help("edition"))
    add_json(parser)


def _list(given: Namespace, screen: Screen) -> int:
    from fokozat.office.facts import find_body
    from fokozat.office.models.systems import System

    found = System.objects.select_related("body").order_by("body__name_sort_" + screen.language, "name", "pk")
    if given.body:
        found = found.filter(body=find_body(given.body, "--body"))
    if given.json:
        screen.json({"systems": [system_document(each) for each in found]})
    else:
        show_systems(found, screen)
    return 0


def _open(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.open_system import open_system
    from fokozat.office.rights import operator

    facts = {fact: getattr(given, option) for option, fact in FACTS.items()}
    document = system_document(open_system(operator(), {**facts, "edition": given.edition}))
    if given.json:
        screen.json(document)
    else:
        show_facts(document, screen)
    return 0


VERBS = (Verb("list", _add_list, _list), Verb("open", _add_open, _open))
COMMAND = Command("systems", lambda parser: add_verbs(parser, "systems", VERBS), run_verb(VERBS))
