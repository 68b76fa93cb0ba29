"""Plays the season of the demo: events of invented people with results as their points make them likely.

Everything comes from the seeded generator that is passed in. How likely a result is follows a curve near to the
regulation's own table; it is no figure of the law. Points stay those of the opening throughout: rating them is the
duty of the editions, not of the demo.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from fokozat.kernel.alphabet import search_key
from fokozat.kernel.errors import BrokenInvariant
from fokozat.kernel.event import (
    Entry,
    Event,
    Game,
    McMahon,
    Official,
    Overtime,
    Result,
    Round,
    TimeControl,
)
from fokozat.office.demo.people import Invented, federation, grade_index, grades

_CERTAIN = 350  # points of difference from which on the weaker never wins
_MOST_STONES = 9
_BAR, _FLOOR = "1d", "20k"
_FORFEIT_IN, _LAST_PLAYED = 2, 3  # the round of a forfeit; the last one of who withdraws


@dataclass
class _Table:
    """A running event: who plays, twice the points of everybody, and who met whom, had a bye, moved first."""

    players: Sequence[Invented]
    even: bool
    starts: Mapping[str, int]
    scores: dict[str, int] = field(default_factory=dict)
    met: set[frozenset[str]] = field(default_factory=set)
    byes: set[str] = field(default_factory=set)
    firsts: dict[str, int] = field(default_factory=dict)

    def order(self, out: frozenset[str]) -> list[Invented]:
        """The standing: score, then strength."""
        playing = [each for each in self.players if each.number not in out]
        return sorted(playing, key=lambda each: (-self.total(each.number), -each.points, each.number))

    def total(self, number: str) -> int:
        return self.starts[number] + self.scores.get(number, 0)


def season(dice: Random, year: int, people: Sequence[Invented]) -> tuple[Event, ...]:
    """The events of a year, in the order of their days."""
    plans = tomllib.loads((Path(__file__).parent / "season.toml").read_text(encoding="utf-8"))["event"]
    return tuple(_play(dice, year, plan, people) for plan in plans)


def file_name(event: Event) -> str:
    """The day and the name, as a file may be called."""
    return f"{event.start}-{search_key(event.name).replace(' ', '-')}.json"


def _play(dice: Random, year: int, plan: Mapping[str, Any], people: Sequence[Invented]) -> Event:
    start = date.fromisoformat(f"{year}-{plan['start']}")
    players = _players(dice, plan, people)
    left = {each.number: _LAST_PLAYED for each in dice.sample(players, plan.get("withdrawals", 0))}
    mcmahon = McMahon(bar=_BAR, floor=_FLOOR) if plan["format"] == "mcmahon" else None
    table = _Table(players, plan["even"], {each.number: _start(each) if mcmahon else 0 for each in players})
    return Event(
        id=str(UUID(int=dice.getrandbits(128), version=4)),
        revision=1,
        name=plan["name"],
        section=plan.get("section", ""),
        game="go",
        board=plan.get("board", "19x19"),
        start=start,
        end=start + timedelta(days=plan["days"] - 1),
        place=plan["place"],
        officials=(Official("arbiter", federation()["federation"]["chair"]),),
        format=plan["format"],
        rounds_planned=plan["rounds"],
        time=_time(plan["time"]),
        traits=tuple(plan["traits"]),
        even=plan["even"],
        tie_breaks=tuple(plan["tie_breaks"]),
        mcmahon=mcmahon,
        players=tuple(_entry(each, left.get(each.number)) for each in players),
        rounds=tuple(_rounds(dice, table, plan, left)),
    )


def _players(dice: Random, plan: Mapping[str, Any], people: Sequence[Invented]) -> list[Invented]:
    if plan.get("who") == "youngest":
        chosen = sorted(people, key=lambda each: (each.born, each.number), reverse=True)[: plan["players"]]
    else:
        chosen = dice.sample(people, plan["players"])
    return sorted(chosen, key=lambda each: (-each.points, each.number))


def _start(person: Invented) -> int:
    """Twice the points with which a McMahon player starts: one a grade, between the floor and the bar."""
    names = [grade for grade, _ in grades()]
    bar, floor = names.index(_BAR), names.index(_FLOOR)
    return 2 * (min(max(grade_index(person.points), floor), bar) - bar)


def _time(plan: Mapping[str, Any]) -> TimeControl:
    overtime = Overtime(plan["kind"], plan.get("periods", 0), plan.get("moves", 0), plan.get("seconds", 0))
    return TimeControl(base=Fraction(plan["base"]), overtime=overtime)


def _entry(person: Invented, left: int | None) -> Entry:
    club = federation()["club"][person.club]
    return Entry(
        id=person.number,
        name=person.shown_name,
        family=person.family,
        given=person.given,
        sex=person.sex,
        federation=club["country"],
        ids={"mgsz": person.number},
        rating=Fraction(person.points),
        grade=person.title,
        entry_grade=grades()[grade_index(person.points)][0],
        reached=person.reached,
        games_before=person.games,
        club=club["name"],
        withdrawn_after=left,
    )


def _rounds(dice: Random, table: _Table, plan: Mapping[str, Any], left: Mapping[str, int]) -> Iterator[Round]:
    for number in range(1, plan["rounds"] + 1):
        out = frozenset(player for player, last in left.items() if last < number)
        games = _round(dice, table, out)
        absent = plan.get("forfeits", 0) if number == _FORFEIT_IN else 0
        games = [replace(game, unplayed="forfeit") if at < absent else game for at, game in enumerate(games)]
        _note(table, games)
        yield Round(number, tuple(replace(game, board=at) for at, game in enumerate(games, start=1)))


def _round(dice: Random, table: _Table, out: frozenset[str]) -> list[Game]:
    order = table.order(out)
    bye = None
    if len(order) % 2:
        bye = next(each for each in reversed(order) if each.number not in table.byes)
        order.remove(bye)
    pairs = _pairs(order, table.met)
    if pairs is None:
        raise BrokenInvariant("too few players of the demo are left for another round")
    games = [_game(dice, table, *pair) for pair in pairs]
    return [*games, Game(bye.number, None, "first", "bye")] if bye else games


def _pairs(order: list[Invented], met: set[frozenset[str]]) -> list[tuple[Invented, Invented]] | None:
    """Neighbours of the standing who have not met; where it does not come out, the next neighbour."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first.number, other.number)) in met:
            continue
        rest = _pairs([each for each in others if each is not other], met)
        if rest is not None:
            return [(first, other), *rest]
    return None


