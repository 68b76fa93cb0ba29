"""What the laws draw: exact numbers, texts, whole valid events with unknown keys everywhere."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fokozat.formats.strict_json import Numeral
from fokozat.kernel.event import (
    FORMATS,
    OVERTIME_KINDS,
    RESULTS,
    TRAITS,
    Entry,
    Event,
    Game,
    McMahon,
    Official,
    Overtime,
    Round,
    Ruling,
    Team,
    TimeControl,
)

HALVES_AND_THIRDS = (1, 2, 3, 4, 10, 1000)


@cache
def fractions(low: int = -10_000, high: int = 10_000) -> st.SearchStrategy[Fraction]:
    """Exact numbers, many of them whole, halves or thirds."""
    parts = st.sampled_from(HALVES_AND_THIRDS)
    return parts.flatmap(lambda part: st.integers(low * part, high * part).map(lambda n: Fraction(n, part)))


@cache
def lines(min_size: int = 0) -> st.SearchStrategy[str]:
    """Text of one line, in any script."""
    return st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=min_size, max_size=6)


@cache
def prose() -> st.SearchStrategy[str]:
    """Text of several lines; only what no document can hold is left out."""
    return st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@cache
def days() -> st.SearchStrategy[date]:
    return st.dates(date(1900, 1, 1), date(2100, 12, 31))


@cache
def numerals() -> st.SearchStrategy[Numeral]:
    """Numbers that are no plain integers, as people and programs write them."""
    pattern = r"-?(0|[1-9][0-9]{0,6})\.[0-9]{1,6}([eE][+-]?[0-9]{1,2})?"
    return st.from_regex(pattern, fullmatch=True).map(Numeral) | st.just(Numeral("-0"))


@cache
def json_values() -> st.SearchStrategy[object]:
    """Anything that a document can hold, as the reader keeps it: its lists are tuples."""
    leaves = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | prose() | numerals()
    return st.recursive(
        leaves, lambda below: st.lists(below, max_size=3).map(tuple) | st.dictionaries(prose(), below, max_size=2)
    )


@cache
def extras() -> st.SearchStrategy[dict[str, object]]:
    """Unknown keys; most objects have none."""
    keys = prose().map(lambda text: f"x-{text}")
    return st.just({}) | st.dictionaries(keys, json_values(), min_size=1, max_size=2)


@cache
def figures() -> st.SearchStrategy[object]:
    """Values of any shape whose numbers are exact ones."""
    decimals = st.integers(-(10**6), 10**6).map(lambda n: Fraction(n, 100))
    numbers = decimals.map(lambda number: int(number) if number.denominator == 1 else number)
    return st.integers(-99, 99) | numbers | lines() | st.booleans() | st.lists(st.integers(0, 9), max_size=3).map(tuple)


@cache
def overtimes() -> st.SearchStrategy[Overtime]:
    moves = st.integers(1, 60)
    return st.sampled_from(OVERTIME_KINDS).flatmap(
        lambda kind: (
            st.just(Overtime(kind))
            if kind == "none"
            else st.builds(Overtime, st.just(kind), st.integers(0, 9), moves, st.integers(0, 600), extras())
        )
    )


@cache
def times() -> st.SearchStrategy[TimeControl]:
    return st.builds(
        TimeControl,
        base=st.none() | fractions(0, 600),
        overtime=overtimes(),
        text=prose(),
        stages=st.lists(figures(), max_size=2).map(tuple),
        extra=extras(),
    )


@cache
def rulings() -> st.SearchStrategy[Ruling]:
    return st.builds(
        Ruling,
        paragraph=lines(1),
        sets=st.dictionaries(lines(), figures(), max_size=2),
        by=lines(),
        on=st.none() | days(),
        reason=prose(),
        extra=extras(),
    )


def entries(player: str) -> st.SearchStrategy[Entry]:
    """A player of that id; what is drawn beside it is left out half of the time."""
    return st.just(Entry(player)) | st.builds(
        Entry,
        id=st.just(player),
        name=lines(),
        sex=st.sampled_from(("", "f", "m")),
        ids=st.dictionaries(lines(), lines(), max_size=2),
        rating=st.none() | fractions(),
        grade=st.sampled_from(("", "1k", "2d")),
        registered=st.booleans(),
        reached=st.lists(lines(), max_size=2).map(tuple),
        born=st.sampled_from(("", "1990", "1990-05", "1990-05-01")),
        games_before=st.none() | st.integers(0, 999),
        k=st.none() | fractions(0, 40),
        withdrawn_after=st.none() | st.integers(0, 9),
        points_claimed=st.none() | fractions(0, 9),
        rank_claimed=st.none() | st.integers(1, 99),
        extra=extras(),
    )


@st.composite
def lines_of_two(draw: st.DrawFn, first: str, second: str, duel: int | None = None) -> Game:
    """A game, a forfeit or a ruling of two players."""
    unplayed: Any = draw(st.sampled_from((None, None, "forfeit", "ruling")))
    results: tuple[Any, ...] = ("first", "second", "both-lose") if unplayed == "forfeit" else (*RESULTS, None)
    return Game(first, second, draw(st.sampled_from(results)), unplayed, duel=duel)


@st.composite
def lines_alone(draw: st.DrawFn, player: str) -> Game:
    """A bye of any kind, or a ruling without an opponent."""
    known = {"bye": "first", "full-bye": "first", "half-bye": "draw", "zero-bye": "second"}
    unplayed: Any = draw(st.sampled_from((*known, "ruling")))
    results: tuple[Any, ...] = (known[unplayed], None) if unplayed in known else (*RESULTS, None)
    return Game(player, None, draw(st.sampled_from(results)), unplayed)


@cache
def round_numbers() -> st.SearchStrategy[list[int]]:
    """Mostly 1, 2, 3; some rounds may be missing, or all."""
    return st.sampled_from((2, 3, 1)).map(lambda count: [*range(1, count + 1)]) | st.sets(
        st.integers(1, 9), max_size=3
    ).map(sorted)


@st.composite
def rounds(draw: st.DrawFn, number: int, players: tuple[str, ...], duels: bool = False) -> Round:
    """A round in which some play, one may have a bye, the others are absent."""
    order = draw(st.permutations(players))
    pairs = [(order[at], order[at + 1]) for at in range(0, len(order) - 1, 2)]
    kept = draw(st.just(len(pairs)) | st.integers(0, len(pairs)))
    games: list[Game] = []
    for first, second in pairs[:kept]:
        if duels and draw(st.booleans()):
            games += [draw(lines_of_two(first, second, duel=1)), draw(lines_of_two(second, first, duel=2))]
        else:
            games.append(draw(lines_of_two(first, second)))
    if len(order) > 2 * kept and draw(st.booleans()):
        games.append(draw(lines_alone(order[-1])))
    return Round(number, tuple(games))


def _dressed(draw: st.DrawFn, bare: Round) -> Round:
    """The round with everything else that can be said of it and of its games."""
    games = tuple(_dressed_game(draw, game) if draw(st.booleans()) else game for game in bare.games)
    return replace(bare, games=games, time=draw(st.none() | times()), extra=draw(extras()))


def _dressed_game(draw: st.DrawFn, game: Game) -> Game:
    stones = draw(st.sampled_from((0, 1, 9)))
    players = [None, *(each for each in (game.first, game.second) if each is not None)]
    return replace(
        game,
        stones=stones,
        to=draw(st.sampled_from(players)) if stones else None,
        board=draw(st.none() | st.integers(1, 50)),
        match="" if game.duel is None else draw(lines()),
        margin=draw(st.none() | fractions(0, 99)),
        stakes=() if game.duel is None else tuple(draw(st.lists(fractions(0, 9), max_size=2))),
        rated=draw(st.booleans()),
        extra=draw(extras()),
    )


@st.composite
def pairings(draw: st.DrawFn) -> Event:
    """Only who met whom and how it ended, at most one line a player and round."""
    ids = tuple(draw(st.lists(lines(1), unique=True, min_size=draw(st.sampled_from((2, 5, 0))), max_size=8)))
    numbers = draw(round_numbers())
    players = tuple(Entry(each) for each in ids)
    return Event("Minta Kupa", "go", players=players, rounds=tuple(draw(rounds(each, ids)) for each in numbers))


@st.composite
def events(draw: st.DrawFn) -> Event:
    """A valid event with everything that a document can say, and unknown keys; a round may have duels."""
    ids = tuple(draw(st.lists(lines(1), unique=True, min_size=draw(st.sampled_from((2, 3, 0))), max_size=5)))
    numbers = draw(round_numbers())
    start, length = draw(days()), draw(st.none() | st.integers(0, 30))
    groups = st.lists(st.sampled_from(ids or ("",)), min_size=2, max_size=3, unique=True).map(tuple)
    teams = st.builds(Team, st.just("T"), lines(), games=st.just(("pylos",)), players=st.just(ids[:2]), extra=extras())
    return Event(
        name=draw(lines(1)),
        game=draw(st.sampled_from(("go", "chess", "pylos"))),
        start=start,
        end=None if length is None else date.fromordinal(start.toordinal() + length),
        id=draw(lines()),
        revision=draw(st.none() | st.integers(0, 99)),
        section=draw(lines()),
        board=draw(st.sampled_from(("", "13x13", "19x19", "hexagon"))),
        place=draw(lines()),
        officials=tuple(draw(st.lists(st.builds(Official, lines(), lines(1), extras()), max_size=1))),
        format=draw(st.none() | st.sampled_from(FORMATS)),
        rounds_planned=draw(st.none() | st.integers(1, 20)),
        participants_announced=draw(st.none() | st.integers(0, 500)),
        time=draw(st.none() | times()),
        traits=tuple(draw(st.lists(st.sampled_from(TRAITS), max_size=2, unique=True))),
        even=draw(st.none() | st.booleans()),
        tie_breaks=tuple(draw(st.lists(lines(), max_size=2))),
        readings=draw(st.dictionaries(lines(), lines(), max_size=2)),
        mcmahon=draw(st.none() | st.builds(McMahon, lines(), lines(), st.integers(0, 9), st.none(), extras())),
        avoid=tuple(draw(st.lists(groups, max_size=2))) if len(ids) > 1 else (),
        rulings=tuple(draw(st.lists(rulings(), max_size=2))),
        teams=tuple(draw(st.lists(teams, max_size=1))),
        players=tuple(draw(entries(each)) for each in ids),
        rounds=tuple(_dressed(draw, draw(rounds(each, ids, duels=True))) for each in numbers),
        extra=draw(extras()),
    )
