"""The drawing of a crosstable: the example of the docstring, every sign, and what is refused."""

from fractions import Fraction
from textwrap import dedent

import pytest

import fokozat.kernel.crosstable as module
from fokozat.kernel.crosstable import ABSENT, Cell, crosstable_of, read_crosstable, write_crosstable
from fokozat.kernel.errors import BrokenInvariant, InvalidInput
from fokozat.kernel.event import Entry, Event, Game, Result, Round, Unplayed
from fokozat.kernel.score import score_of
from fokozat.kernel.words import LANGUAGES, word_fault

HALF = Fraction(1, 2)


def drawing() -> str:
    """The example that the docstring shows."""
    assert module.__doc__
    return dedent(
        "".join(line + "\n" for line in module.__doc__.splitlines() if line.startswith("    ")).partition("\n\n")[0]
    )


def test_the_drawing_of_the_docstring() -> None:
    lines = [line for line in drawing().splitlines() if line[:1].isdecimal() and "|" in line]
    event = read_crosstable("\n".join(lines))
    assert [entry.id for entry in event.players] == ["XY", "O Nil", "B", "C"]
    assert [each.number for each in event.rounds] == [1, 2, 3, 4]
    assert [(game.first, game.second, game.result, game.unplayed) for _, game in event.games()] == [
        ("XY", "O Nil", "first", None),
        ("C", "B", "first", None),
        ("O Nil", "C", "first", None),
        ("B", "XY", "draw", None),
        ("XY", None, "first", "bye"),
        ("B", "C", "first", "ruling"),
        ("XY", "C", "first", "forfeit"),
        ("B", "O Nil", None, None),
    ]
    assert [row.total for row in crosstable_of(event).rows] == [Fraction(7, 2), 1, Fraction(3, 2), 1]
    assert [" ".join(line.split()) for line in write_crosstable(crosstable_of(event)).splitlines()] == [
        " ".join(line.split()) for line in lines
    ]


def test_cells() -> None:
    event = read_crosstable("1 A F H Z !1 2s- 2f0 2s?\n2 B . . . . 1f- 1s0 1f?\n")
    a, b = crosstable_of(event).rows
    assert a.cells == (
        Cell(None, "first", Fraction(1), "full-bye"),
        Cell(None, "first", HALF, "half-bye"),
        Cell(None, "first", Fraction(0), "zero-bye"),
        Cell(None, "first", Fraction(1), "ruling"),
        Cell(1, "second", Fraction(0), "forfeit"),
        Cell(1, "first", Fraction(0), None),
        Cell(1, "second", None, None),
    )
    assert b.cells[:4] == (ABSENT,) * 4
    assert [game.result for _, game in event.games()][4:] == ["both-lose", "both-lose", None]


def test_other_round_numbers_stand_in_a_line_of_their_own() -> None:
    text = "rounds 2 5\n1 A 2f1 . | 1\n2 B 1s0 + | 1\n"
    event = read_crosstable("# for people\n\n" + text)
    assert [each.number for each in event.rounds] == [2, 5]
    assert write_crosstable(crosstable_of(event)) == text


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [
        ("1 A 2x1\n2 B 1s0", "1", "no-cell"),
        ("2 A .", "1", "no-row"),
        ("A .", "1", "no-row"),
        ("1", "1", "no-row"),
        ("9999999 A .", "1", "no-row"),
        ("1 A 2f1 .\n2 B 1s0", "2", "cells-missing"),
        ("1 A .\n2 A .", "2", "drawn-twice"),
        ("1 A + | 0.5", "1", "total-differs"),
        ("1 A + | one", "1", "total-differs"),
        ("1 A 2f1\n2 B 1s1", "", "cells-disagree"),
        ("1 A 2f1\n2 B 1f0", "", "cells-disagree"),
        ("1 A 2f1\n2 B .", "", "cells-disagree"),
        ("1 A 2f1\n2 B 1s-", "", "cells-disagree"),
        ("1 A 3f1\n2 B .", "", "cells-disagree"),
        ("1 A 1f1", "", "cells-disagree"),
        ("1 A 0f1", "", "cells-disagree"),
    ],
)
def test_what_is_refused(text: str, place: str, key: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_crosstable(text)
    assert {(fault.place, fault.key) for fault in refused.value.faults} == {(place, f"kernel.{key}")}
    assert all(word_fault(fault, language) for fault in refused.value.faults for language in LANGUAGES)


def test_a_table_has_one_game_a_player_and_round() -> None:
    games = (Game("A", "B", "first", duel=1), Game("B", "A", "first", duel=2))
    event = Event("Minta Kupa", "pylos", players=(Entry("A"), Entry("B")), rounds=(Round(3, games),))
    with pytest.raises(InvalidInput) as refused:
        crosstable_of(event)
    assert (refused.value.key, refused.value.place) == ("kernel.several-games", "rounds[0]")
    assert word_fault(refused.value.faults[0], "en").startswith("rounds[0]: B has several games in round 3")


@pytest.mark.parametrize(
    ("result", "unplayed", "first", "second"),
    [
        ("first", None, 1, 0),
        ("second", None, 0, 1),
        ("draw", None, HALF, HALF),
        ("both-lose", None, 0, 0),
        ("first", "forfeit", 1, 0),
        ("both-lose", "forfeit", 0, 0),
        ("draw", "ruling", HALF, HALF),
        (None, None, None, None),
    ],
)
def test_scores_of_two(result: Result | None, unplayed: Unplayed | None, first: Fraction, second: Fraction) -> None:
    game = Game("A", "B", result, unplayed)
    assert (score_of(game, "A"), score_of(game, "B")) == (first, second)


@pytest.mark.parametrize(("unplayed", "score"), [("bye", 1), ("full-bye", 1), ("half-bye", HALF), ("zero-bye", 0)])
def test_scores_of_byes(unplayed: Unplayed, score: Fraction) -> None:
    assert score_of(Game("A", None, None, unplayed), "A") == score


def test_a_stranger_has_no_score() -> None:
    with pytest.raises(BrokenInvariant, match="'C'"):
        score_of(Game("A", "B", "first"), "C")
