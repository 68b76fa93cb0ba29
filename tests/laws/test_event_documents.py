"""Event documents: nothing is lost on the way, and whatever is wrong is said with its place, never otherwise."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from fokozat.formats import document_of, event_of, read_event, write_event
from fokozat.formats.faults import Path, place
from fokozat.kernel.crosstable import crosstable_of
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.event import Event
from fokozat.kernel.words import LANGUAGES, word_fault
from tests.laws.strategies import events, json_values, pairings

OF_ANY_SHAPE = ("sets", "stages")
Document = dict[str, Any]


def faults_of(document: object) -> tuple[Fault, ...]:
    """What is wrong with a document; nothing for a sound one."""
    try:
        event_of(document)
    except InvalidInput as error:
        return error.faults
    return ()


def all_are_worded(faults: tuple[Fault, ...]) -> bool:
    return all(word_fault(fault, language) for fault in faults for language in LANGUAGES)


@settings(max_examples=50)
@given(events())
def test_what_is_written_is_read_again(event: Event) -> None:
    text = write_event(event)
    again = read_event(text.encode())
    assert again == event
    assert write_event(again) == text
    assert text.endswith("}\n")


@settings(max_examples=30)
@given(events())
def test_a_parsed_document_and_its_text_are_the_same_event(event: Event) -> None:
    assert event_of(document_of(event)) == event


@settings(max_examples=30)
@given(events())
def test_what_is_written_is_json_to_everybody(event: Event) -> None:
    parsed = json.loads(write_event(event))
    known = [key for key in parsed if not key.startswith("x-")]
    assert known == [key for key in document_of(event) if not key.startswith("x-")]
    assert parsed["fokozat"] == "event/1"


@given(json_values())
def test_an_unknown_key_comes_back_letter_for_letter(value: object) -> None:
    event = Event("Minta Kupa", "go", start=date(2012, 3, 10), extra={"x-kept": value})
    written = write_event(event)
    again = write_event(read_event(b"\xef\xbb\xbf" + written.encode()))
    assert again == written


# ---------------------------------------------------------------- renaming


def renamed_document(document: Document, names: dict[str, str]) -> Document:
    """The document with other ids for its players, wherever an id stands."""
    document = copy.deepcopy(document)
    for player in document["players"]:
        player["id"] = names[player["id"]]
    for each in document["rounds"]:
        for game in each["games"]:
            game.update({key: names[game[key]] for key in ("first", "second", "to") if game.get(key) is not None})
    for team in document.get("teams", ()):
        team["players"] = [names[player] for player in team.get("players", ())]
    if "avoid" in document:
        document["avoid"] = [[names[player] for player in group] for group in document["avoid"]]
    return document


def renamed_event(event: Event, names: dict[str, str]) -> Event:
    def other(player: str | None) -> Any:
        return None if player is None else names[player]

    def several(players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[player] for player in players)

    rounds = tuple(
        replace(
            each,
            games=tuple(
                replace(game, first=other(game.first), second=other(game.second), to=other(game.to))
                for game in each.games
            ),
        )
        for each in event.rounds
    )
    return replace(
        event,
        players=tuple(replace(entry, id=names[entry.id]) for entry in event.players),
        rounds=rounds,
        teams=tuple(replace(team, players=several(team.players)) for team in event.teams),
        avoid=tuple(several(group) for group in event.avoid),
    )


@settings(max_examples=30)
@given(events(), st.randoms(use_true_random=False))
def test_renaming_players_renames_and_nothing_else(event: Event, chance: Any) -> None:
    ids = [entry.id for entry in event.players]
    shuffled = [f"N{at}" for at in range(len(ids))]
    chance.shuffle(shuffled)
    names = dict(zip(ids, shuffled, strict=True))
    renamed = event_of(renamed_document(document_of(event), names))
    assert renamed == renamed_event(event, names)


@given(pairings())
def test_renaming_players_leaves_the_crosstable(event: Event) -> None:
    names = {entry.id: f"N{at}" for at, entry in enumerate(event.players)}
    table, renamed = crosstable_of(event), crosstable_of(renamed_event(event, names))
    assert [row.cells for row in renamed.rows] == [row.cells for row in table.rows]
    assert [row.player for row in renamed.rows] == [names[row.player] for row in table.rows]


# ---------------------------------------------------------------- corruptions


def known_places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of the document whose kind the contract fixes."""
    if path:
        yield path
    if path and path[-1] in OF_ANY_SHAPE:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            if not key.startswith("x-"):
                yield from known_places(each, (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from known_places(each, (*path, at))


def at(document: Any, path: Path) -> Any:
    for part in path:
        document = document[part]
    return document


@settings(max_examples=50)
@given(events(), st.data())
def test_a_value_of_the_wrong_kind_is_found_where_it_stands(event: Event, data: st.DataObject) -> None:
    document = document_of(event)
    path = data.draw(st.sampled_from(list(known_places(document))))
    above = at(document, path[:-1])
    above[path[-1]] = "text" if isinstance(above[path[-1]], dict) else {"a": 1}
    faults = faults_of(document)
    assert place(path) in {fault.place for fault in faults}
    assert all_are_worded(faults)


REQUIRED = re.compile(
    r"fokozat|name|game|start|players|rounds|players\[\d+\]\.id|rounds\[\d+\]\.number|rulings\[\d+\]\.paragraph"
    r"|officials\[\d+\]\.name|teams\[\d+\]\.id|rounds\[\d+\]\.games\[\d+\]\.first|.*overtime\.seconds"
)


@settings(max_examples=50)
@given(events(), st.data())
def test_what_is_missing_is_said_and_what_may_be_missing_is_not(event: Event, data: st.DataObject) -> None:
    document = document_of(event)
    places = [path for path in known_places(document) if isinstance(path[-1], str)]
    path = data.draw(st.sampled_from(places))
    del at(document, path[:-1])[path[-1]]
    name = place(path)
    missed = {fault.place for fault in faults_of(document)}
    if REQUIRED.fullmatch(name):
        assert name in missed
    elif path[-1] not in ("second", "result", "unplayed", "stones", "duel", "match", "kind", "moves", "players"):
        assert not missed


EVERYTHING = """
{"fokozat": "event/1", "name": "Minta Kupa", "game": "go", "start": "2012-03-10", "end": "2012-03-11",
 "participants": 4, "rounds_planned": 2, "format": "swiss", "traits": ["series"], "avoid": [["A", "B"]],
 "time": {"base": 60, "overtime": {"kind": "canadian", "moves": 30, "seconds": 300}},
 "rulings": [{"paragraph": "6.§(2)", "sets": {"multiplier": 30}, "on": "2012-03-12"}],
 "teams": [{"id": "T", "players": ["A", "B"]}, {"id": "U"}],
 "players": [{"id": "A", "rating": 1947}, {"id": "B", "born": "1990"}, {"id": "C"}, {"id": "D"}],
 "rounds": [
  {"number": 1, "games": [{"first": "A", "second": "B", "result": "draw", "stones": 2, "to": "A"},
                          {"first": "C", "second": "D", "result": "first", "unplayed": "forfeit"}]},
  {"number": 2, "games": [{"first": "A", "second": null, "result": "first", "unplayed": "bye"},
                          {"first": "B", "second": null, "result": "draw", "unplayed": "half-bye"},
                          {"first": "C", "second": null, "result": "second", "unplayed": "zero-bye"},
                          {"first": "D", "second": null, "result": "first", "unplayed": "full-bye"}]}]}
"""

LONG = "a" * 101
GAME = "rounds[0].games[0]"
CORRUPTIONS: tuple[tuple[str, object, str], ...] = (
    ("fokozat", "event/2", "formats.unknown-version"),
    ("name", "", "formats.empty"),
    ("name", "two\nlines", "formats.control-character"),
    ("name", "nul\0", "formats.broken-character"),
    ("name", "half \ud800", "formats.broken-character"),
    ("name", "long" * 300, "formats.too-long"),
    ("start", "2012-02-30", "formats.no-day"),
    ("start", "20120310", "formats.no-day"),
    ("end", "2012-03-09", "formats.end-before-start"),
    ("participants", -1, "formats.out-of-range"),
    ("participants", 100_001, "formats.out-of-range"),
    ("participants", True, "formats.wrong-kind"),
    ("participants", 1.5, "formats.wrong-kind"),
    ("participants", float("nan"), "formats.no-number"),
    ("participants", 10**200, "formats.number-too-large"),
    ("rounds_planned", 0, "formats.out-of-range"),
    ("rounds_planned", 1001, "formats.out-of-range"),
    ("format", "knock-out", "formats.unknown-word"),
    ("traits[0]", "serie", "formats.unknown-word"),
    ("avoid[0][1]", "Z", "formats.unknown-player"),
    ("avoid[0]", ["A"], "formats.too-few-to-avoid"),
    ("time.base", -1, "formats.out-of-range"),
    ("time.base", "1h", "formats.not-exact"),
    ("time.overtime.kind", "byoyomi", "formats.unknown-word"),
    ("time.overtime.kind", "none", "formats.overtime-without-kind"),
    ("time.overtime.moves", 0, "formats.overtime-needs"),
    ("time.overtime.seconds", None, "formats.overtime-needs"),
    ("time.overtime.seconds", -1, "formats.out-of-range"),
    ("rulings[0].paragraph", None, "formats.required"),
    ("rulings[0].on", "tomorrow", "formats.no-day"),
    ("teams[1].id", "T", "formats.id-twice"),
    ("teams[0].players[1]", "Z", "formats.unknown-player"),
    ("players[1].id", "A", "formats.id-twice"),
    ("players[1].id", LONG, "formats.too-long"),
    ("players[1].id", 7, "formats.wrong-kind"),
    ("players[1].born", "1990-13", "formats.no-birth"),
    ("players[0].rating", "1947,5", "formats.not-exact"),
    ("players[0].rating", False, "formats.wrong-kind"),
    ("rounds[1].number", 1, "formats.round-twice"),
    ("rounds[1].number", 0, "formats.out-of-range"),
    (f"{GAME}.first", "Z", "formats.unknown-player"),
    (f"{GAME}.first", None, "formats.required"),
    (f"{GAME}.second", "A", "formats.against-oneself"),
    (f"{GAME}.second", None, "formats.game-alone"),
    (f"{GAME}.result", "1-0", "formats.unknown-word"),
    (f"{GAME}.unplayed", "walkover", "formats.unknown-word"),
    (f"{GAME}.stones", -1, "formats.out-of-range"),
    (f"{GAME}.stones", 100, "formats.out-of-range"),
    (f"{GAME}.to", "C", "formats.stones-to-a-stranger"),
    ("rounds[0].games[1].first", "A", "formats.twice-in-a-round"),
    ("rounds[0].games[1].second", "B", "formats.twice-in-a-round"),
    ("rounds[0].games[1].second", None, "formats.forfeit-alone"),
    ("rounds[0].games[1].result", "draw", "formats.result-contradicts"),
    ("rounds[0].games[1].result", None, "formats.result-contradicts"),
    ("rounds[1].games[0].second", "C", "formats.bye-with-opponent"),
    ("rounds[1].games[0].result", "second", "formats.result-contradicts"),
    ("rounds[1].games[1].result", "first", "formats.result-contradicts"),
    ("rounds[1].games[2].result", "first", "formats.result-contradicts"),
    ("rounds[1].games[3].result", "draw", "formats.result-contradicts"),
    ("rounds[0].games[1].to", "C", "formats.stones-to-without-stones"),
    ("rounds[1].games", {}, "formats.wrong-kind"),
    ("x-free", b"x", "formats.no-json-value"),
)


def spoil(document: Document, where: str, value: object) -> None:
    parts = [int(part) if part.isdecimal() else part for part in re.findall(r"[\w-]+", where)]
    at(document, tuple(parts[:-1]))[parts[-1]] = value


def test_the_document_to_spoil_is_sound() -> None:
    assert faults_of(json.loads(EVERYTHING)) == ()


@pytest.mark.parametrize(("where", "value", "key"), CORRUPTIONS, ids=lambda part: str(part)[:30])
def test_one_corruption_is_one_fault_at_its_place(where: str, value: object, key: str) -> None:
    document = json.loads(EVERYTHING)
    spoil(document, where, value)
    faults = faults_of(document)
    assert [(fault.place, fault.key) for fault in faults if fault.place == where] == [(where, key)]
    assert all_are_worded(faults)


@given(st.sets(st.sampled_from(range(1, len(CORRUPTIONS))), min_size=1, max_size=6))
def test_several_corruptions_are_all_found(chosen: set[int]) -> None:
    """Each at another place, and none that takes the ground from under another."""
    corruptions = [CORRUPTIONS[number] for number in sorted(chosen)]
    tops = {re.split(r"[.\[]", where)[0] for where, _, _ in corruptions}
    assume(len(tops) == len(corruptions) and not tops >= {"start", "end"})
    assume(not any(where.startswith("players") for where, _, _ in corruptions))
    document = json.loads(EVERYTHING)
    for where, value, _ in corruptions:
        spoil(document, where, value)
    found = {(fault.place, fault.key) for fault in faults_of(document)}
    assert found >= {(where, key) for where, _, key in corruptions}


# ---------------------------------------------------------------- whatever comes in


def read_or_refused(data: bytes, form: str | None = None) -> None:
    """Either an event or faults that a person can read; any other exception goes through."""
    try:
        event = read_event(data, form)
    except InvalidInput as error:
        faults = error.faults
    else:
        faults = ()
        assert read_event(write_event(event).encode()) == event
    assert all_are_worded(faults)


@given(st.binary(max_size=80), st.booleans())
@example(b"", True)
@example(b"\xff\xfe{\0}\0", False)
@example(b"{" * 100_000, True)
@example(b'{"fokozat":' + b"[" * 100_000 + b"]" * 100_000, True)
@example(b'{"a": ' + b"9" * 5000 + b"}", True)
@example(b'{"a": 1e999999999999}', True)
@example(b'{"\\ud800": NaN}', True)
def test_any_bytes_are_read_or_refused(data: bytes, named: bool) -> None:
    read_or_refused(data, "event/1" if named else None)
    read_or_refused(b"{" + data, "event/1" if named else None)


@settings(max_examples=80)
@given(st.data())
def test_a_spoilt_text_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.just(EVERYTHING) | events().map(write_event)).encode()
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    pieces = st.sampled_from(
        (b"", b'"', b"{", b"}", b"[", b"]", b",", b":", b"-", b"1e9", b"null", b"true", b"\\u0000", b"\xff")
    )
    read_or_refused(text[:start] + data.draw(pieces | st.binary(max_size=4)) + text[start + length :])


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.binary(),
                    lambda below: st.lists(below) | st.dictionaries(st.text() | st.integers(), below)))  # fmt: skip
def test_any_value_is_an_event_or_refused(value: object) -> None:
    document = {"fokozat": "event/1", "name": "a", "game": "go", "start": "2012-03-10", "players": [], "rounds": []}
    assert all_are_worded(faults_of(value))
    assert all_are_worded(faults_of({**document, "x-any": value, "time": value, "rounds": value}))
