"""What holds for every figure in every language: it can be read back, breaks nowhere, and uses no ASCII hyphen."""

import re
from datetime import date, timedelta
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel import figures
from fokozat.kernel.words import LANGUAGES

NUMBERS = st.one_of(
    st.integers(-(10**12), 10**12), st.fractions(max_denominator=1000), st.decimals(-(10**9), 10**9, places=3)
).map(lambda number: Fraction(number))
SPOKEN = st.sampled_from(LANGUAGES)
DAYS = st.dates(date(1, 1, 1), date(9998, 12, 31))


def read_back(text: str, language: str) -> Fraction:
    """The number again, as a reader of the language takes it."""
    bare = re.sub(r"[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}+±]", "", text).replace("−", "-")
    assert ("." if language != "en" else ",") not in bare
    return Fraction(bare.replace(",", "."))


@given(NUMBERS, SPOKEN)
def test_a_number_can_be_read_back(value: Fraction, language: str) -> None:
    assert read_back(figures.number(value, language), language) == value


@given(NUMBERS, SPOKEN)
def test_a_change_has_its_sign_and_its_number(change: Fraction, language: str) -> None:
    text = figures.signed(change, language)
    assert text[0] == ("+" if change > 0 else "−" if change < 0 else "±")
    assert read_back(text, language) == change


@given(NUMBERS, SPOKEN)
def test_a_number_never_breaks_and_has_no_hyphen(value: Fraction, language: str) -> None:
    text = figures.number(value, language)
    assert " " not in text
    assert "-" not in text
    whole = re.split(r"[.,/]", text)[0].lstrip("−")
    if len(re.sub(r"\D", "", whole)) > 4:
        assert re.fullmatch(r"\d{1,3}(\D\d{3})+", whole)
    else:
        assert whole.isdecimal()


@given(NUMBERS, st.integers(0, 4), SPOKEN)
def test_a_share_is_at_most_half_a_step_away(share: Fraction, places: int, language: str) -> None:
    shown = read_back(figures.percent(share, language, places).removesuffix("%"), language)
    assert abs(shown - share * 100) <= Fraction(1, 2 * 10**places)


@given(DAYS, DAYS, SPOKEN)
def test_two_days_are_never_written_alike(one: date, other: date, language: str) -> None:
    for written in (figures.day, figures.short_day):
        assert (written(one, language) == written(other, language)) == (one == other)


@given(DAYS, st.integers(0, 60), SPOKEN)
def test_from_a_day_to_a_day_names_both(first: date, length: int, language: str) -> None:
    last = first + timedelta(days=length)
    text = figures.days(first, last, language)
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    assert {first.day, last.day, last.year} <= set(numbers)
    assert (text == figures.day(first, language)) == (first == last)
