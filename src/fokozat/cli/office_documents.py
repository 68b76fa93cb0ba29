"""People, bodies and systems as documents for `--json` and as lines for the screen."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fokozat.cli.screen import Screen

if TYPE_CHECKING:
    from fokozat.office.duplicates import Likeness
    from fokozat.office.models import Body, Person
    from fokozat.office.models.systems import System


def person_document(person: "Person") -> dict[str, Any]:
    """A card without anything private."""
    from fokozat.office.facts import person_facts

    return {**person_facts(person), "name": person.shown_name, "version": person.version}


def whole_person(person: "Person") -> dict[str, Any]:
    """A card with what belongs to it, still without anything private."""
    from fokozat.office.actions.give_number import number_facts
    from fokozat.office.duplicates import alike

    members = person.memberships.select_related("body").order_by("year", "pk")
    return {
        **person_document(person),
        "former_names": [f"{name.family} {name.given}".strip() for name in person.former_names.order_by("pk")],
        "numbers": [number_facts(number) for number in person.numbers.order_by("pk")],
        "memberships": [{"body": str(each.body.uid), "kind": each.kind, "year": each.year} for each in members],
        "merged": [str(uid) for uid in person.aliases.order_by("pk").values_list("uid", flat=True)],
        "alike": [str(likeness.other.uid) for likeness in alike(person)],
    }


def body_document(body: "Body") -> dict[str, Any]:
    from fokozat.office.facts import body_facts

    return {**body_facts(body), "version": body.version}


def system_document(system: "System") -> dict[str, Any]:
    """A system; `opening` is the day of the balances with which it begins."""
    from fokozat.office.actions.open_system import system_facts

    begun = system.openings.filter(undone_at=None).first()
    return {**system_facts(system), "opening": begun.day.isoformat() if begun else None}


def likeness_document(likeness: "Likeness") -> dict[str, Any]:
    return {
        "one": person_document(likeness.one),
        "other": person_document(likeness.other),
        "reasons": list(likeness.reasons),
        "sure": likeness.sure,
    }


def show_people(people: "tuple[Person, ...]", screen: Screen) -> None:
    if people:
        screen.table([(str(each.uid), each.shown_name, each.country, each.keeper.name) for each in people])


def show_bodies(bodies: "tuple[Body, ...]", screen: Screen) -> None:
    rows = [(str(each.uid), each.name, str(each.kind), each.country) for each in bodies]
    if rows:
        screen.table(rows)


def show_systems(systems: "Iterable[System]", screen: Screen) -> None:
    rows = [(str(each.uid), each.body.name, each.name, f"{each.game} {each.klass}") for each in systems]
    if rows:
        screen.table(rows)


def show_facts(document: dict[str, Any], screen: Screen) -> None:
    """A fact a line, under the names that `--json` and the API use."""
    rows = [(name, _line(value)) for name, value in document.items() if value not in (None, "", [], {})]
    screen.table(rows)


def _line(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(_line(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_line(each)}" for name, each in value.items() if each is not None)
    return str(value)
