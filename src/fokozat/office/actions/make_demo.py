"""Make the demo: a federation with clubs, people and a rating system, as a real one would begin, or nothing of it."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Conflict
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.import_opening import import_opening
from fokozat.office.actions.keep_private import keep_consent
from fokozat.office.actions.open_system import open_system
from fokozat.office.demo.people import Invented, dice_of, federation, invent_people, is_minor
from fokozat.office.demo_rows import (
    KIND,
    MADE,
    SUBJECT,
    Demo,
    counts_of,
    hanging,
    is_untouched,
    made_keys,
    standing_demo,
)
from fokozat.office.journal import Change, hold_people, write
from fokozat.office.models import Body, Number, Person
from fokozat.office.models.systems import System
from fokozat.office.preview import Agreed, File
from fokozat.office.rights import Actor, require

_MEMBERS = ("family", "given", "order", "sex", "country", "born", "email", "mgsz", "member_years", "licence_years")
_OPENING = ("mgsz", "points", "title", "reached", "games")
_BODY = ("name", "short_name", "country", "place", "languages", "time_zone")


def make_demo(actor: Actor, seed: int, today: date, only_untouched: bool = False) -> tuple[Demo | None, bool]:
    """The demo, and whether it was made just now; a second call changes nothing.

    `only_untouched`: nothing is made, and nothing refused, where anything was ever done before.
    """
    require(actor, "make", "demo")
    with transaction.atomic():
        hold_people()
        standing = standing_demo()
        if standing or (only_untouched and not is_untouched()):
            return standing, False
        _refuse_facts()
        return _made(actor, seed, today), True


def _refuse_facts() -> None:
    """Made-up people do not stand among real ones."""
    bodies, people = Body.objects.count(), Person.objects.count()
    if bodies or people:
        raise Conflict("office.demo-among-facts", bodies=bodies, people=people)


def _made(actor: Actor, seed: int, today: date) -> Demo:
    people, facts = invent_people(dice_of(seed, "people"), today.year), federation()
    top = found_body(actor, {"kind": "federation", **{name: facts["federation"][name] for name in _BODY}})
    for at, club in enumerate(facts["club"]):
        wish = {"kind": "club", "parent": str(top.uid), **{name: club[name] for name in _BODY}}
        members = [each for each in people if each.club == at]
        founded = found_body(actor, wish)
        _take_in(actor, change_body_look(actor, founded, founded.version, club["colours"]), members, today)
    _keep_consents(actor, people, today)
    system = open_system(actor, {**facts["system"], "body": str(top.uid), "from": f"{today.year}-01-01"})
    _begin(actor, system, people, today)
    keys = hanging(top)
    demo = Demo(top.uid, seed, counts_of(keys), made_keys(keys))
    told = {"federation": str(top.uid), "seed": seed, "counts": dict(demo.counts), "made": dict(demo.made)}
    write(actor.name, Change(MADE, KIND, SUBJECT, None, told))
    return demo


def _take_in(actor: Actor, club: Body, members: Sequence[Invented], today: date) -> None:
    """A club's list of members, as a club would send it."""
    facts = federation()["club"][members[0].club]
    rows = [
        (
            each.family, each.given, facts["order"], each.sex, facts["country"], each.born.isoformat(),
            f"{each.number.lower()}@example.org", each.number, today.year, today.year if each.licensed else "",
        )
        for each in members
    ]  # fmt: skip
    file = _file(f"demo-{facts['short_name'].lower()}.csv", _MEMBERS, rows)
    import_members(actor, club, file, Agreed(file.digest, {}), today)


def _keep_consents(actor: Actor, people: Sequence[Invented], today: date) -> None:
    minors = {each.number: each for each in people if is_minor(each, today.year)}
    numbers = Number.objects.filter(scheme="mgsz", value__in=minors).select_related("person__keeper")
    for number in numbers.order_by("value"):
        person = minors[number.value]
        parent = f"{person.family} {federation()['club'][person.club]['parent']}"
        keep_consent(actor, number.person, {"given_by": parent, "on": f"{today.year}-01-01"})


def _begin(actor: Actor, system: System, people: Sequence[Invented], today: date) -> None:
    """The signed list with which the ratings begin."""
    rows = [(each.number, each.points, each.title, " ".join(each.reached), each.games) for each in people]
    file = _file("demo-opening.csv", _OPENING, rows)
    signed = {"day": f"{today.year}-01-01", "signed_by": federation()["federation"]["chair"]}
    import_opening(actor, system, file, Agreed(file.digest, {}), signed)


def _file(name: str, heads: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> File:
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows((heads, *rows))
    return File(name, out.getvalue().encode())
