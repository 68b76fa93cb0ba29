"""The players of an event as the rules of MGSZ 2012 take them: starting indicators, and the lines of every part."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.event import Entry, Event
from fokozat.kernel.paragraph import collect_flags, flag
from fokozat.kernel.sides import Met, lines_of, with_points
from fokozat.regulations.law import Law
from fokozat.regulations.mgsz_2012.rules import game_points, grade_of, new_indicators, new_points, starting_points
from fokozat.regulations.mgsz_2012.values import (
    Case,
    Indicators,
    Newcomer,
    Weight,
    counts,
    has_limit,
    is_grade,
    limit_of,
    ruled_for,
)
from fokozat.regulations.rated import RatedGame, RatedPlayer

_SCORES = {"won": Fraction(1), "drawn": Fraction(1, 2)}


def cases(law: Law, event: Event, weight: Weight) -> tuple[Case, ...]:
    """Every player in the order of the document; the lines of a part carry the points from before it."""
    _refuse_faults(law, event)
    lines = lines_of(event)
    newcomers = dict(_newcomers(law, event, lines))
    starts = {entry.id: _start(law, entry) for entry in event.players if entry.id not in newcomers}
    points = {player: start.points for player, start in starts.items()}
    for player, newcomer in newcomers.items():
        if not _is_silent(newcomer, event):
            points[player] = starting_points(law, newcomer, event.rulings).points
    parts: dict[str, list[tuple[Met, ...]]] = {entry.id: [] for entry in event.players}
    for rounds in weight.parts:
        for player, own in parts.items():
            own.append(with_points([line for line in lines[player] if line.round in rounds], points))
        points = {**points, **{each: _after(law, weight, points[each], parts[each][-1]) for each in points
                               if each not in newcomers or newcomers[each].registered}}  # fmt: skip
    told = {player: newcomer for player, newcomer in newcomers.items() if not _is_silent(newcomer, event)}
    return tuple(
        Case(entry.id, told.get(entry.id), starts.get(entry.id), tuple(parts[entry.id])) for entry in event.players
    )


def case_of(law: Law, event: Event, weight: Weight | None, player: str) -> Case:
    """One player's case; of an event that is not rated, without lines."""
    return next(case for case in cases(law, event, weight or Weight(0, ())) if case.player == player)


def rate_player(law: Law, event: Event, weight: Weight, case: Case) -> RatedPlayer:
    """The figures of a player, with the flags that their rules raised."""
    with collect_flags() as raised:
        start = case.start
        entry = event.entry(case.player)
        if entry is not None and start is not None and not entry.grade:
            flag("grade-assumed")
        if case.newcomer is not None:
            start = starting_points(law, case.newcomer, event.rulings)
        if start is None:
            flag("no-entry-grade")
            return RatedPlayer(case.player, updated=False, flags=tuple(raised))
        after = new_indicators(law, weight.multiplier, start, case.parts) if case.updated else start
        games = tuple(_games(law, weight, start, case))
    return RatedPlayer(
        id=case.player,
        before=start.points,
        after=after.points,
        grade_before=start.grade,
        grade_after=after.grade,
        reached=after.reached,
        initial=start.points if case.newcomer else None,
        updated=case.updated,
        games=games,
        flags=tuple(raised),
    )


def _after(law: Law, weight: Weight, points: int, games: tuple[Met, ...]) -> int:
    return new_points(law, weight.multiplier, points, games) if len(weight.parts) > 1 else points


def _is_silent(newcomer: Newcomer, event: Event) -> bool:
    """Nothing is known from which starting points could follow."""
    return not newcomer.entry_grade and newcomer.points is None and ruled_for(newcomer.player, event.rulings) is None


def _games(law: Law, weight: Weight, start: Indicators, case: Case) -> Iterator[RatedGame]:
    points = start.points
    for part in case.parts:
        for line in part:
            worth = game_points(law, points, line)
            if worth is not None and line.opponent is not None:
                yield RatedGame(line.round, line.opponent, worth.points, worth.difference, worth.corrected)
        if case.updated:
            points = _after(law, weight, points, part)


def _start(law: Law, entry: Entry) -> Indicators:
    """What the register says; a player without a grade in the document holds that of the points."""
    points = _whole(entry)
    return Indicators(points, entry.grade or grade_of(law, points), _in_order(law, entry))


def _in_order(law: Law, entry: Entry) -> tuple[str, ...]:
    """The limits that were reached once, those above the grade held, the highest first."""
    held = limit_of(law, entry.grade) if has_limit(law, entry.grade or None) else None
    return tuple(
        str(row["grade"]) for row in law.rows("grades")
        if row["grade"] in entry.reached and held is not None and row["limit"] > held
    )  # fmt: skip


def _newcomers(law: Law, event: Event, lines: Mapping[str, list[Met]]) -> Iterator[tuple[str, Newcomer]]:
    """Who does not stand in the register: newcomers without points, and players from elsewhere."""
    known = {entry.id: points for entry in event.players if (points := _known(law, entry)) is not None}
    for entry in event.players:
        if entry.registered and entry.rating is not None:
            continue
        games = tuple(line for line in with_points(lines[entry.id], known) if counts(line))
        score = sum((_SCORES.get(str(line.outcome), Fraction(0)) for line in games), Fraction(0))
        points = None if entry.registered or entry.rating is None else _whole(entry)
        yield entry.id, Newcomer(entry.id, entry.registered, entry.entry_grade, points, score, games)


def _known(law: Law, entry: Entry) -> int | None:
    """With which points a player counts in a newcomer's proposal: the own ones, else those of the entry grade."""
    if entry.registered and entry.rating is not None:
        return _whole(entry)
    if entry.entry_grade:
        highest = max(int(row["limit"]) for row in law.rows("grades"))
        return limit_of(law, entry.entry_grade) if has_limit(law, entry.entry_grade) else highest
    return None if entry.rating is None else _whole(entry)


def _whole(entry: Entry) -> int:
    return int(entry.rating or 0)


def _refuse_faults(law: Law, event: Event) -> None:
    """All that is wrong with the players, collected."""
    faults = [fault for at, entry in enumerate(event.players) for fault in _faults(law, entry, at)]
    if faults:
        raise InvalidInput.of(tuple(faults))


def _faults(law: Law, entry: Entry, at: int) -> Iterator[Fault]:
    place = f"players[{at}]"
    for name, grade in (("grade", entry.grade), ("entry_grade", entry.entry_grade)):
        if grade and not is_grade(law, grade):
            yield Fault("mgsz_2012.unknown-grade", f"{place}.{name}", {"player": entry.id, "grade": grade})
    if entry.rating is not None and (entry.rating.denominator != 1 or entry.rating < 0):
        yield Fault("mgsz_2012.points-not-whole", f"{place}.rating", {"player": entry.id, "points": entry.rating})
