"""Exact numbers as text: nothing is lost, nothing is longer than it must be, nothing else is read."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fokozat.kernel.exact import exact_text, read_exact
from tests.laws.strategies import fractions

# what fits into the 30 digits on each side that are read
SHORT = st.integers(-(10**9), 10**9) | fractions() | st.builds(Fraction, st.integers(), st.integers(1, 10**6))
FITTING = SHORT.filter(lambda number: len(exact_text(number)) <= 30)


@given(FITTING)
@example(Fraction(-13, 25))
@example(Fraction(167, 3))
def test_what_is_written_is_read_again(number: Fraction) -> None:
    assert read_exact(exact_text(number)) == number


@given(FITTING)
def test_the_text_is_the_shortest(number: Fraction) -> None:
    text = exact_text(number)
    if "/" in text:
        assert Fraction(text).denominator == int(text.partition("/")[2])
        assert set(_prime_factors(Fraction(number).denominator)) - {2, 5}
    else:
        assert text == text.strip("+")
        assert "." not in text or text[-1] != "0"
        assert text.lstrip("-") == "0" or text.lstrip("-")[0] != "0" or text.lstrip("-")[1] == "."
        assert Decimal(text) == Decimal(text).normalize()


@given(st.integers(-(10**9), 10**9), st.integers(0, 9))
def test_a_decimal_is_written_as_a_decimal(digits: int, places: int) -> None:
    number = Decimal(digits).scaleb(-places)
    assert Decimal(exact_text(Fraction(number))) == number
    assert "/" not in exact_text(Fraction(number))


JUNK = (
    *("", " ", " 1", "1\n", "1.", ".5", "1e3", "1,5", "--1", "0x10", "1_000", "NaN", "inf", "½", "٣"),
    *("1/0", "1/-2", "1/2/3", "1.5/2", "9" * 31, "0." + "3" * 31),
)


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused(junk: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_exact(junk)


@given(st.text(max_size=12))
def test_whatever_is_read_is_that_number(text: str) -> None:
    try:
        number = read_exact(text)
    except ValueError:
        return
    try:
        assert Fraction(Decimal(text)) == number
    except InvalidOperation:
        over, _, under = text.partition("/")
        assert number * int(under) == int(over)


def _prime_factors(number: int) -> list[int]:
    factors, prime = [], 2
    while number > 1:
        while number % prime == 0:
            factors.append(prime)
            number //= prime
        prime += 1
    return factors
