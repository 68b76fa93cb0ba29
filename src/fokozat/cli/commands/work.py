"""`fokozat work`: long work asked for, looked at, done here and now, cancelled, tried again, and its file taken."""

from argparse import Namespace
from typing import TYPE_CHECKING

from fokozat.cli.command import Command, add_json, whole_number
from fokozat.cli.files import STANDARD, write_pieces
from fokozat.cli.office_documents import show_facts
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.cli.verbs import Verb, add_verbs, run_verb

if TYPE_CHECKING:
    from fokozat.office.models.work import Work

# What can be asked for; the list of kinds stands in office/work_kinds.py, and a test compares.
KINDS = {"check": "work.kind-check", "export": "work.kind-export", "upkeep": "work.kind-upkeep"}
STATES = {
    "waiting": "work.waiting",
    "running": "work.running",
    "done": "work.done",
    "failed": "work.failed",
    "cancelled": "work.cancelled",
}
FORMS = ("csv", "xlsx", "json")
LATELY, MOST = 50, 1000


def _add_list(parser: Parser) -> None:
    parser.options.add_argument("--limit", default=LATELY, type=_limit, metavar="N", help=parser.help("work.limit"))
    add_json(parser)


def _limit(text: str) -> int:
    return whole_number(text, 1, MOST, "--limit")


def _add_ask(parser: Parser) -> None:
    parser.wants.add_argument("kind", metavar="KIND", choices=tuple(KINDS), help=parser.help("work.kind"))
    add = parser.options.add_argument
    add("--body", metavar="UID", help=parser.help("work.body"))
    add("--format", dest="form", metavar="FORM", choices=FORMS, help=parser.help("export.format"))
    add("--now", action="store_true", help=parser.help("work.now"))
    add_json(parser)


def _add_one(parser: Parser) -> None:
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("work.uid"))
    add_json(parser)


def _add_file(parser: Parser) -> None:
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("work.uid"))
    parser.options.add_argument("-o", "--output", metavar="FILE", default=STANDARD, help=parser.help("export.output"))


def _list(given: Namespace, screen: Screen) -> int:
    from fokozat.office.rights import operator
    from fokozat.office.work_document import work_document
    from fokozat.office.work_queries import works_seen_by

    found = works_seen_by(operator())[: given.limit]
    if given.json:
        screen.json({"works": [work_document(each, screen.language) for each in found]})
        return 0
    rows = [(str(each.uid), screen.words(KINDS[each.kind]), _stands(each, screen)) for each in found]
    if rows:
        screen.table(rows)
    return 0


def _ask(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.ask_work import ask_work
    from fokozat.office.rights import operator

    wish = {name: value for name in ("body", "form") if (value := getattr(given, name))}
    work, _ = ask_work(operator(), given.kind, wish, screen.language)
    return _done_here(work, given, screen) if given.now else _shown(work, given, screen)


def _show(given: Namespace, screen: Screen) -> int:
    return _shown(_found(given), given, screen)


def _run(given: Namespace, screen: Screen) -> int:
    return _done_here(_found(given), given, screen)


def _cancel(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.cancel_work import cancel_work
    from fokozat.office.rights import operator

    return _shown(cancel_work(operator(), _found(given)), given, screen)


def _retry(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.retry_work import retry_work
    from fokozat.office.rights import operator

    return _shown(retry_work(operator(), _found(given)), given, screen)


def _file(given: Namespace, _screen: Screen) -> int:
    from fokozat.office.rights import operator
    from fokozat.office.work_files import open_result, pieces

    write_pieces(given.output, pieces(open_result(operator(), _found(given))))
    return 0


def _found(given: Namespace) -> "Work":
    from fokozat.office.rights import operator
    from fokozat.office.work_queries import find_work

    return find_work(operator(), given.uid)


def _done_here(work: "Work", given: Namespace, screen: Screen) -> int:
    """In this process; where a worker holds it already, how it stands."""
    from fokozat.office.tasks import run_work

    run_work.call(str(work.uid))
    work.refresh_from_db()
    return _shown(work, given, screen)


def _shown(work: "Work", given: Namespace, screen: Screen) -> int:
    from fokozat.office.work_document import work_document

    document = work_document(work, screen.language)
    if given.json:
        screen.json(document)
    else:
        show_facts(document, screen)
    return 0


def _stands(work: "Work", screen: Screen) -> str:
    """The state in words, and how far it is while it runs."""
    from fokozat.kernel import figures
    from fokozat.kernel.words import word_fault
    from fokozat.office.work_document import fault_of, share_of

    state, share, fault = screen.words(STATES[work.state]), share_of(work), fault_of(work)
    if fault:
        return f"{state}: {word_fault(fault, screen.language)}"
    return f"{state} {figures.percent(share, screen.language)}" if share is not None and not work.is_ended else state


VERBS = (
    Verb("list", _add_list, _list),
    Verb("ask", _add_ask, _ask),
    Verb("show", _add_one, _show),
    Verb("run", _add_one, _run),
    Verb("cancel", _add_one, _cancel),
    Verb("retry", _add_one, _retry),
    Verb("file", _add_file, _file),
)
COMMAND = Command("work", lambda parser: add_verbs(parser, "work", VERBS), run_verb(VERBS))
