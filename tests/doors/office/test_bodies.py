"""Bodies are founded in bodies, change and close."""

from collections.abc import Callable
from typing import Any

import pytest

from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from fokozat.office.actions import change_body as change_module
from fokozat.office.actions import close_body as close_module
from fokozat.office.actions import found_body as found_module
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.close_body import close_body, reopen_body
from fokozat.office.actions.found_body import found_body
from fokozat.office.facts import body_facts
from fokozat.office.models import Body
from fokozat.office.models.journal import Chain
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewActor
from tests.doors.office.seen import last_record, links, nothing_is_left, refused

pytestmark = pytest.mark.django_db

CLUB = {"kind": "club", "name": "Kő Klub", "short_name": "KK", "country": "est", "place": "Próbafalva"}


def test_a_body_is_founded_with_a_chain_of_its_own(federation: Body) -> None:
    wish = {**CLUB, "parent": federation.uid, "languages": ["hu", "et", "hu"], "time_zone": "Europe/Tallinn"}
    body = Body.objects.get(uid=found_body(operator(), wish).uid)
    assert (body.kind, body.name, body.country, body.parent) == ("club", "Kő Klub", "EST", federation)
    assert (body.languages, body.time_zone, body.version) == (["hu", "et"], "Europe/Tallinn", 1)
    assert body.name_search == "ko klub kk probafalva"
    assert last_record() == ("operator", "found", "body", str(body.uid), None, body_facts(body))
    assert Chain.objects.get(body=body).length == 1


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        ({"name": ""}, [("missing", "name")]),
        ({"name": "x" * 201}, [("too-long", "name")]),
        ({"kind": "guild"}, [("unknown-choice", "kind")]),
        ({"short_name": "x" * 31}, [("too-long", "short_name")]),
        ({"country": "HU"}, [("no-country", "country")]),
        ({"place": "\u200b" * 5}, [("unprintable", "place")]),
        ({"languages": "hu"}, [("unknown-choice", "languages")]),
        ({"languages": ["hu", "xx"]}, [("unknown-choice", "languages")]),
        ({"languages": [["hu"]]}, [("unknown-choice", "languages")]),
        ({"time_zone": "Europe/Nowhere"}, [("no-time-zone", "time_zone")]),
        ({"time_zone": "../etc/passwd"}, [("no-time-zone", "time_zone")]),
        ({"name": None, "kind": 3}, [("unknown-choice", "kind"), ("missing", "name")]),
    ],
)
def test_every_fault_is_named_with_its_field(wish: dict[str, Any], faults: list[Any], federation: Body) -> None:
    with refused(InvalidInput, *faults):
        found_body(operator(), {**CLUB, **wish})
    with refused(InvalidInput, *faults):
        change_body(operator(), federation, 1, wish)


def test_a_body_stands_in_one_that_is_there_and_open(federation: Body) -> None:
    with refused(NotFound, ("no-body", "parent")):
        found_body(operator(), {**CLUB, "parent": "7"})
    close_body(operator(), federation, 1, TODAY)
    with refused(InvalidInput, ("body-closed", "parent")):
        found_body(operator(), {**CLUB, "parent": str(federation.uid)})


def test_a_body_changes(society: Body) -> None:
    before = body_facts(society)
    changed = change_body(operator(), society, 1, {"name": "Kavics Társaság", "languages": ["hu"]})
    assert (changed.name, changed.version, changed.parent, changed.kind) == (
        "Kavics Társaság", 2, society.parent, "society",
    )  # fmt: skip
    after = body_facts(Body.objects.get(pk=society.pk))
    assert last_record()[1:] == ("change", "body", str(society.uid), before, after)
    with refused(Conflict, ("changed-meanwhile", "")):
        change_body(operator(), society, 1, {"name": "Kavics Klub"})


def test_a_change_neither_closes_nor_moves_a_body(society: Body, beside: Body) -> None:
    changed = change_body(operator(), society, 1, {"closed_on": "2012-01-01", "parent": str(beside.uid), "uid": "x"})
    assert (changed.closed_on, changed.parent, changed.uid) == (None, society.parent, society.uid)


def test_bodies_close_from_the_inside(federation: Body, society: Body) -> None:
    with refused(InvalidInput, ("open-bodies-inside", "closed_on")):
        close_body(operator(), federation, 1, TODAY)
    before = body_facts(society)
    closed = close_body(operator(), society, 1, TODAY)
    assert last_record()[1:5] == ("close", "body", str(society.uid), before)
    assert (closed.closed_on, closed.version) == (TODAY, 2)
    with refused(Conflict, ("changed-meanwhile", "")):
        close_body(operator(), society, 1, TODAY)
    close_body(operator(), federation, 1, TODAY)
    with refused(InvalidInput, ("body-closed", "closed_on")):
        reopen_body(operator(), society, 2)
    reopen_body(operator(), federation, 2)
    assert reopen_body(operator(), society, 2).closed_on is None
    assert last_record()[1] == "reopen"
    assert links() == []


def test_a_break_in_the_middle_leaves_nothing(society: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_is_left(lambda: found_body(operator(), CLUB), monkeypatch, found_module)
    nothing_is_left(lambda: change_body(operator(), society, 1, {"name": "Más"}), monkeypatch, change_module)
    nothing_is_left(lambda: close_body(operator(), society, 1, TODAY), monkeypatch, close_module)


@pytest.mark.parametrize(
    ("role", "verbs"),
    [
        ("administrator", {"found", "change", "close"}), ("registrar", {"found", "change", "close"}),
        ("leader", {"change"}), ("officer", set()), ("player", set()), ("", set()),
    ],
)  # fmt: skip
def test_who_may(role: str, verbs: set[str], society: Body, new_actor: NewActor) -> None:
    actor = new_actor(role, society)
    acts: dict[str, Callable[[], object]] = {
        "found": lambda: found_body(actor, {**CLUB, "parent": str(society.uid)}),
        "change": lambda: change_body(actor, society, 1, {"place": "Másfalva"}),
        "close": lambda: close_body(actor, found_body(operator(), {**CLUB, "parent": str(society.uid)}), 1, TODAY),
    }
    for verb, act in acts.items():
        if verb in verbs:
            act()
        else:
            with pytest.raises(Forbidden):
                act()


def test_only_the_installation_founds_at_the_top(society: Body, new_actor: NewActor) -> None:
    wish, below = {"kind": "federation", "name": "Másik Szövetség"}, new_actor("administrator", society)
    with refused(Forbidden, ("no-right", "")):
        found_body(below, wish)
    assert found_body(new_actor("administrator"), wish).parent is None
