"""Reading wishes: no value that somebody may send breaks it, and every fault names its field."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import word_fault
from fokozat.office.wishes import Wish, shown

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def read_all(value: Any) -> Wish:
    wish = Wish({"x": value}, "row 3 ")
    wish.text("x", 20, required=True)
    wish.choice("x", ("one", "two"))
    wish.several("x", ("one", "two"), "one")
    wish.switched("x")
    wish.country("x")
    wish.day("x")
    wish.required_day("x")
    wish.year("x")
    wish.email("x")
    return wish


@given(ANYTHING)
def test_nothing_breaks_the_reading_and_every_fault_can_be_said(value: Any) -> None:
    wish = read_all(value)
    assert {fault.place for fault in wish.faults} == {"row 3 x"}
    for fault in wish.faults:
        for language in LANGUAGES:
            word_fault(fault, language).encode()  # nothing in it that cannot be sent
    with pytest.raises(InvalidInput) as told:
        wish.refuse_faults()
    assert told.value.faults == tuple(wish.faults)


@given(st.text(max_size=40))
def test_a_line_is_printable_or_refused(text: str) -> None:
    wish = Wish({"x": text})
    line = wish.text("x", 30)
    if not wish.faults:
        assert line == " ".join(line.split())
        assert len(line) <= 30
        line.encode()
        assert "\0" not in line


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2012-03-10", date(2012, 3, 10)), (date(2012, 3, 10), date(2012, 3, 10)),
        (datetime(2012, 3, 10, 23, 59, tzinfo=UTC), date(2012, 3, 10)), ("", None), (None, None),
    ],
)  # fmt: skip
def test_days(value: Any, day: date | None) -> None:
    wish = Wish({"x": value})
    assert wish.day("x") == day
    assert wish.faults == []


@pytest.mark.parametrize("value", ["2012-02-30", "2012-3-1", "20120310", "2012-W10-6", "1849-12-31", "2200-01-01", "x"])
def test_no_days(value: str) -> None:
    wish = Wish({"x": value})
    assert wish.day("x") is None
    assert [fault.key for fault in wish.faults] == ["office.no-day"]


@pytest.mark.parametrize(
    ("value", "on"), [(True, True), ("on", True), ("true", True), ("false", False), (False, False), (None, False)]
)
def test_switches(value: Any, on: bool) -> None:
    wish = Wish({"x": value})
    assert wish.switched("x") is on
    assert wish.faults == []


def test_a_message_repeats_little_of_what_was_sent() -> None:
    assert shown("x" * 100) == "x" * 40
    assert shown("a\0\ud800b") == "a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b"
