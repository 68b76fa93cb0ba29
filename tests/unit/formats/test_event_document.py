"""The event document of the contract, read and written; what is lenient, and the text that is written."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from fokozat.formats import FORMS, document_of, event_of, read_event, write_event
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.event import Entry, Event, Game, Official, Overtime, Round, Ruling, Team, TimeControl

CONTRACT = """
{"fokozat": "event/1", "id": "uuid", "revision": 3, "name": "Minta Kupa", "section": "A", "game": "go", "board": "19x19",
 "start": "2012-03-10", "end": "2012-03-11", "place": "Mintafalva", "officials": [{"role": "arbiter", "name": "Kovács Kavics"}],
 "format": "swiss", "rounds_planned": 5, "participants": 84,
 "time": {"base": 60, "overtime": {"kind": "canadian", "periods": 3, "moves": 30, "seconds": 20}, "text": "60 + 30/20", "stages": []},
 "traits": ["international-invitational", "series"],
 "even": true, "tie_breaks": ["buchholz-cut-1"], "readings": {"K1": "A"},
 "mcmahon": {"bar": "4d", "floor": "20k", "reduce": 1, "max": 9}, "avoid": [["XY", "A"]],
 "rulings": [{"paragraph": "6.§(2)", "sets": {"multiplier": 30}, "by": "Minta Bizottság", "on": "2012-03-12", "reason": "késés"}],
 "teams": [{"id": "T1", "name": "Kavics", "captain": "XY", "games": ["pylos"], "players": ["XY"]}],
 "players": [
  {"id": "XY", "name": "Kavics Klára", "family": "Kavics", "given": "Klára", "sex": "f", "title": "WFM", "federation": "HUN",
   "ids": {"fide": "1", "egd": "2"}, "rating": 1947, "grade": "1k", "entry_grade": "1k", "registered": true,
   "reached": ["2d"], "born": "1990-05-01", "games_before": 120, "peak_published": 2310, "k": 20, "club": "Minta",
   "withdrawn_after": 4, "points_claimed": "3.5", "rank_claimed": 7},
  {"id": "A", "rating": null}, {"id": "B"}, {"id": "C"}, {"id": "D"}, {"id": "E"}, {"id": "F"}],
 "rounds": [{"number": 1, "time": {"base": 45}, "games": [
   {"first": "XY", "second": "A", "result": "second", "stones": 0, "to": null, "board": 1},
   {"first": "B", "second": "C", "result": "first", "unplayed": "forfeit"},
   {"first": "D", "second": null, "result": "first", "unplayed": "bye"},
   {"first": "E", "second": "F", "result": "first", "game": "pylos", "duel": 2, "match": "T1-T2", "margin": 12, "stakes": [3, 1],
    "rated": false}]}]}
