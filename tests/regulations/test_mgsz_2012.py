"""What the MGSZ examples do not print: tables digit by digit, edges, rulings, readings, refusals."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel import Event
from fokozat.kernel.errors import Forbidden, InvalidInput, NotFound
from fokozat.kernel.event import Entry, Game, Overtime, Round, Ruling, TimeControl, Trait
from fokozat.ratings import derive, rate, rated_document
from fokozat.regulations import edition_room
from fokozat.regulations.mgsz_2012.rules import split

ROOM = edition_room("mgsz-2012")
LAW = ROOM.law()

# Annex 1, table 2, as printed in both scans.
TABLE_2 = """
A  90  110  20
B  60   80  15
C  40   55  10
D  20   30   5
E  10   20   0
"""
# Annex 1, table 3, in the order of its rows.
TABLE_3 = (5, 5, 10, 10)


def event(**facts: Any) -> Event:
    time = TimeControl(Fraction(facts.pop("base", 60)), facts.pop("overtime", Overtime()))
    standard: dict[str, Any] = {"name": "Kavics Kupa", "game": "go", "board": "19x19", "even": False, "time": time}
    return Event(**{**standard, **facts})


def multiplier(**facts: Any) -> int | None:
    return rate(event(**facts), "mgsz-2012").multiplier


def test_table_2_is_the_printed_one() -> None:
    printed = [line.split() for line in TABLE_2.strip().splitlines()]
    assert [[str(value) for value in row.values()] for row in LAW.rows("time")] == printed


def test_table_3_is_the_printed_one() -> None:
    assert tuple(row["addition"] for row in LAW.rows("importance")) == TABLE_3


@pytest.mark.parametrize(
    ("base", "seconds", "expected"),
    [
        (90, 27, 20),  # 90 + 20.25 minutes: both minima of A hold
        (90, 26, 15),  # 90 + 19.5 minutes: half a minute short of A
        (89, 60, 15),  # basic time short of A, however long the reserve
        (60, 27, 15),
        (60, 26, 10),
        (40, 20, 10),
        (39, 60, 5),
        (20, 14, 5),
        (20, 13, 0),
        (10, 14, 0),
    ],
)
def test_both_minima_of_table_2_must_hold(base: int, seconds: int, expected: int) -> None:
    assert multiplier(base=base, overtime=Overtime("japanese", 3, 0, seconds)) == expected


@pytest.mark.parametrize(("base", "seconds"), [(9, 60), (10, 13), (0, 0)])
def test_below_category_e_the_event_is_not_rated(base: int, seconds: int) -> None:
    rated = rate(event(base=base, overtime=Overtime("japanese", 1, 0, seconds)), "mgsz-2012")
    assert rated.multiplier is None
    assert rated.parts == ()
    assert rated.flags == ("not-rated",)


@pytest.mark.parametrize(
    ("traits", "expected"),
    [
        ((), 15),
        (("international-invitational",), 20),
        (("national-championship",), 20),
        (("international-invitational", "national-championship"), 20),
        (("continental-championship",), 25),
        (("world-championship",), 25),
        (("continental-championship", "world-championship"), 25),
        (("international-invitational", "world-championship"), 25),
        (("series",), 15),
    ],
)
def test_each_row_of_table_3_once_and_the_championship_replaces(traits: tuple[Trait, ...], expected: int) -> None:
    assert multiplier(base=60, overtime=Overtime("japanese", 3, 0, 30), traits=traits) == expected


@pytest.mark.parametrize(("participants", "expected"), [(80, 15), (81, 20)])
def test_more_than_80_participants(participants: int, expected: int) -> None:
    facts = {"base": 80, "participants_announced": participants}
    assert multiplier(**facts) == expected


def test_participants_are_counted_where_none_are_announced() -> None:
    players = tuple(Entry(str(number)) for number in range(81))
    assert multiplier(base=80, players=players) == 20


@given(st.integers(1, 60), st.lists(st.integers(1, 400), min_size=1, max_size=40, unique=True))
def test_split_keeps_the_rounds_and_the_limit(weight: int, numbers: list[int]) -> None:
    rounds = tuple(sorted(numbers))
    parts = split(LAW, weight, rounds)
    if weight * len(rounds) < 300:
        assert parts is None
        return
    assert parts is not None
    assert tuple(number for part in parts for number in part) == rounds
    sizes = [len(part) for part in parts]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert weight * max(sizes) < 300
    fewer = len(parts) - 1
    assert weight * -(-len(rounds) // fewer) >= 300


def test_a_ruled_multiplier_of_300_leaves_a_part_for_every_round() -> None:
    assert split(LAW, 300, (1, 2, 3)) == ((1,), (2,), (3,))


def test_a_ruling_wins_over_the_tables_and_says_why() -> None:
    ruling = Ruling("6.§(2)", {"multiplier": 30}, "Minta Bizottság", date(2012, 3, 12), "rounds of different length")
    assert multiplier(base=5, rulings=(ruling,)) == 30
    step = derive(event(base=5, rulings=(ruling,)), "mgsz-2012")
    assert "rounds of different length" in str(step.steps[0].steps[0].inputs)


def test_contradicting_rulings_are_refused() -> None:
    rulings = (Ruling("6.§(2)", {"multiplier": 30}), Ruling("6.§ (2)", {"multiplier": 25}))
    with pytest.raises(InvalidInput) as refused:
        multiplier(rulings=rulings)
    assert refused.value.key == "mgsz_2012.rulings-contradict"


@pytest.mark.parametrize("ruled", [None, "30", -5, True, 7.5])
def test_a_ruling_without_a_whole_multiplier_is_refused(ruled: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        multiplier(rulings=(Ruling("6.§(2)", {"multiplier": ruled}),))
    assert refused.value.key == "mgsz_2012.ruling-sets-no-multiplier"


def test_rounds_of_different_categories_are_for_the_committee() -> None:
    slow, fast = TimeControl(Fraction(60), Overtime("japanese", 3, 0, 30)), TimeControl(Fraction(20))
    mixed = (Round(1, time=slow), Round(2, time=fast))
    with pytest.raises(Forbidden) as asked:
        multiplier(rounds=mixed)
    assert asked.value.paragraph == "6.§(2)"
    ruling = Ruling("6.§(2)", {"multiplier": 10})
    assert multiplier(rounds=mixed, rulings=(ruling,)) == 10


def test_rounds_of_different_length_in_one_category_need_no_ruling() -> None:
    rounds = (Round(1, time=TimeControl(Fraction(80))), Round(2, time=TimeControl(Fraction(85))))
    assert multiplier(rounds=rounds) == 15


def test_without_thinking_time_the_19x19_event_is_refused_and_the_13x13_one_is_not() -> None:
    with pytest.raises(InvalidInput) as refused:
        rate(event(time=None), "mgsz-2012")
    assert refused.value.place == "time.base"
    assert rate(event(time=None, board="13x13"), "mgsz-2012").multiplier == 5


def test_a_document_without_a_board_means_the_large_one() -> None:
    assert multiplier(base=80, board="") == 15


def test_readings_switch_and_are_named_where_they_mattered() -> None:
    fischer = event(base=45, overtime=Overtime("fischer", 0, 0, 15))
    assert rate(fischer, "mgsz-2012").multiplier == 10
    assert "fischer" in rate(fischer, "mgsz-2012").flags
    with pytest.raises(Forbidden):
        rate(fischer, "mgsz-2012", {"fischer": "committee"})
    category_e = event(base=20)
    assert rate(category_e, "mgsz-2012").multiplier == 0
    assert rate(category_e, "mgsz-2012").flags == ("category-e",)
    assert rate(category_e, "mgsz-2012", {"category_e": "unrated"}).multiplier is None
    assert rate(event(base=20, readings={"category_e": "unrated", "K1": "A"}), "mgsz-2012").multiplier is None
    [time] = [step for step in derive(category_e, "mgsz-2012").steps[0].steps if step.key == "time_multiplier"]
    assert time.readings == ("category_e=additions",)


@pytest.mark.parametrize("switches", [{"mood": "good"}, {"fischer": "moves-45"}])
def test_unknown_readings_are_refused(switches: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        rate(event(), "mgsz-2012", switches)


def test_where_the_document_is_silent_the_stones_say_whether_the_event_is_even() -> None:
    players = (Entry("A", rating=Fraction(1900)), Entry("B", rating=Fraction(1800)))
    even = event(base=80, even=None, players=players, rounds=(Round(1, (Game("A", "B", "first"),)),))
    assert rate(even, "mgsz-2012").multiplier == 25
    handicap = event(base=80, even=None, players=players, rounds=(Round(1, (Game("A", "B", "first", stones=2),)),))
    assert rate(handicap, "mgsz-2012").multiplier == 15
    assert rate(handicap, "mgsz-2012").flags == ("even-assumed",)


def test_an_even_event_with_stones_contradicts_itself() -> None:
    rounds = (Round(3, (Game("A", "B", "first", stones=2),)),)
    with pytest.raises(InvalidInput) as refused:
        multiplier(even=True, rounds=rounds, players=(Entry("A"), Entry("B")))
    assert refused.value.fields["first"] == "A"


def test_other_games_other_editions_and_unknown_players() -> None:
    with pytest.raises(InvalidInput):
        rate(event(game="chess"), "mgsz-2012")
    with pytest.raises(NotFound):
        rate(event(), "mgsz-2013")
    with pytest.raises(NotFound):
        derive(event(), "mgsz-2012", player="nobody")


def test_the_document_of_the_result_leaves_out_what_nothing_is_known_of() -> None:
    document = rated_document(rate(event(base=80, players=(Entry("A"),), rounds=(Round(1),)), "mgsz-2012"))
    assert document["multiplier"] == 15
    assert document["parts"] == [[1]]
    assert document["players"] == [{"id": "A", "flags": ["no-entry-grade"]}]
    assert "partial" not in document
