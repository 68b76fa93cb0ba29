"""Sentences: every form in the three languages, and what a sentence asks for must be there."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from fokozat.kernel.errors import BrokenInvariant, Fault
from fokozat.kernel.words import LANGUAGES, Run, Words, _joined, day, fields_of, plain, signed, span, word_fault

ROOM = Words(
    "room",
    {
        "say": {
            "change": {"en": "changed by {change:signed}", "hu": "változás: {change:signed}"},
            "stones": {"en": "{n} {n:plural stone|stones}", "hu": "{n} kő", "et": "{n} {n:plural kivi|kivi}"},
            "board": {"en": "on {board:board}"},
            "parts": {"en": "{parts:spans}"},
            "traits": {"en": "{one:word} of {all:words}"},
            "strong": {"en": "**{n}** of {step.below}"},
            "odd": {"en": "{n:romans}"},
        },
        "word": {"series": {"en": "a series", "hu": "versenysorozat", "et": "sari"}},
    },
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "en", "hu", "et"),
    [
        (7, "7", "7", "7"),
        (Fraction(-13, 25), "−0.52", "−0,52", "−0,52"),
        (Fraction(167, 3), "167/3", "167/3", "167/3"),
        (True, "yes", "igen", "jah"),
        (None, "none", "nincs", "puudub"),
        (date(2012, 3, 10), "10 March 2012", "2012. március 10.", "10. märts 2012"),
        ((1, Fraction(1, 2)), "1, 0.5", "1, 0,5", "1, 0,5"),
        ("19x19", "19x19", "19x19", "19x19"),
    ],
)
def test_plain_values(value: object, en: str, hu: str, et: str) -> None:
    assert tuple(plain(value, language) for language in LANGUAGES) == (en, hu, et)


@pytest.mark.parametrize(
    ("value", "text"), [(16, "+16"), (-4, "−4"), (0, "±0"), ("0.5", "+0,5"), (Fraction(-1, 2), "−0,5")]
)
def test_signed_numbers(value: object, text: str) -> None:
    assert signed(value, "hu") == text


def test_only_numbers_have_a_sign() -> None:
    with pytest.raises(BrokenInvariant):
        signed(None, "en")


@pytest.mark.parametrize(
    ("numbers", "text"), [((1, 2, 3), "1–3"), ((1, 2), "1+2"), ((2, 4, 5), "2+4+5"), (5, "5"), ((), "")]
)
def test_spans(numbers: object, text: str) -> None:
    assert span(numbers) == text


def test_every_month_has_a_name() -> None:
    for language in LANGUAGES:
        names = {day(date(2012, month, 1), language) for month in range(1, 13)}
        assert len(names) == 12


def test_forms() -> None:
    assert ROOM.say("change", "en", change=-4) == "changed by −4"
    assert ROOM.say("change", "hu", change=Fraction(3, 2)) == "változás: +1,5"
    assert [ROOM.say("stones", "en", n=n) for n in (1, 2)] == ["1 stone", "2 stones"]
    assert ROOM.say("board", "en", board="19x19") == "on 19×19"
    assert ROOM.say("parts", "en", parts=((1, 2, 3), (4, 5))) == "1–3, 4+5"
    assert ROOM.say("traits", "en", one="series", all=("series", "other")) == "a series of a series, other"


def test_strong_runs() -> None:
    runs = ROOM.runs("say", "strong", "en", {"n": 4, "step": {"below": 2}})
    assert runs == (Run("4", strong=True), Run(" of 2"))
    assert ROOM.say("strong", "en", n=4, step={"below": 2}) == "4 of 2"


def test_a_field_that_is_missing_is_our_fault() -> None:
    with pytest.raises(BrokenInvariant, match="'change'"):
        ROOM.say("change", "en")
    with pytest.raises(BrokenInvariant, match=r"step\.below"):
        ROOM.say("strong", "en", n=4, step={})


def test_a_sentence_a_language_a_form_or_a_room_that_is_missing_is_our_fault() -> None:
    for name, language in (("nothing", "en"), ("board", "hu")):
        with pytest.raises(BrokenInvariant, match=name):
            ROOM.say(name, language, board="19x19")
    with pytest.raises(BrokenInvariant, match="romans"):
        ROOM.say("odd", "en", n=4)
    with pytest.raises(BrokenInvariant, match="no-such-room"):
        Words.of("no-such-room")


def test_a_word_is_the_rooms_then_the_kernels_then_the_value() -> None:
    assert [ROOM.word("series", language) for language in LANGUAGES] == ["a series", "versenysorozat", "sari"]
    assert ROOM.word("yes", "et") == "jah"
    assert ROOM.word("league", "hu") == "league"


def test_the_fields_of_a_sentence() -> None:
    assert fields_of("{a} {b.c:signed} {d:plural one|many} {}") == {"a", "b.c", "d"}


def test_a_fault_is_worded_with_its_place() -> None:
    fault = Fault("formats.required", "players[3].id")
    assert word_fault(fault, "en") == "players[3].id: this is missing; please add it"
    assert word_fault(Fault("formats.required"), "en") == "this is missing; please add it"


def test_a_large_room_has_its_words_in_several_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('[say.a]\nen = "a"\n[error.e]\nen = "e"\n')
    other.write_text('[say.b]\nen = "b"\n')
    assert _joined([one, other]) == {"say": {"a": {"en": "a"}, "b": {"en": "b"}}, "error": {"e": {"en": "e"}}}
    other.write_text('[say.a]\nen = "again"\n')
    with pytest.raises(BrokenInvariant, match="stands in another file too"):
        _joined([one, other])
