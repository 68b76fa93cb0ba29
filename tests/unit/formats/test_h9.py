"""Tables of the European Go Database: what they say is read, what they contradict is told with line and player."""

from pathlib import Path

import pytest

from fokozat.formats import read_event
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, word_fault

TABLE = """\
; CL[A]
; EV[Minta Kupa]
; PC[HU,Kavicsfalva]
; DT[2012-03-10,2012-03-11]
;
; Pl Name                Rk Co Club  MMS  SOS
   1 Minta Anna          3d HU Kavi   36  128   2+/w0   3+!/w0  0+
   2 Próba Őrs           1d HU Kavi   35½ 127   1-/b0   4=/b2   3?/b
   3 Näidis Õie          5k EE        33  120   4-/w1   1-!/b0  2?/w   |12345678
   4 Hosszú_Nevű Ágnes   6k HU Kör    33  119   3+/b1   2=/w2   0=
"""


def faults_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as refused:
        read_event(text.encode())
    assert all(word_fault(fault, language) for fault in refused.value.faults for language in LANGUAGES)
    return [(fault.key, fault.place) for fault in refused.value.faults]


def test_the_header_tells_of_the_event() -> None:
    event = read_event(TABLE.encode())
    assert (event.name, event.game, event.place) == ("Minta Kupa", "go", "Kavicsfalva")
    assert (str(event.start), str(event.end)) == ("2012-03-10", "2012-03-11")
    assert event.extra["x-egd"] == {
        "CL": "A", "EV": "Minta Kupa", "PC": "HU,Kavicsfalva", "DT": "2012-03-10,2012-03-11",
    }  # fmt: skip


def test_every_line_is_a_player_called_by_its_place() -> None:
    players = read_event(TABLE.encode()).players
    assert [(each.id, each.name, each.entry_grade) for each in players] == [
        ("1", "Minta Anna", "3d"),
        ("2", "Próba Őrs", "1d"),
        ("3", "Näidis Õie", "5k"),
        ("4", "Hosszú Nevű Ágnes", "6k"),
    ]
    assert [each.club for each in players] == ["Kavi", "Kavi", "", "Kör"]
    assert players[2].ids == {"egd": "12345678"}
    assert players[1].extra["x-criteria"] == ("35½", "127")
    assert players[3].family == "Hosszú Nevű"


def test_black_is_first_and_every_game_is_told_once() -> None:
    rounds = read_event(TABLE.encode()).rounds
    told = [[(g.first, g.second, g.result, g.stones, g.unplayed) for g in each.games] for each in rounds]
    assert told == [
        [("2", "1", "second", 0, None), ("4", "3", "first", 1, None)],
        [("3", "1", "second", 0, "forfeit"), ("2", "4", "draw", 2, None)],
        [("1", None, "first", 0, "bye"), ("2", "3", None, 0, None), ("4", None, "draw", 0, "half-bye")],
    ]


def test_a_game_without_colours_says_so() -> None:
    event = read_event(TABLE.replace("2+/w0", "2+").replace("1-/b0", "1-").encode())
    game = event.rounds[0].games[0]
    assert (game.first, game.second, game.result, game.extra) == ("1", "2", "first", {"x-colours": "unknown"})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines_and_marks_do_not_matter(encoding: str, end: str) -> None:
    assert read_event(TABLE.replace("\n", end).encode(encoding)) == read_event(TABLE.encode())


def test_older_files_have_the_letters_of_their_countries() -> None:
    lines = TABLE.replace("½", "").splitlines(keepends=True)
    data = b"".join(line.encode("iso-8859-2" if " HU " in line else "iso-8859-1") for line in lines)
    assert [each.name for each in read_event(data).players][1:] == ["Próba Őrs", "Näidis Õie", "Hosszú Nevű Ágnes"]


@pytest.mark.parametrize(
    ("old", "new", "key", "place"),
    [
        ("; EV[Minta Kupa]", ";", "h9-no-name", "1"),
        ("DT[2012-03-10,2012-03-11]", "DT[soon]", "h9-no-day", "1"),
        ("   2 Próba Őrs           1d", "   2 Próba Őrs", "h9-no-row", "8"),
        ("2+/w0", "2*/w0", "h9-no-result", "7: Minta Anna"),
        ("4=/b2", "4=/c2", "h9-no-result", "8: Próba Őrs"),
        ("   4 Hosszú", "   3 Hosszú", "h9-place-twice", "10: Hosszú Nevű Ágnes"),
        ("   0=\n", "\n", "h9-rounds-differ", "10: Hosszú Nevű Ágnes"),
        ("4=/b2", "9=/b2", "h9-no-opponent", "8: Próba Őrs"),
        ("4=/b2", "2=/b2", "h9-against-oneself", "8: Próba Őrs"),
        ("2=/w2", "2+/w2", "h9-contradiction", "8: Próba Őrs"),
        ("2=/w2", "2=/w3", "h9-contradiction", "8: Próba Őrs"),
        ("2=/w2", "2=/b2", "h9-contradiction", "8: Próba Őrs"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_player(old: str, new: str, key: str, place: str) -> None:
    assert old in TABLE
    assert (f"formats.{key}", place) in faults_of(TABLE.replace(old, new))


def test_a_header_alone_is_no_event() -> None:
    assert faults_of("; EV[Minta Kupa]\n") == [("formats.h9-no-players", "1")]


def test_the_sample_is_read(samples: Path) -> None:
    event = read_event((samples / "juvisy_2019.h9").read_bytes())
    assert (len(event.players), len(event.rounds)) == (19, 4)
    assert sum(len(each.games) for each in event.rounds) == 40
    assert [each.name for each in event.players if not each.name.isascii()] == [
        "Nemo André",
        "Burq François",
        "Moscardo Léo",
    ]
