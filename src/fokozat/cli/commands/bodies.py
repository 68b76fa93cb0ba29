"""`fokozat bodies`: federations, societies, clubs and organisers, by whoever holds the machine."""

from argparse import Namespace

from fokozat.cli.command import Command, add_json
from fokozat.cli.commands.people import add_version
from fokozat.cli.commands.people_facts import tell, typed_day
from fokozat.cli.listing import add_list, show_page, sought_of
from fokozat.cli.office_documents import body_document, show_bodies
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.cli.verbs import Verb, add_verbs, run_verb, telling_both, wished

FACTS = ("kind", "name", "short_name", "country", "place", "languages", "time_zone")


def _add_uid(parser: Parser) -> None:
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("bodies.uid"))
    add_json(parser)


def _add_facts(parser: Parser) -> None:
    for name in FACTS:
        option = name.replace("_", "-")
        several = {"nargs": "+"} if name == "languages" else {}
        parser.options.add_argument(
            f"--{option}",
            metavar=option.upper(),
            help=parser.help(f"bodies.{option}"),
            **several,  # type: ignore[arg-type]
        )


def _add_found(parser: Parser) -> None:
    parser.options.add_argument("--parent", metavar="UID", help=parser.help("bodies.parent"))
    _add_facts(parser)
    add_json(parser)


def _add_change(parser: Parser) -> None:
    _add_uid(parser)
    add_version(parser)
    _add_facts(parser)


def _add_close(parser: Parser) -> None:
    _add_uid(parser)
    add_version(parser)
    parser.options.add_argument("--on", metavar="DAY", type=typed_day, required=True, help=parser.help("bodies.on"))


def _list(given: Namespace, screen: Screen) -> int:
    from fokozat.office.queries import bodies, count_bodies

    sought = sought_of(given, screen.language)
    page = bodies(sought)
    listed: dict[str, object] = {"bodies": [body_document(each) for each in page.rows], "next": page.next}
    if given.json:
        listed["count"] = count_bodies(sought)
    return show_page(listed, lambda: show_bodies(page.rows, screen), given, screen)


def _show(given: Namespace, screen: Screen) -> int:
    from fokozat.office.facts import find_body

    return tell(body_document(find_body(given.uid)), given, screen)


def _found(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.found_body import found_body
    from fokozat.office.rights import operator

    return tell(body_document(found_body(operator(), wished(given, "parent", *FACTS))), given, screen)


def _change(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.change_body import change_body
    from fokozat.office.facts import find_body
    from fokozat.office.rights import operator

    body, wish = find_body(given.uid), wished(given, *FACTS)
    with telling_both(wish):
        changed = change_body(operator(), body, given.version or body.version, wish)
    return tell(body_document(changed), given, screen)


def _close(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.close_body import close_body
    from fokozat.office.facts import find_body
    from fokozat.office.rights import operator

    body = find_body(given.uid)
    closed = close_body(operator(), body, given.version or body.version, given.on)
    return tell(body_document(closed), given, screen)


def _reopen(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.close_body import reopen_body
    from fokozat.office.facts import find_body
    from fokozat.office.rights import operator

    body = find_body(given.uid)
    return tell(body_document(reopen_body(operator(), body, given.version or body.version)), given, screen)


def _add_reopen(parser: Parser) -> None:
    _add_uid(parser)
    add_version(parser)


def _add_look(parser: Parser) -> None:
    _add_uid(parser)
    add_version(parser)
    for name in ("light", "dark"):
        parser.options.add_argument(f"--{name}", metavar="COLOUR", help=parser.help(f"bodies.{name}"))
    parser.options.add_argument("--logo", metavar="FILE", help=parser.help("bodies.logo"))
    parser.options.add_argument("--no-logo", action="store_true", help=parser.help("bodies.no-logo"))


def _look(given: Namespace, screen: Screen) -> int:
    from fokozat.cli.files import naming, read_bytes
    from fokozat.office.actions.change_body_look import change_body_look
    from fokozat.office.facts import find_body
    from fokozat.office.looks import LOGO_BYTES
    from fokozat.office.rights import operator

    body = find_body(given.uid)
    wish = {**wished(given, "light", "dark"), "no_logo": given.no_logo}
    if given.logo is None:
        changed = change_body_look(operator(), body, given.version or body.version, wish)
    else:
        with naming(given.logo):
            wish["logo"] = read_bytes(given.logo, LOGO_BYTES + 1) or b" "
            changed = change_body_look(operator(), body, given.version or body.version, wish)
    return tell(body_document(changed), given, screen)


VERBS = (
    Verb("list", add_list, _list),
    Verb("show", _add_uid, _show),
    Verb("found", _add_found, _found),
    Verb("change", _add_change, _change),
    Verb("look", _add_look, _look),
    Verb("close", _add_close, _close),
    Verb("reopen", _add_reopen, _reopen),
)
COMMAND = Command("bodies", lambda parser: add_verbs(parser, "bodies", VERBS), run_verb(VERBS))
