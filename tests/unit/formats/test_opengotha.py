"""Files of OpenGotha: players, games and settings are read, what is wrong is told with its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fokozat.formats import read_event
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.event import Event
from fokozat.kernel.words import LANGUAGES, word_fault

FILE = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201">
<Players>
<Player name="Minta" firstName="Anna" rank="3D" grade="3D" country="HU" club="Kavi" rating="2140" egfPin="12345678"
 ratingOrigin="EGF : 2140"/>
<Player name="Próba" firstName="Őrs" rank="1D" grade="1D" country="HU" club="Kavi" rating="-120" ffgLicence=""/>
<Player name="Kis Próba" firstName="Éva" rank="12K" country="HU" club="Kör"/>
</Players>
<Games>
<Game roundNumber="2" tableNumber="1" blackPlayer="MINTAANNA" whitePlayer="PRÓBAŐRS"
 handicap="0" result="RESULT_UNKNOWN"/>
<Game roundNumber="1" tableNumber="1" blackPlayer="KISPRÓBAÉVA" whitePlayer="MINTAANNA"
 handicap="9" result="RESULT_WHITEWINS"/>
<Game roundNumber="3" tableNumber="1" blackPlayer="PRÓBAŐRS" whitePlayer="MINTAANNA"
 handicap="0" result="RESULT_BOTHLOSE"/>
</Games>
<ByePlayers>
<ByePlayer player="PRÓBAŐRS" roundNumber="1"/>
</ByePlayers>
<TournamentParameterSet>
<GeneralParameterSet name="Minta Kupa" beginDate="2012-03-10" endDate="2012-03-11" location="Kavicsfalva" size="19"
 numberOfRounds="3" basicTime="60" complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300" nbMovesCanTime="15"
 genMMBar="4D" genMMFloor="20K" director="Minta Béla"/>
<HandicapParameterSet hdCorrection="1" hdCeiling="9"/>
<PlacementCriterion name="MMS" number="1"/>
<PlacementCriterion name="SOSM" number="2"/>
<PlacementCriterion name="NULL" number="3"/>
</TournamentParameterSet>
</Tournament>
"""


def faults_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as refused:
        read_event(text.encode())
    assert all(word_fault(fault, language) for fault in refused.value.faults for language in LANGUAGES)
    return [(fault.key, fault.place) for fault in refused.value.faults]


def test_settings() -> None:
    event = read_event(FILE.encode())
    assert (event.name, event.board, event.place, event.format) == ("Minta Kupa", "19x19", "Kavicsfalva", "mcmahon")
    assert event.time is not None
    assert event.time.base == 60
    assert event.time.overtime.kind == "canadian"
    assert (event.time.overtime.moves, event.time.overtime.seconds) == (15, 300)
    assert event.tie_breaks == ("mms", "sos")
    assert event.mcmahon is not None
    assert (event.mcmahon.bar, event.mcmahon.floor, event.mcmahon.reduce, event.mcmahon.max) == ("4d", "20k", 1, 9)
    assert event.officials[0].name == "Minta Béla"


def test_players() -> None:
    first, second, third = read_event(FILE.encode()).players
    assert (first.id, first.name, first.entry_grade) == ("MINTAANNA", "Minta Anna", "3d")
    assert (dict(first.ids), first.extra["x-rating-origin"]) == ({"egd": "12345678"}, "EGF : 2140")
    assert dict(second.ids) == {}
    assert (third.id, third.entry_grade) == ("KISPRÓBAÉVA", "12k")
    assert [each.rating for each in (first, second, third)] == [2140, -120, None]


def test_games_stand_in_their_rounds() -> None:
    told = [
        [(g.first, g.second, g.result, g.stones, g.unplayed) for g in each.games]
        for each in read_event(FILE.encode()).rounds
    ]
    assert told == [
        [("KISPRÓBAÉVA", "MINTAANNA", "second", 9, None), ("PRÓBAŐRS", None, "first", 0, "bye")],
        [("MINTAANNA", "PRÓBAŐRS", None, 0, None)],
        [("PRÓBAŐRS", "MINTAANNA", "both-lose", 0, "forfeit")],
    ]


@pytest.mark.parametrize(
    ("old", "new", "key", "place"),
    [
        ('blackPlayer="MINTAANNA"', 'blackPlayer="SENKI"', "gotha-no-player", "10"),
        ('roundNumber="2"', 'roundNumber="x"', "gotha-no-round", "10"),
        ('handicap="9"', 'handicap="-1"', "gotha-no-stones", "12: KISPRÓBAÉVA – MINTAANNA"),
        ('result="RESULT_UNKNOWN"', 'result="?"', "gotha-no-result", "10: MINTAANNA – PRÓBAŐRS"),
        ('name="Próba" firstName="Őrs"', 'name="Minta" firstName="Anna"', "gotha-name-twice", "6: Minta Anna"),
        ('name="Próba" firstName="Őrs"', "", "gotha-no-name", "6"),
        ('beginDate="2012-03-10"', "", "gotha-no-settings", "1"),
        ('beginDate="2012-03-10"', 'beginDate="2012-13-10"', "no-day", "start"),
        ('roundNumber="2"', 'roundNumber="1"', "twice-in-a-round", "12: KISPRÓBAÉVA – MINTAANNA"),
        ('blackPlayer="MINTAANNA" whitePlayer="PRÓBAŐRS"', 'blackPlayer="MINTAANNA" whitePlayer="MINTAANNA"',
         "against-oneself", "10: MINTAANNA – MINTAANNA"),
        ("</Players>", "", "not-xml", "29:3"),
        ('encoding="UTF-8"', 'encoding="klingon"', "xml-encoding", "1"),
        ("<Tournament dataVersion", "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<Tournament dataVersion", "xml-entity", "2"),
        ("<Tournament dataVersion", "<Tournament " + 60 * "><a ", "xml-too-deep", "2"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, key: str, place: str) -> None:
    assert old in FILE
    assert (f"formats.{key}", place) in faults_of(FILE.replace(old, new, 1))


def test_a_file_without_players_is_no_event() -> None:
    assert ("formats.gotha-no-players", "1") in faults_of("<Tournament></Tournament>")


def games(event: Event) -> set[tuple[int, str, str | None, str | None, int]]:
    """Every game of two by the players' names."""
    names = {each.id: each.name for each in event.players}
    return {
        (each.number, names[game.first], names[game.second], game.result, game.stones)
        for each, game in event.games()
        if game.second
    }


def test_both_samples_tell_the_same_games(samples: Path) -> None:
    one, other = (read_event((samples / name).read_bytes()) for name in ("juvisy_2019.h9", "juvisy_2019_opengotha.xml"))
    assert games(one) == games(other)
    assert len(games(other)) == 36
    assert {(each.name, each.entry_grade) for each in one.players} == {
        (each.name, each.entry_grade) for each in other.players
    }


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_in_words(data: st.DataObject) -> None:
    """Whatever a bad line or a bad disk does to a file: an event or faults, nothing else."""
    sound = FILE.encode()
    at = data.draw(st.integers(0, len(sound)))
    damaged = sound[:at] + data.draw(st.binary(max_size=12)) + sound[at + data.draw(st.integers(0, 40)) :]
    faults: tuple[Fault, ...] = ()
    try:
        assert read_event(damaged, "opengotha").players
    except InvalidInput as error:
        faults = error.faults
    assert all(word_fault(fault, language) for fault in faults for language in LANGUAGES)
