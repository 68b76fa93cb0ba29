"""Crosstables: what is drawn is read again, and nobody gains what nobody lost."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel.crosstable import crosstable_of, read_crosstable, write_crosstable
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.event import Event
from fokozat.kernel.score import score_of
from fokozat.kernel.words import LANGUAGES, word_fault
from tests.laws.strategies import pairings

WORTH = {"first": 1, "second": 1, "draw": 1, "both-lose": 0}


@given(pairings())
def test_a_drawing_is_read_again(event: Event) -> None:
    table = crosstable_of(event)
    drawing = write_crosstable(table)
    assert crosstable_of(read_crosstable(drawing)) == table
    assert write_crosstable(crosstable_of(read_crosstable(drawing))) == drawing


@given(pairings())
def test_a_drawing_keeps_every_game(event: Event) -> None:
    drawn = read_crosstable(write_crosstable(crosstable_of(event)))
    for one, other in zip(event.rounds, drawn.rounds, strict=True):
        met = {(game.first, game.second, game.unplayed) for game in one.games}
        assert {(game.first, game.second, game.unplayed) for game in other.games} == met
        with_opponent = {(game.first, game.result) for game in one.games if game.second is not None}
        assert {(game.first, game.result) for game in other.games if game.second is not None} == with_opponent


@given(pairings())
def test_two_players_share_what_the_result_is_worth(event: Event) -> None:
    for _, game in event.games():
        if game.second is None:
            continue
        scores = (score_of(game, game.first), score_of(game, game.second))
        if game.result is None:
            assert scores == (None, None)
        else:
            assert sum(filter(None, scores), Fraction(0)) == WORTH[game.result]
            assert (scores[0] == 1, scores[1] == 1) == (game.result == "first", game.result == "second")


@given(pairings())
def test_the_total_is_the_sum_of_the_games(event: Event) -> None:
    for row in crosstable_of(event).rows:
        scores = [score_of(game, row.player) for _, game in event.games() if game.has(row.player)]
        assert row.total == sum(score for score in scores if score is not None)


@given(pairings(), st.data())
def test_a_spoilt_drawing_is_read_or_refused_in_words(event: Event, data: st.DataObject) -> None:
    drawing = write_crosstable(crosstable_of(event))
    at = data.draw(st.integers(0, len(drawing)))
    spoilt = drawing[:at] + data.draw(st.text(max_size=3)) + drawing[at + data.draw(st.integers(0, 3)) :]
    try:
        read_crosstable(spoilt)
    except InvalidInput as error:
        faults = error.faults
    else:
        faults = ()
    assert all(word_fault(fault, language) for fault in faults for language in LANGUAGES)
