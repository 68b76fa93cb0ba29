"""Every action with every hostile text in every field: refused in one clear line, or kept clean; never broken."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

import fokozat.office.actions
from fokozat.kernel.errors import FokozatError
from fokozat.office.actions.ask_work import ask_work
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.choose_notices import choose_notices
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import fill_body, found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.import_opening import import_opening, read_signature
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact
from fokozat.office.actions.make_token import make_token
from fokozat.office.actions.open_account import choose_language
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.preview_import import preview_members, preview_opening
from fokozat.office.actions.register_person import fill_person, register_person
from fokozat.office.actions.report_error import report_error
from fokozat.office.actions.set_up import offer_setup, set_up
from fokozat.office.actions.try_mail import try_mail
from fokozat.office.check import check
from fokozat.office.columns import MEMBERS, OPENING
from fokozat.office.exports import export
from fokozat.office.models import Account, Body, Person
from fokozat.office.models.systems import System
from fokozat.office.preview import Agreed, File, read_decision
from fokozat.office.queries import Sought, bodies, count_people, people
from fokozat.office.rights import Actor, actor_of, operator
from tests.doors.hostile import HOSTILE, SURROGATE, Wish, told_in_one_line, unclean_rows
from tests.doors.pictures import png

pytestmark = pytest.mark.django_db

TODAY = date(2012, 3, 10)
TEXTS = HOSTILE | SURROGATE
SYSTEM = {"key": "go", "name": "Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012", "from": "2012-01-01"}
SIGNED = {"day": "2012-01-01", "signed_by": "Minta Elnök"}


@dataclass(frozen=True)
class World:
    """Whom the actions can be tried on."""

    body: Body
    person: Person
    account: Account
    system: System

    @property
    def player(self) -> Actor:
        return actor_of(self.account, TODAY)


@pytest.fixture
def world() -> World:
    body = found_body(operator(), {"kind": "club", "name": "Kavics Kör", "country": "HUN"})
    person = register_person(operator(), {"family": "Minta", "given": "Mária", "keeper": str(body.uid)})
    account = Account.objects.create_user("minta@example.org", person=person)
    return World(body, person, account, open_system(operator(), {**SYSTEM, "body": str(body.uid)}))


def sheet(heads: tuple[str, ...], wish: Wish) -> File:
    """A list of one line. A quotation mark is doubled, so that the text arrives as it is."""
    cells = ('"' + str(wish.get(head, "")).replace('"', '""') + '"' for head in heads)
    return File("list.csv", f"{';'.join(heads)}\n{';'.join(cells)}\n".encode("utf-8", "surrogatepass"))


def take_members(world: World, wish: Wish) -> None:
    file = sheet(MEMBERS, wish)
    preview_members(operator(), world.body, file, TODAY)
    import_members(operator(), world.body, file, Agreed(file.digest, {}), TODAY)


def take_opening(world: World, wish: Wish) -> None:
    file = sheet(OPENING, wish)
    preview_opening(operator(), world.system, file, TODAY)
    import_opening(operator(), world.system, file, Agreed(file.digest, {}), SIGNED)


def sign_opening(world: World, wish: Wish) -> None:
    file = sheet(OPENING, {"uid": str(world.person.uid), "points": "1500"})
    import_opening(operator(), world.system, file, Agreed(file.digest, {}), wish)


def name_file(world: World, wish: Wish) -> None:
    file = File(wish["file_name"], sheet(MEMBERS, {"family": "Próba", "given": "Pál"}).data)
    import_members(operator(), world.body, file, Agreed(file.digest, read(wish)), TODAY)


def read(wish: Wish) -> dict[int, str]:
    return dict([read_decision(wish["decision"])]) if wish["decision"] else {}


def begin(_world: World, wish: Wish) -> None:
    secret = offer_setup(datetime.now(UTC)) or ""
    set_up(wish["secret"] or secret, "first@example.org", "kavics-es-fonal-7", "en")


def ask(world: World, wish: Wish) -> None:
    sought = Sought(wish["search"], world.body, wish["letter"], "hu", wish["after"])
    assert len(people(sought).rows) == count_people(sought) <= 1
    assert len(bodies(sought).rows) == 0


def take_out(world: World, wish: Wish) -> None:
    list(export(operator(), wish["table"], world.body).rows)


Try = Callable[[World, Wish], object]
BODY = {
    "kind": "club", "name": "Próba Kör", "short_name": "PK", "country": "EST", "place": "Próbaháza",
    "languages": ["hu"], "time_zone": "Europe/Tallinn",
}  # fmt: skip
PERSON = {"family": "Próba", "given": "Pál", "order": "given-first", "sex": "m", "country": "EST"}
CONTACT = {"email": "proba@example.org", "phone": "+36 1 234", "address": "Minta utca 1"}
MEMBER = {
    **PERSON, **CONTACT, "uid": "", "sex": "", "order": "", "hidden_from_search": "yes", "born": "2001-02-03",
    "komir": "K1", "fide": "F1", "egf": "E1", "mgsz": "M1", "mtte": "T1", "licence": "L1", "member_years": "2012",
    "licence_years": "2012",
}  # fmt: skip
BALANCE = {
    "family": "Minta", "given": "Mária", "points": "1500", "title": "10k", "reached": "9k", "games": "7", "uid": "",
    "born": "", "mgsz": "",
}  # fmt: skip
# What every action is asked for in a wish; each field in its turn is given every text.
TRIES: dict[str, tuple[Try, Wish]] = {
    "ask_work": (
        lambda w, g: ask_work(operator(), "export", {**g, "body": g["body"] or str(w.body.uid)}),
        {"body": "", "form": "csv"},
    ),
    "found_body": (lambda _, g: found_body(operator(), g), {**BODY, "parent": ""}),
    "change_body": (lambda w, g: change_body(operator(), w.body, 1, g), BODY),
    "change_body_look": (
        lambda w, g: change_body_look(operator(), w.body, 1, g),
        {"light": "#0a5c36", "dark": "#7cc39c", "logo": png(8, 8), "no_logo": False},
    ),
    "register_person": (
        lambda w, g: register_person(operator(), {"keeper": str(w.body.uid), **g}),
        {**PERSON, "hidden_from_search": False},
    ),
    "keeper": (lambda _, g: register_person(operator(), {**PERSON, **g}), {"keeper": ""}),
    "change_person": (
        lambda w, g: change_person(operator(), w.person, 1, g),
        {**PERSON, "hidden_from_search": True, "former_name": True, "former_until": "2011-01-01"},
    ),
    "enrol": (
        lambda w, g: enrol(operator(), w.person, {**g, "body": g["body"] or str(w.body.uid)}),
        {"body": "", "kind": "member", "year": 2012},
    ),
    "give_number": (
        lambda w, g: give_number(operator(), w.person, g),
        {"scheme": "egf", "value": "1", "begins": "2012-01-01", "ends": "2012-12-31"},
    ),
    "grant_role": (
        lambda w, g: grant_role(operator(), w.account, g),
        {"role": "leader", "body": "", "begins": "2012-01-01", "ends": "2012-12-31"},
    ),
    "keep_birth_date": (lambda w, g: keep_birth_date(operator(), w.person, g, TODAY), {"born": "2001-02-03"}),
    "keep_contact": (lambda w, g: keep_contact(operator(), w.person, g), CONTACT),
    "keep_consent": (
        lambda w, g: keep_consent(operator(), w.person, g),
        {"given_by": "Minta Szülő", "on": "2012-01-01"},
    ),
    "make_token": (
        lambda w, g: make_token(w.player, g),
        {"name": "program", "scopes": ["read"], "ends": "2030-01-01"},
    ),
    "choose_language": (lambda w, g: choose_language(w.player, g), {"language": "hu"}),
    "choose_notices": (lambda w, g: choose_notices(w.player, g), {"notices": ["card-changed"]}),
    "try_mail": (lambda _w, g: try_mail(operator(), g, "hu"), {"email": "minta@example.org"}),
    "open_system": (
        lambda w, g: open_system(operator(), {**g, "body": g["body"] or str(w.body.uid)}),
        {**SYSTEM, "key": "chess", "body": ""},
    ),
    "report_error": (lambda w, g: report_error(w.player, g), {"text": "wrong"}),
    "import_members": (take_members, MEMBER),
    "take_opening": (take_opening, BALANCE),
    "import_opening": (sign_opening, SIGNED),
    "file": (name_file, {"file_name": "list.csv", "decision": ""}),
    "set_up": (begin, {"secret": ""}),
    "search": (ask, {"search": "minta", "letter": "m", "after": ""}),
    "export": (take_out, {"table": "people"}),
}  # fmt: skip
FIELDS = [(name, field) for name, (_, wish) in TRIES.items() for field in wish]
# What comes in a file or an address is a text in any case.
TEXTS_ONLY = {"file", "search", "export", "set_up", "import_members", "take_opening", "import_opening"}
NO_ACTIONS = {fill_body, fill_person, read_signature}  # they read a wish for an action


@pytest.mark.parametrize("name", TRIES)
def test_what_is_tried_is_right_without_the_hostile_text(name: str, world: World) -> None:
    """Or nothing would be proved."""
    doing, wish = TRIES[name]
    if name == "keeper":
        wish = {"keeper": str(world.body.uid)}
    if name == "take_opening":
        wish = {**wish, "uid": str(world.person.uid)}
    doing(world, dict(wish))
    assert unclean_rows() == []


def complaints(doing: Try, world: World, wish: Wish) -> list[str]:
    """What is wrong after the action was tried; it is taken back."""
    with transaction.atomic():
        try:
            doing(world, wish)
        except FokozatError as error:
            found = [] if told_in_one_line(error) else [f"{error}"]
        else:
            found = unclean_rows()
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=[f"{name}.{field}" for name, field in FIELDS])
def test_one_clear_fault_or_a_clean_value(name: str, field: str, world: World) -> None:
    doing, wish = TRIES[name]
    for text in TEXTS.values():
        assert complaints(doing, world, {**wish, field: text}) == []
        if isinstance(wish[field], list):
            assert complaints(doing, world, {**wish, field: [text]}) == []
    assert check().differences == ()


@pytest.mark.parametrize("value", [[], {}, 7, 7.5, True, None, [[]], {"a": 1}, b"x", 10**400], ids=repr)
def test_other_kinds_of_values_than_texts(value: object, world: World) -> None:
    for name, field in FIELDS:
        doing, wish = TRIES[name]
        if name not in TEXTS_ONLY:
            assert complaints(doing, world, {**wish, field: value}) == [], (name, field)


def test_a_text_that_is_kept_comes_back_as_it_was(world: World) -> None:
    for text in ("Minta 🏆 Őrs", "مريم עברית", HOSTILE["sql"], "O'Neil <b>", "{{ 7 }} %s **x**", "Ő" * 100):
        kept = register_person(operator(), {"family": text, "keeper": str(world.body.uid)})
        kept.refresh_from_db()
        assert kept.family == text
        assert kept.name_sort_hu


def test_every_action_that_reads_a_wish_is_tried() -> None:
    found = set()
    for path in Path(str(fokozat.office.actions.__file__)).parent.glob("[a-z]*.py"):
        module = import_module(f"fokozat.office.actions.{path.stem}")
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__ and reads_wish(function):
                found.add(function)
    assert {each.__name__ for each in found - NO_ACTIONS if not each.__name__.startswith("_")} - set(TRIES) == set()


def reads_wish(function: Callable[..., Any]) -> bool:
    kinds = inspect.signature(function, eval_str=True).parameters
    return "given" in kinds and kinds["given"].annotation in (Mapping[str, Any], dict[str, Any])
