"""What holds for every event under MGSZ 2012, whatever is played: nobody's figures appear from nowhere."""

import json
import os
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from fokozat.kernel import Event
from fokozat.kernel.derivation import tree
from fokozat.kernel.event import Entry, Game, Overtime, Result, Round, TimeControl, Unplayed
from fokozat.ratings import RatedEvent, derive, rate
from fokozat.regulations import edition_room
from fokozat.regulations.mgsz_2012.values import limit_of
from fokozat.regulations.rated import RatedPlayer

ROOM = edition_room("mgsz-2012")
LAW = ROOM.law()
GRADES = [str(row["grade"]) for row in LAW.rows("grades")]
SLOW = TimeControl(Fraction(60), Overtime("japanese", 3, 0, 30))
EVENTS = 1000 if os.environ.get("FOKOZAT_THOROUGH") == "1" else 60


@st.composite
def entries(draw: st.DrawFn, name: str) -> Entry:
    kind = draw(st.sampled_from(["ours", "ours", "ours", "newcomer", "foreign"]))
    grade = draw(st.sampled_from(GRADES))
    if kind == "ours":
        points = Fraction(draw(st.integers(900, 2800)))
        reached = tuple(draw(st.lists(st.sampled_from(GRADES[:10]), max_size=2, unique=True)))
        return Entry(name, rating=points, grade=grade, reached=reached)
    return Entry(name, entry_grade=grade, registered=kind == "newcomer")


@st.composite
def lines(draw: st.DrawFn, first: str, second: str) -> Game:
    stones = draw(st.sampled_from([0, 0, 0, 1, 3, 9]))
    result: Result = draw(st.sampled_from(["first", "second", "draw", "both-lose"]))
    unplayed: Unplayed | None = draw(st.sampled_from([None, None, None, None, "forfeit", "ruling"]))
    return Game(first, second, result, unplayed, stones, draw(st.sampled_from([first, second])) if stones else None)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Up to eight players, of whom one at least is ours, and up to ten rounds: more than one part is possible."""
    count = draw(st.integers(2, 8))
    players = [Entry("P0", rating=Fraction(draw(st.integers(1000, 2700))), grade="5k")]
    players += [draw(entries(f"P{at}")) for at in range(1, count)]
    rounds = []
    for number in range(1, draw(st.integers(1, 11)) + 1):
        order = draw(st.permutations([player.id for player in players]))
        pairs = zip(order[::2], order[1::2], strict=False)
        rounds.append(Round(number, tuple(draw(lines(first, second)) for first, second in pairs)))
    return Event(
        "Véletlen Kupa", "go", board="19x19", even=False, participants_announced=draw(st.sampled_from([20, 90])),
        time=SLOW, players=tuple(players), rounds=tuple(rounds),
    )  # fmt: skip


def rated(event: Event) -> RatedEvent:
    return rate(event, "mgsz-2012")


def known(event: Event) -> dict[str, RatedPlayer]:
    """The players of whom the edition says something."""
    return {player.id: player for player in rated(event).players if player.before is not None}


@given(events())
@settings(max_examples=60)
def test_who_played_nothing_changes_nothing(event: Event) -> None:
    for player in known(event).values():
        if not player.games:
            assert player.change == 0
            assert player.grade_after == player.grade_before


@given(events())
@settings(max_examples=60)
def test_what_one_gains_in_a_game_the_other_loses(event: Event) -> None:
    worth = {(game.round, player.id): game.points for player in known(event).values() for game in player.games}
    for player in known(event).values():
        for game in player.games:
            assert worth[game.round, game.opponent] == -game.points


@given(events())
@settings(max_examples=60)
def test_the_change_is_the_rounded_sum_and_nothing_else(event: Event) -> None:
    found = rated(event)
    if len(found.parts) > 1 or found.multiplier is None:
        return
    for player in known(event).values():
        change = Fraction(found.multiplier) * sum((game.points for game in player.games), Fraction(0))
        assert player.change == ((change + Fraction(1, 2)).__floor__() if player.updated else 0)


@given(events())
@settings(max_examples=60)
def test_names_and_order_do_not_matter(event: Event) -> None:
    other = {entry.id: f"Q{len(event.players) - at}" for at, entry in enumerate(event.players)}
    renamed = replace(
        event,
        players=tuple(replace(entry, id=other[entry.id]) for entry in reversed(event.players)),
        rounds=tuple(
            replace(each, games=tuple(
                replace(game, first=other[game.first], second=other[str(game.second)], to=game.to and other[game.to])
                for game in reversed(each.games)
            )) for each in event.rounds
        ),
    )  # fmt: skip
    mine, theirs = known(event), known(renamed)
    assert {other[name]: (p.before, p.after, p.grade_after, p.reached) for name, p in mine.items()} == {
        name: (p.before, p.after, p.grade_after, p.reached) for name, p in theirs.items()
    }


@given(events(), st.data())
@settings(max_examples=60)
def test_a_better_result_never_costs_points(event: Event, data: st.DataObject) -> None:
    """One lost game turned into a win, by a player whose starting points do not follow from the score."""
    event = replace(event, rounds=event.rounds[:3])  # one part
    lost = [
        (at, game) for at, each in enumerate(event.rounds) for game in each.games
        if game.result == "second" and game.unplayed is None and _is_ours(event, game.first)
        and _is_fixed(event, str(game.second))
    ]  # fmt: skip
    if not lost:
        return
    at, game = data.draw(st.sampled_from(lost))
    games = tuple(replace(each, result="first") if each == game else each for each in event.rounds[at].games)
    better = replace(
        event, rounds=(*event.rounds[:at], replace(event.rounds[at], games=games), *event.rounds[at + 1 :])
    )
    before, after = known(event)[game.first].after, known(better)[game.first].after
    assert before is not None
    assert after is not None
    assert after >= before


def _is_ours(event: Event, player: str) -> bool:
    entry = event.entry(player)
    return entry is not None and entry.registered and entry.rating is not None


def _is_fixed(event: Event, player: str) -> bool:
    """A newcomer's starting points follow from the score, so they would move with the result."""
    entry = event.entry(player)
    return entry is not None and (entry.rating is not None or not entry.registered)


@given(events())
@settings(max_examples=60)
def test_a_grade_never_falls_and_rises_only_to_a_limit_that_was_reached(event: Event) -> None:
    for player in known(event).values():
        before, after = limit_of(LAW, player.grade_before), limit_of(LAW, player.grade_after)
        assert after >= before
        if after > before:
            assert player.after is not None
            assert player.after >= after
        assert all(limit_of(LAW, grade) > after for grade in player.reached)


@given(events())
@settings(max_examples=EVENTS)
def test_the_independent_checker_recomputes_every_value(event: Event) -> None:
    checker = ROOM.checker()
    for entry in event.players:
        published = json.loads(json.dumps(tree(derive(event, "mgsz-2012", player=entry.id), ROOM.words, "en")))
        assert list(checker.differences(published)) == []


@given(events())
@settings(max_examples=60)
def test_the_derivation_ends_in_the_very_figures_that_are_published(event: Event) -> None:
    for name, player in known(event).items():
        value = derive(event, "mgsz-2012", player=name).value
        assert isinstance(value, dict)
        assert (value["points"], value["grade"], value["reached"]) == (player.after, player.grade_after, player.reached)
