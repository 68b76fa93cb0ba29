"""Exact numbers as text: a terminating decimal where there is one ("-0.52"), otherwise p/q ("167/3"). No floats."""

import re
from fractions import Fraction

Exact = int | Fraction

_DECIMAL = re.compile(r"[+-]?\d{1,30}(\.\d{1,30})?|[+-]?\d{1,30}/\d{1,30}", re.ASCII)


def exact_text(value: Exact) -> str:
    """The shortest exact text: "21.5", "-0.52", "167/3", "75"."""
    value = Fraction(value)
    twos, rest = _times_divisible(value.denominator, 2)
    fives, rest = _times_divisible(rest, 5)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def read_exact(text: str) -> Fraction:
    """The number that a text such as "21.5", "-0.52" or "167/3" writes; ValueError for anything else."""
    if not _DECIMAL.fullmatch(text):
        raise ValueError(text)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None


def _times_divisible(number: int, prime: int) -> tuple[int, int]:
    times = 0
    while number % prime == 0:
        number //= prime
        times += 1
    return times, number
