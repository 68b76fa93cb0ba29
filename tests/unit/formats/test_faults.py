"""A document with a fault of nearly every kind, as three readers are told of it; and files that are no documents."""

import json
from typing import Any

import pytest

from fokozat.formats import event_of, read_event
from fokozat.formats.faults import MANY, place, shown
from fokozat.formats.file_text import LARGEST, MEBIBYTE
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import word_fault

DOCTORED = """
{"fokozat": "event/1", "name": "Minta\\nKupa", "game": "go", "start": "2012-03-10", "end": "2012-03-09",
 "format": "knock-out", "participants": true, "participants_": NaN,
 "time": {"base": -5, "overtime": {"kind": "canadian", "seconds": 300}},
 "players": [{"id": "A", "rating": "1947,5"}, {"id": "A"}, {"id": "B", "club": "x", "club": "y"}],
 "rounds": [{"number": 1, "games": [
   {"first": "A", "second": "Z", "result": "first"},
   {"first": "B", "second": null, "result": "first", "unplayed": "half-bye", "stones": 120, "to": "A"}]},
  {"number": 1}]}
"""

TOLD = (
    ("name", "control-character",
     "this text holds a line break or another invisible sign; please write it on one line",
     "ebben a szövegben sortörés vagy más láthatatlan jel van; kérjük, írja egy sorba",
     "selles tekstis on reavahetus või muu nähtamatu märk; palun kirjutage see ühele reale"),
    ("end", "end-before-start",
     "the event ends before it starts (10 March 2012); please correct one of the two days",
     "a verseny előbb ér véget, mint ahogy kezdődik (2012. március 10.); kérjük, javítsa a két nap egyikét",
     "turniir lõpeb enne algust (10. märts 2012); palun parandage üks kahest kuupäevast"),
    ("format", "unknown-word",
     '"knock-out" is not known here; write one of: swiss, round-robin, mcmahon, knockout, tokens, team, other',
     '"knock-out" itt nem ismert; írja ezek egyikét: swiss, round-robin, mcmahon, knockout, tokens, team, other',
     '"knock-out" ei ole siin tuntud; kirjutage üks neist: swiss, round-robin, mcmahon, knockout, tokens, team, other'),
    ("participants", "wrong-kind",
     "there must be a whole number without quotation marks here, not true or false",
     "itt a megfelelő érték idézőjel nélküli egész szám, nem pedig true vagy false",
     "siin peab olema jutumärkideta täisarv, mitte true või false"),
    ("time.base", "out-of-range",
     "−5 is out of range; write a number from 0 to 1000000",
     "−5 kívül esik a határokon; 0 és 1000000 közötti számot írjon",
     "−5 on piiridest väljas; kirjutage arv 0 kuni 1000000"),
    ("time.overtime.moves", "overtime-needs",
     "canadian overtime needs this number; please add it",
     "a(z) canadian hosszabbításhoz kell ez a szám; kérjük, adja meg",
     "lisaaeg canadian vajab seda arvu; palun lisage"),
    ("players[0].rating", "not-exact",
     '"1947,5" is not an exact number of at most 30 digits; write it like 1947, "3.5" or "167/3"',
     '"1947,5" nem legfeljebb 30 jegyű pontos szám; így írja: 1947, "3.5" vagy "167/3"',
     '"1947,5" ei ole kuni 30 numbrikohaga täpne arv; kirjutage see nagu 1947, "3.5" või "167/3"'),
    ("players[1].id", "id-twice",
     'the id "A" is taken already by players[0]; give each its own',
     'a(z) "A" azonosító már foglalt: players[0]; mindegyiknek adjon sajátot',
     'tunnus "A" on juba kasutusel: players[0]; andke igaühele oma'),
    ("players[2].club", "key-twice",
     'the key "club" stands twice in this object; keep one of them',
     'a(z) "club" kulcs kétszer szerepel ebben az objektumban; csak az egyiket hagyja meg',
     'võti "club" on selles objektis kaks korda; jätke alles üks'),
    ("rounds[0].games[0].second", "unknown-player",
     'the list of players has nobody with the id "Z"; correct the id, or add the player',
     'a játékosok között nincs "Z" azonosítójú; javítsa az azonosítót, vagy vegye fel a játékost',
     'mängijate hulgas ei ole kedagi tunnusega "Z"; parandage tunnus või lisage mängija'),
    ("rounds[0].games[1].stones", "out-of-range",
     "120 is out of range; write a number from 0 to 99",
     "120 kívül esik a határokon; 0 és 99 közötti számot írjon",
     "120 on piiridest väljas; kirjutage arv 0 kuni 99"),
    ("rounds[0].games[1].result", "result-contradicts",
     "with half-bye the result cannot be first; write one of: draw",
     "half-bye mellett az eredmény nem lehet first; írja ezek egyikét: draw",
     "kui märgitud on half-bye, ei saa tulemus olla first; kirjutage üks neist: draw"),
    ("rounds[0].games[1].to", "stones-to-a-stranger",
     '"A" does not play this game; the stones go to one of its two players',
     '"A" nem játszik ebben a játszmában; a köveket a két játékos egyike kapja',
     '"A" ei mängi seda partiid; kivid saab üks kahest mängijast'),
    ("rounds[1].number", "round-twice",
     "round 1 stands at rounds[0] already; give each round its own number",
     "a(z) 1. forduló már szerepel: rounds[0]; minden fordulónak adjon saját számot",
     "voor 1 on juba olemas: rounds[0]; andke igale voorule oma number"),
    ("participants_", "no-number",
     "NaN is not a number in JSON; write a number, or null where there is none",
     "a(z) NaN JSON-ban nem szám; írjon számot, vagy ha nincs, azt, hogy null",
     "NaN ei ole JSON-is arv; kirjutage arv või selle puudumisel null"),
)  # fmt: skip


