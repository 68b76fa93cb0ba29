"""Figures in three languages, each form by a table: what stands on a page, letter by letter."""

from datetime import UTC, date, datetime, time
from fractions import Fraction

import pytest

from fokozat.kernel import figures
from fokozat.kernel.errors import BrokenInvariant
from fokozat.kernel.exact import Exact
from fokozat.kernel.words import LANGUAGES, Words

THIN, SPACE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
DAY = date(2012, 3, 10)


@pytest.mark.parametrize(
    ("value", "en", "hu", "et"),
    [
        (0, "0", "0", "0"),
        (1947, "1947", "1947", "1947"),
        (12345, f"12{THIN}345", f"12{SPACE}345", f"12{SPACE}345"),
        (-1234567, f"−1{THIN}234{THIN}567", f"−1{SPACE}234{SPACE}567", f"−1{SPACE}234{SPACE}567"),
        (Fraction(67, 100), "0.67", "0,67", "0,67"),
        ("21.5", "21.5", "21,5", "21,5"),
        ("-0.52", "−0.52", "−0,52", "−0,52"),
        ("0.123456", "0.123456", "0,123456", "0,123456"),
        ("167/3", "167/3", "167/3", "167/3"),
        (Fraction(-100000, 7), f"−100{THIN}000/7", f"−100{SPACE}000/7", f"−100{SPACE}000/7"),
    ],
)
def test_numbers(value: Exact | str, en: str, hu: str, et: str) -> None:
    assert tuple(figures.number(value, language) for language in LANGUAGES) == (en, hu, et)


@pytest.mark.parametrize(
    ("value", "en", "hu"),
    [(16, "+16", "+16"), (-4, "−4", "−4"), (0, "±0", "±0"), ("0.5", "+0.5", "+0,5"), ("-1/3", "−1/3", "−1/3")],
)
def test_a_change_always_has_a_sign(value: object, en: str, hu: str) -> None:
    assert [figures.signed(value, language) for language in LANGUAGES] == [en, hu, hu]


@pytest.mark.parametrize(
    ("value", "places", "en", "et"),
    [
        (7, 1, "7.0", "7,0"), ("21.5", 1, "21.5", "21,5"), ("-0.5", 2, "−0.50", "−0,50"), (7, 0, "7", "7"),
        (10000, 2, f"10{THIN}000.00", f"10{SPACE}000,00"),
    ],
)  # fmt: skip
def test_numbers_under_each_other(value: Exact | str, places: int, en: str, et: str) -> None:
    assert [figures.fixed(value, places, language) for language in ("en", "et")] == [en, et]


@pytest.mark.parametrize(("value", "places"), [("21.25", 1), ("1/3", 2), ("0.5", 0)])
def test_a_column_loses_no_decimal(value: str, places: int) -> None:
    with pytest.raises(BrokenInvariant):
        figures.fixed(value, places, "en")


@pytest.mark.parametrize(
    ("share", "places", "en", "hu"),
    [
        (Fraction(1, 2), 0, "50%", "50%"), (Fraction(1, 8), 1, "12.5%", "12,5%"), (Fraction(1, 8), 0, "13%", "13%"),
        (1, 0, "100%", "100%"), ("0.005", 0, "1%", "1%"), (0, 0, "0%", "0%"), (Fraction(-1, 3), 0, "−33%", "−33%"),
    ],
)  # fmt: skip
def test_shares(share: Exact | str, places: int, en: str, hu: str) -> None:
    assert [figures.percent(share, language, places) for language in ("en", "hu")] == [en, hu]


def test_places_in_a_row() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)
    english = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]
    assert [figures.ordinal(number, "en") for number in numbers] == english
    assert [figures.ordinal(number, "hu") for number in (1, 12)] == ["1.", "12."]
    assert [figures.ordinal(number, "et") for number in (1, 12)] == ["1.", "12."]
    assert [figures.places(3, 5), figures.places(3, 3)] == ["3–5", "3"]


def test_days_in_the_order_of_the_language() -> None:
    assert [figures.day(DAY, each) for each in LANGUAGES] == ["10 March 2012", "2012. március 10.", "10. märts 2012"]
    assert [figures.short_day(DAY, each) for each in LANGUAGES] == ["10 Mar 2012", "2012. 03. 10.", "10.03.2012"]
    assert [figures.month(DAY, each) for each in LANGUAGES] == ["March 2012", "2012. március", "märts 2012"]
    assert figures.short_day(date(2012, 11, 3), "hu") == "2012. 11. 03."


@pytest.mark.parametrize(
    ("last", "en", "hu", "et"),
    [
        (DAY, "10 March 2012", "2012. március 10.", "10. märts 2012"),
        (date(2012, 3, 11), "10–11 March 2012", "2012. március 10–11.", "10.–11. märts 2012"),
        (date(2012, 4, 1), "10 March – 1 April 2012", "2012. március 10. – április 1.", "10. märts – 1. aprill 2012"),
        (
            date(2013, 1, 2), "10 March 2012 – 2 January 2013", "2012. március 10. – 2013. január 2.",
            "10. märts 2012 – 2. jaanuar 2013",
        ),
    ],
)  # fmt: skip
def test_from_a_day_to_a_day(last: date, en: str, hu: str, et: str) -> None:
    assert tuple(figures.days(DAY, last, language) for language in LANGUAGES) == (en, hu, et)


def test_times() -> None:
    at = datetime(2012, 3, 10, 9, 5, tzinfo=UTC)
    assert figures.clock(time(14, 30)) == "14:30"
    assert figures.moment(at, "hu") == "2012. március 10., 09:05 UTC"
    with pytest.raises(BrokenInvariant):
        figures.moment(datetime(2012, 3, 10), "en")  # noqa: DTZ001 - that is what is refused


def test_what_is_no_number_is_our_fault() -> None:
    for value in (None, True, "sixteen", [1]):
        with pytest.raises(BrokenInvariant):
            figures.signed(value, "en")
    with pytest.raises(BrokenInvariant):
        figures.number("1e5", "en")


def test_sentences_use_the_same_forms() -> None:
    template = "{p:number} {c:signed} {s:fixed 1} {t:fixed 2} {x:percent} {n:ordinal} {d:short} {at:moment}"
    room = Words("room", {"say": {"all": dict.fromkeys(LANGUAGES, template)}})
    fields = {"p": "21.5", "c": 0, "s": 7, "t": "0.5", "x": "0.5", "n": 3, "d": DAY}
    at = datetime(2012, 3, 10, 9, 5, tzinfo=UTC)
    assert room.say("all", "en", at=at, **fields) == (
        "21.5 ±0 7.0 0.50 50% 3rd 10 Mar 2012 10 March 2012, 09:05 UTC"
    )  # fmt: skip
    assert room.say("all", "et", at=at, **fields) == (
        "21,5 ±0 7,0 0,50 50% 3. 10.03.2012 10. märts 2012, 09:05 UTC"
    )  # fmt: skip