"""  # noqa: E501  # as the contract prints it

BARE: dict[str, Any] = {
    "fokozat": "event/1",
    "name": "Minta Kupa",
    "game": "go",
    "start": "2012-03-10",
    "players": [],
    "rounds": [],
}


def pair(**line: object) -> dict[str, Any]:
    """A document with two players who meet once."""
    game = {"first": "A", "second": "B", "result": "first", **line}
    return {**BARE, "players": [{"id": "A"}, {"id": "B"}], "rounds": [{"number": 1, "games": [game]}]}


def only_game(event: Event) -> Game:
    [(_, game)] = event.games()
    return game


def test_the_document_of_the_contract() -> None:
    event = read_event(CONTRACT.encode())
    assert (event.id, event.revision, event.section, event.board, event.place) == (
        "uuid",
        3,
        "A",
        "19x19",
        "Mintafalva",
    )
    assert (event.start, event.end) == (date(2012, 3, 10), date(2012, 3, 11))
    assert (event.participants, event.rounds_planned, event.format, event.even) == (84, 5, "swiss", True)
    assert event.officials == (Official("arbiter", "Kovács Kavics"),)
    assert event.time == TimeControl(Fraction(60), Overtime("canadian", 3, 30, 20), "60 + 30/20")
    assert event.rulings == (Ruling("6.§(2)", {"multiplier": 30}, "Minta Bizottság", date(2012, 3, 12), "késés"),)
    assert event.teams == (Team("T1", "Kavics", "XY", ("pylos",), ("XY",)),)
    assert event.avoid == (("XY", "A"),)
    assert event.players[0] == Entry(
        "XY", "Kavics Klára", "Kavics", "Klára", "f", "WFM", "HUN", {"fide": "1", "egd": "2"}, Fraction(1947), "1k",
        "1k", True, ("2d",), "1990-05-01", 120, Fraction(2310), Fraction(20), "Minta", 4, Fraction(7, 2), 7,
    )  # fmt: skip
    assert event.players[1] == Entry("A")
    assert event.rounds == (
        Round(
            1,
            (
                Game("XY", "A", "second", board=1),
                Game("B", "C", "first", "forfeit"),
                Game("D", None, "first", "bye"),
                Game("E", "F", "first", game="pylos", duel=2, match="T1-T2", margin=Fraction(12),
                     stakes=(Fraction(3), Fraction(1)), rated=False),
            ),
            TimeControl(Fraction(45)),
        ),
    )  # fmt: skip
    assert read_event(write_event(event).encode()) == event


def test_only_six_keys_are_required() -> None:
    assert event_of(BARE) == Event("Minta Kupa", "go", start=date(2012, 3, 10))
    for key in BARE:
        with pytest.raises(InvalidInput) as refused:
            event_of({name: value for name, value in BARE.items() if name != key})
        assert [(fault.place, fault.key) for fault in refused.value.faults] == [(key, "formats.required")]


def test_what_is_written() -> None:
    event = Event(
        "Minta Kupa",
        "go",
        start=date(2012, 3, 10),
        participants_announced=3,
        players=(Entry("A", rating=Fraction(3895, 2), points_claimed=Fraction(1), extra={"x-note": ()}), Entry("B")),
        rounds=(Round(1, (Game("A", "B", "first"), Game("C", None, "draw", "half-bye", extra={"x": None}))),),
        extra={"x-from": "kézzel", "later": {"kept": (1, 2)}},
    )
    assert (
        write_event(event)
        == """{
  "fokozat": "event/1",
  "name": "Minta Kupa",
  "game": "go",
  "start": "2012-03-10",
  "participants": 3,
  "players": [{"id": "A", "rating": "1947.5", "points_claimed": "1", "x-note": []}, {"id": "B"}],
  "rounds": [
    {
      "number": 1,
      "games": [
        {"first": "A", "second": "B", "result": "first"},
        {"first": "C", "second": null, "result": "draw", "unplayed": "half-bye", "x": null}
      ]
    }
  ],
  "x-from": "kézzel",
  "later": {"kept": [1, 2]}
}
"""
    )


def test_unknown_keys_keep_their_numbers_letter_for_letter() -> None:
    text = '{"x-a": 1.50, "x-b": 1e5, "x-c": -0, "x-d": 1E+2, "x-e": 12345678901234567890, "x-f": [0.1, -0.0]'
    whole = (
        text + ', "fokozat": "event/1", "name": "a", "game": "go", "start": "2012-03-10", "players": [], "rounds": []}'
    )
    written = write_event(read_event(whole.encode()))
    for piece in text.removeprefix("{").split(", "):
        assert piece in written


@pytest.mark.parametrize("board", ["19x19", "19×19", "19X19", " 19 x 19 ", "19 × 19"])
def test_a_board_is_the_same_however_it_is_written(board: str) -> None:
    assert event_of({**BARE, "board": board}).board == "19x19"


@pytest.mark.parametrize("written", [1947.5, "1947.5", "3895/2", "01947.50"])
def test_exact_numbers_are_read_as_number_or_text(written: object) -> None:
    assert event_of({**BARE, "players": [{"id": "A", "rating": written}]}).players[0].rating == Fraction(3895, 2)


def test_a_document_is_not_changed_and_not_shared() -> None:
    kept = {"list": [1, {"deep": 2}]}
    document = {**BARE, "x-kept": kept}
    event = event_of(document)
    kept["list"].append(3)
    assert event.extra == {"x-kept": {"list": (1, {"deep": 2})}}
    assert document == {**BARE, "x-kept": kept}


def test_null_is_as_good_as_nothing() -> None:
    optional = ("id", "revision", "end", "board", "time", "traits", "avoid", "participants", "even", "mcmahon")
    assert event_of({**BARE, **dict.fromkeys(optional)}) == event_of(BARE)


def test_rounds_are_sorted_and_their_faults_keep_the_place_in_the_document() -> None:
    rounds: list[dict[str, Any]] = [{"number": 3}, {"number": 1, "games": [{"first": "Z", "second": "Y"}]}]
    with pytest.raises(InvalidInput) as refused:
        event_of({**BARE, "rounds": rounds})
    assert {fault.place for fault in refused.value.faults} == {"rounds[1].games[0].first", "rounds[1].games[0].second"}
    assert event_of({**BARE, "rounds": [{"number": 3}, {"number": 1}]}).round_numbers == (1, 3)


@pytest.mark.parametrize("unplayed", ["bye", "full-bye", "half-bye", "zero-bye", "ruling"])
def test_a_bye_may_wait_for_its_result(unplayed: str) -> None:
    assert only_game(event_of(pair(second=None, result=None, unplayed=unplayed))).unplayed == unplayed


def test_who_receives_the_stones() -> None:
    assert only_game(event_of(pair(stones=3, to="B"))).receiver == "B"
    assert only_game(event_of(pair(stones=3))).receiver == "A"
    assert only_game(event_of(pair())).receiver is None


@pytest.mark.parametrize(("one", "other"), [({"duel": 1}, {"duel": 2}), ({"match": "T-U"}, {"duel": 1})])
def test_duels_are_several_lines_of_the_same_players(one: dict[str, Any], other: dict[str, Any]) -> None:
    document = pair(**one)
    document["rounds"][0]["games"].append({"first": "B", "second": "A", "result": None, **other})
    assert len(list(event_of(document).games())) == 2
    document["rounds"][0]["games"].append({"first": "B", "second": "A", "result": None})
    with pytest.raises(InvalidInput) as refused:
        event_of(document)
    assert {fault.place for fault in refused.value.faults} == {"rounds[0].games[2].first", "rounds[0].games[2].second"}


def test_a_duel_beside_a_plain_line_is_a_player_twice() -> None:
    document = pair()
    document["rounds"][0]["games"].append({"first": "B", "second": "A", "duel": 2})
    with pytest.raises(InvalidInput) as refused:
        event_of(document)
    assert {fault.key for fault in refused.value.faults} == {"formats.twice-in-a-round"}


def test_bounds_are_within() -> None:
    assert only_game(event_of(pair(stones=99))).stones == 99
    for participants, rounds_planned in ((0, 1), (100_000, 1000)):
        event = event_of({**BARE, "participants": participants, "rounds_planned": rounds_planned})
        assert (event.participants, event.rounds_planned) == (participants, rounds_planned)
    assert event_of({**BARE, "players": [{"id": "a" * 100}]}).players[0].id == "a" * 100


def test_ruled_figures_are_exact_numbers_to_compute_with() -> None:
    ruling = {"paragraph": "6.§(2)", "sets": {"multiplier": 30.0, "factor": 1.5, "name": "1.5", "list": [0.25]}}
    event = event_of({**BARE, "rulings": [ruling]})
    sets = {"multiplier": 30, "factor": Fraction(3, 2), "name": "1.5", "list": (Fraction(1, 4),)}
    assert event.rulings[0].sets == sets
    assert isinstance(event.rulings[0].sets["multiplier"], int)
    assert read_event(write_event(event).encode()) == event
    assert '"factor": 1.5, "name": "1.5", "list": [0.25]' in write_event(event)


def test_an_event_without_a_start_is_refused_before_it_is_written() -> None:
    with pytest.raises(InvalidInput) as refused:
        write_event(Event("Minta Kupa", "go"))
    assert (refused.value.key, refused.value.place) == ("formats.required", "start")


def test_the_keys_of_a_document_are_those_of_the_contract() -> None:
    assert list(document_of(event_of(BARE))) == list(BARE)


def test_the_formats_that_are_read() -> None:
    assert FORMS == ("event/1", "opengotha", "h9")
    text = write_event(event_of(BARE)).encode()
    assert read_event(b" \n" + text, "event/1") == read_event(b"\xef\xbb\xbf\n" + text) == event_of(BARE)
    with pytest.raises(InvalidInput) as refused:
        read_event(b"{}", "csv")
    assert refused.value.faults[0].fields == {"form": "csv", "known": FORMS}
    with pytest.raises(InvalidInput) as refused:
        read_event(b"012 Minta Kupa\n")
    assert refused.value.key == "formats.unknown-format"