def refused(data: bytes, form: str | None = None) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        read_event(data, form)
    return caught.value


def test_every_fault_of_the_doctored_document_in_the_order_of_the_document() -> None:
    faults = refused(DOCTORED.encode()).faults
    assert [(fault.place, fault.key) for fault in faults] == [(told[0], f"formats.{told[1]}") for told in TOLD]


@pytest.mark.parametrize(("at", "language"), [(0, "en"), (1, "hu"), (2, "et")])
def test_the_doctored_document_in_three_languages(at: int, language: str) -> None:
    worded = [word_fault(fault, language) for fault in refused(DOCTORED.encode()).faults]
    assert worded == [f"{told[0]}: {told[2 + at]}" for told in TOLD]


@pytest.mark.parametrize(
    ("data", "place", "key"),
    [
        (b"", "", "empty-file"),
        (b" \n\t", "", "empty-file"),
        (b" " * (LARGEST * MEBIBYTE + 1), "", "too-large"),
        ('{"a": 1}'.encode("utf-16"), "", "utf-16"),
        ('{"a": 1}'.encode("utf-16-le"), "", "utf-16"),
        ('{"a": 1}'.encode("utf-16-be"), "", "utf-16"),
        ('{"a":\n "\xe1"}'.encode("latin-1"), "2:3", "not-utf-8"),
        (b"<?xml version='1.0'?>", "", "unknown-format"),
        (b'{"a": 1,\n }', "2:2", "not-json"),
        (b'{"a": 1} {', "1:10", "not-json"),
        (b'{"a": 01}', "1:8", "not-json"),
        (b'{"a": "\n"}', "1:8", "json-broken-off"),
        (b'{"a": [1, 2', "1:12", "json-broken-off"),
        (b'{"a": "x}', "1:7", "json-broken-off"),
        (b'{"a": ' + b"[" * 64 + b"]" * 64 + b"}", "1:70", "too-deep"),
        (b"{}", "fokozat", "required"),
        (b'{"fokozat": "event/2", "name": 7}', "fokozat", "unknown-version"),
        (b'{"fokozat": 1, "name": 7}', "fokozat", "wrong-kind"),
    ],
    ids=lambda part: str(part)[:24],
)
def test_files_that_are_no_documents(data: bytes, place: str, key: str) -> None:
    error = refused(data)
    assert [(fault.place, fault.key) for fault in error.faults] == [(place, f"formats.{key}")]


def test_a_list_is_no_event() -> None:
    assert refused(b"[]", "event/1").key == "formats.no-document"


@pytest.mark.parametrize("number", [b"9" * 101, b"1e301", b"1E-301", b"-0.5e" + b"9" * 40, b"1." + b"0" * 100])
def test_numbers_that_nobody_means(number: bytes) -> None:
    faults = refused(b'{"fokozat": "event/1", "x-n": [0, ' + number + b"]}").faults
    assert ("x-n[1]", "formats.number-too-large") in {(fault.place, fault.key) for fault in faults}


def test_sixty_four_deep_is_not_too_deep() -> None:
    deep = b'{"fokozat": "event/1", "x": ' + b"[" * 63 + b"]" * 63 + b"}"
    assert "formats.too-deep" not in {fault.key for fault in refused(deep).faults}


def test_brackets_in_texts_are_not_counted() -> None:
    text = json.dumps({"fokozat": "event/1", "x": '["' * 200})
    assert "formats.too-deep" not in {fault.key for fault in refused(text.encode()).faults}


def test_a_document_that_holds_itself_is_too_deep() -> None:
    document: dict[str, Any] = {"fokozat": "event/1"}
    document["x-again"] = {"x-again": document}
    with pytest.raises(InvalidInput) as caught:
        event_of(document)
    assert "formats.too-deep" in {fault.key for fault in caught.value.faults}


def test_after_very_many_faults_reading_stops() -> None:
    players = [{"id": 7}] * (MANY + 500)
    assert len(refused(json.dumps({"fokozat": "event/1", "players": players}).encode()).faults) == MANY


def test_places() -> None:
    assert place(("rounds", 2, "games", 5, "second")) == "rounds[2].games[5].second"
    assert place(("x-note", "két szó", 0)) == 'x-note["két szó"][0]'
    assert place(("a" * 60,)) == "a" * 39 + "…"
    assert place(()) == ""


def test_what_is_shown_of_a_document_is_short_and_visible() -> None:
    assert shown('say "x"\x07') == '"say \\"x\\"\N{REPLACEMENT CHARACTER}"'
    assert len(shown("a" * 10**6)) == 42
