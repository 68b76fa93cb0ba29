"""`fokozat people`: cards listed, registered, changed, merged, erased by whoever holds the machine."""

from argparse import Namespace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_json, whole_number
from fokozat.cli.commands.people_facts import FACT_VERBS, tell
from fokozat.cli.listing import add_list, show_page, sought_of
from fokozat.cli.office_documents import (
    likeness_document,
    person_document,
    show_people,
    whole_person,
)
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.cli.verbs import Verb, add_verbs, run_verb, telling_both, wished
from fokozat.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from fokozat.office.duplicates import Likeness

FACTS = ("family", "given", "order", "sex", "country")
HIDDEN = "hidden_from_search"
MOST_YEARS = 100
VERSIONS = 2**31 - 1


def add_version(parser: Parser) -> None:
    parser.options.add_argument("--version", metavar="N", type=_version, help=parser.help("people.version"))


def _version(text: str) -> int:
    return whole_number(text, 1, VERSIONS, "--version")


def _years(text: str) -> int:
    return whole_number(text, 1, MOST_YEARS, "--years")


def _add_uid(parser: Parser, *names: str) -> None:
    for name in names or ("uid",):
        parser.wants.add_argument(name, metavar=name.upper(), help=parser.help(f"people.{name}"))
    add_json(parser)


def _add_merge(parser: Parser) -> None:
    _add_uid(parser, "kept", "merged")


def _add_facts(parser: Parser) -> None:
    for name in FACTS:
        parser.options.add_argument(f"--{name}", metavar=name.upper(), help=parser.help(f"people.{name}"))
    hidden, words = "--hidden-from-search", parser.help("people.hidden-from-search")
    parser.options.add_argument(hidden, choices=("true", "false"), metavar="true|false", help=words)
    add_json(parser)


def _add_register(parser: Parser) -> None:
    parser.options.add_argument("--keeper", metavar="UID", required=True, help=parser.help("people.keeper"))
    _add_facts(parser)


def _add_change(parser: Parser) -> None:
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("people.uid"))
    add_version(parser)
    parser.options.add_argument("--former-name", action="store_true", help=parser.help("people.former-name"))
    parser.options.add_argument("--former-until", metavar="DAY", help=parser.help("people.former-until"))
    _add_facts(parser)


def _add_erase(parser: Parser) -> None:
    _add_uid(parser)
    parser.options.add_argument("--sure", action="store_true", help=parser.help("people.sure"))


def _add_retention(parser: Parser) -> None:
    parser.options.add_argument("--years", metavar="N", type=_years, required=True, help=parser.help("people.years"))
    add_json(parser)


def _list(given: Namespace, screen: Screen) -> int:
    from fokozat.office.queries import count_people, people

    sought = sought_of(given, screen.language)
    page = people(sought)
    listed: dict[str, object] = {"people": [person_document(each) for each in page.rows], "next": page.next}
    if given.json:
        listed["count"] = count_people(sought)
    return show_page(listed, lambda: show_people(page.rows, screen), given, screen)


def _show(given: Namespace, screen: Screen) -> int:
    from fokozat.office.facts import find_person

    return tell(whole_person(find_person(given.uid)), given, screen)


def _register(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.rights import operator

    return tell(person_document(register_person(operator(), wished(given, "keeper", *FACTS, HIDDEN))), given, screen)


def _change(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.change_person import change_person
    from fokozat.office.facts import find_person
    from fokozat.office.rights import operator

    person = find_person(given.uid)
    version = given.version or person.version
    wish = {**wished(given, *FACTS, HIDDEN, "former_until"), "former_name": given.former_name}
    with telling_both(wish):
        changed = change_person(operator(), person, version, wish)
    return tell(person_document(changed), given, screen)


def _merge(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.merge_people import merge_people
    from fokozat.office.facts import find_person
    from fokozat.office.rights import operator

    merge_people(operator(), find_person(given.kept), find_person(given.merged))
    return tell(whole_person(find_person(given.kept)), given, screen)


def _undo_merge(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.merge_people import find_merge, undo_merge
    from fokozat.office.facts import find_person
    from fokozat.office.rights import operator

    undo_merge(operator(), find_merge(given.uid))
    return tell(whole_person(find_person(given.uid)), given, screen)


def _duplicates(given: Namespace, screen: Screen) -> int:
    from fokozat.office.duplicates import likenesses

    found = list(likenesses())
    if given.json:
        screen.json({"duplicates": [likeness_document(likeness) for likeness in found]})
    elif found:
        screen.table([_row(each) for each in found])
    return 0


def _row(likeness: "Likeness") -> tuple[str, ...]:
    cards = (likeness.one, likeness.other)
    return (*(str(card.uid) for card in cards), *(card.shown_name for card in cards), ", ".join(likeness.reasons))


def _erase(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.erase_person import erase_person
    from fokozat.office.facts import find_person
    from fokozat.office.rights import operator

    person = find_person(given.uid)
    if not given.sure:
        raise InvalidInput("cli.not-sure", name=person.shown_name)
    return tell(person_document(erase_person(operator(), person)), given, screen)


def _retention(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.erase_person import forget_lapsed
    from fokozat.office.rights import operator

    lapsed = forget_lapsed(operator(), datetime.now(UTC).date(), given.years)
    if given.json:
        screen.json({"forgotten": [str(person.uid) for person in lapsed]})
    else:
        screen.say("forgotten", count=len(lapsed))
    return 0


VERBS = (
    Verb("list", add_list, _list),
    Verb("show", _add_uid, _show),
    Verb("register", _add_register, _register),
    Verb("change", _add_change, _change),
    Verb("merge", _add_merge, _merge),
    Verb("undo-merge", _add_uid, _undo_merge),
    Verb("duplicates", add_json, _duplicates),
    *FACT_VERBS,
    Verb("erase", _add_erase, _erase),
    Verb("retention", _add_retention, _retention),
)
COMMAND = Command("people", lambda parser: add_verbs(parser, "people", VERBS), run_verb(VERBS))