def _game(dice: Random, table: _Table, one: Invented, other: Invented) -> Game:
    """Black moves first: the weaker of a handicap game, otherwise who had it less often."""
    weak, strong = sorted((one, other), key=lambda each: (each.points, each.number))
    stones = 0 if table.even else _stones(weak, strong)
    often = [table.firsts.get(each.number, 0) for each in (weak, strong)]
    weak_first = stones > 0 or often[0] < often[1] or (often[0] == often[1] and dice.randrange(2) == 0)
    first, second = (weak, strong) if weak_first else (strong, weak)
    weak_wins = _weak_wins(dice, strong.points - weak.points - _worth(weak, stones))
    result: Result = "first" if weak_wins == weak_first else "second"
    return Game(first.number, second.number, result, stones=stones)


def _stones(weak: Invented, strong: Invented) -> int:
    """A stone for each grade between them but one."""
    return min(max(grade_index(strong.points) - grade_index(weak.points) - 1, 0), _MOST_STONES)


def _worth(weak: Invented, stones: int) -> int:
    at = grade_index(weak.points)
    return grades()[at + stones][1] - grades()[at][1]


def _weak_wins(dice: Random, difference: int) -> bool:
    """Even chances at no difference, falling to none; who was given too many stones is the stronger one."""
    share = max(_CERTAIN - abs(difference), 0) ** 2
    upset = dice.randrange(2 * _CERTAIN**2) < share
    return upset == (difference >= 0)


def _note(table: _Table, games: Sequence[Game]) -> None:
    """What a round changes for the next."""
    for game in games:
        winner = game.first if game.result == "first" else game.second
        if winner:
            table.scores[winner] = table.scores.get(winner, 0) + 2
        if game.second is None:
            table.byes.add(game.first)
        else:
            table.met.add(frozenset((game.first, game.second)))
            table.firsts[game.first] = table.firsts.get(game.first, 0) + 1
