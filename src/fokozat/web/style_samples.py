"""Made-up people and figures for the style page: long words, other scripts, 400 rows; nothing by chance."""

from datetime import date, timedelta
from fractions import Fraction

from fokozat.kernel.event import Event
from fokozat.kernel.exact import Exact

ROWS = 400
ROUNDS = 13
_FAMILY = ("Minta", "Példa", "Próba", "Képzelt", "Nemlétező", "Olematu", "Näidis", "Õunapuu", "Vázlat", "Ábra", "Őrsi")
_GIVEN = ("Mária", "Péter", "Tünde", "Ödön", "Zsófia", "Ülle", "Jüri", "Õie", "Csilla", "Gyula")
_CLUBS = ("Kavics Egyesület", "Próba Gó Klub", "Sakk-Gó Kör", "Näidise Goklubi", "Minta Megyei Amatőr Sakkszövetség")
# What tears a table apart: a long word, an Estonian one, letters from right to left, two hundred letters.
HARD = (
    "Megszentségteleníthetetlenségeskedéseitekért Próba",
    "Jäääärne Kuuuurija-Öötöö Näidis",
    "مثال تجريبي",
    "דוגמה בדויה",
    "DEMO-032 Próba-Minta",
    "Hosszúnevű " + "Leghosszabbnevű" * 12 + " Próbaadat",
)
_BEGIN = date(2010, 3, 1)


def name(at: int) -> str:
    """The name of a row; the first ones are the hard ones."""
    if at < len(HARD):
        return HARD[at]
    return f"{_FAMILY[at % len(_FAMILY)]} {_GIVEN[at // len(_FAMILY) % len(_GIVEN)]}"


def club(at: int) -> str:
    return _CLUBS[at * 7 % len(_CLUBS)]


def points(at: int) -> int:
    """From 2419 downwards, some of them shared."""
    return 2419 - 4 * (at - at % 3)


def change(at: int) -> int:
    """Between −18 and +32, with some that did not change."""
    return 0 if at % 9 == 3 else at * 37 % 51 - 18


def share(at: int) -> Exact:
    """An expected score."""
    return Fraction(at * 13 % 101, 100)


def line(at: int) -> list[Exact | None]:
    """A dozen figures with a gap here and there."""
    return [None if (at + place) % 17 == 16 else points(at) + (at + 3) * place * place % 61 for place in range(12)]


def days(at: int) -> list[tuple[date, Exact]]:
    """The same kind of line with its days."""
    return [
        (_BEGIN + timedelta(days=61 * place), figure) for place, figure in enumerate(line(at)) if figure is not None
    ]


def result(at: int, number: int) -> str:
    """What stands in a cross table: the opponent's place, the result, the colour."""
    opponent = (at * 7 + number * 31) % ROWS + 1
    return f"{opponent}{'+-='[(at + number) % 3]}{'wb'[number % 2]}"


def cup() -> Event:
    """A small event whose multiplier explains itself."""
    from fokozat.formats import read_event

    return read_event(_CUP)


_CUP = b"""{"fokozat": "event/1", "name": "Kavics Kupa", "game": "go", "board": "19x19", "start": "2012-03-10",
 "participants": 84, "rounds_planned": 5, "even": true,
 "time": {"base": 60, "overtime": {"kind": "japanese", "periods": 3, "seconds": 20}},
 "players": [{"id": "M1", "name": "Minta Anna"}, {"id": "M2", "name": "Proba Ors"}], "rounds": []}"""
