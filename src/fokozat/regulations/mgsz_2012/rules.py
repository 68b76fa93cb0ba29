"""MGSZ 2012 as functions, in the order of the text. The words of each paragraph stand in text.md."""

from fractions import Fraction

from fokozat.kernel.errors import BrokenInvariant, Forbidden, InvalidInput
from fokozat.kernel.event import Event, Overtime, Ruling
from fokozat.kernel.paragraph import flag, note, paragraph, untold
from fokozat.kernel.rounding import HALF, floor_of_a_half, half_away
from fokozat.kernel.sides import Met
from fokozat.regulations.law import Law, Row
from fokozat.regulations.mgsz_2012.values import (
    Admission,
    Case,
    Expected,
    Indicators,
    Newcomer,
    Request,
    Weight,
    Worth,
    addition,
    counts,
    equal_parts,
    has_limit,
    has_trait_of,
    is_even,
    is_grade,
    kyu,
    limit_of,
    multiplier_set_by,
    ruled_for,
    rulings_under,
    span_around,
    thinking_times,
    whole_points,
)  # fmt: skip

LARGE_BOARD, SMALL_BOARD = "19x19", "13x13"
COMMITTEE, KEEPER, COMMITTEE_ON_NEWCOMERS = "6.§(2)", "6.§(1) step 2", "5.§(3)"


@paragraph("1.§(1)", guard=True)
def in_register(_law: Law, registered: bool) -> bool:
    """1.§(1) góversenyzők: one of those whom the register keeps or takes in."""
    return registered


@paragraph("1.§(2)", guard=True)
def in_scope(_law: Law, players: int, registered: int) -> bool:
    """1.§(2) góversenyek: a player of (1) took part; asked where players are listed."""
    return 0 < registered <= players


@paragraph("1.§(2) a)", guard=True)
def on_large_board(_law: Law, board: str) -> bool:
    """1.§(2) a) 19×19 vonalas: the board is the large one."""
    return board == LARGE_BOARD


@paragraph("1.§(2) b)", guard=True)
def on_small_board(_law: Law, board: str) -> bool:
    """1.§(2) b) 13×13 vonalas: the board is the small one."""
    return board == SMALL_BOARD


@paragraph("1.§(3)", guard=True)
def shared_side(_law: Law, rated: bool) -> bool:
    """1.§(3) „páros” góversenyek: the game is outside, because several people share a side."""
    return not rated


@paragraph("4.§(1)")
def grade_of(law: Law, points: int) -> str | None:
    """4.§(1) Minősítés: the grade to whose band the points belong; below the table there is none."""
    return next((str(row["grade"]) for row in law.rows("grades") if points >= row["limit"]), None)


@paragraph("4.§(3)")
def lower_limit(law: Law, grade: str) -> int:
    """4.§(3) az adott fokozat alsó határa: the points at which a grade begins."""
    return int(law.row("grades", grade=grade)["limit"])


@paragraph("5.§(1)")
def new_grade(law: Law, grade: str | None, reached: tuple[str, ...], points: int) -> Indicators:
    """5.§(1) ponthatárok elérésével növekszik: the grade after a rating that counts as a reach."""
    if not has_limit(law, grade):
        return Indicators(points, grade, reached)
    held = grade
    for row in reversed(law.rows("grades")):
        if limit_of(law, held) < row["limit"] <= points and (
            one_reach(law, row["grade"]) or second_reach(law, row["grade"], reached)
        ):
            grade = str(row["grade"])
    kept = tuple(
        str(row["grade"]) for row in law.rows("grades")
        if row["limit"] > limit_of(law, grade) and (row["limit"] <= points or row["grade"] in reached)
    )  # fmt: skip
    if set(kept) - set(reached):
        flag("first-reach")
    return Indicators(points, grade, kept)


@paragraph("5.§(2)", guard=True)
def one_reach(law: Law, grade: str) -> str | None:
    """5.§(2) elegendő egyszer elérni: up to 4 kyu one reach gains the grade."""
    highest = kyu(law.number("one_reach_up_to"))
    note(highest=highest)
    return grade if limit_of(law, grade) <= limit_of(law, highest) else None


@paragraph("5.§(3)")
def held_back(law: Law, points: int) -> Indicators:
    """5.§(3) legfeljebb 5 kjus kezdeti minősítés: what the keeper of the system may give a newcomer."""
    highest = kyu(law.number("keeper_cap"))
    most = min(row["limit"] for row in law.rows("grades") if row["limit"] > limit_of(law, highest)) - 1
    note(most=most, highest=highest)
    if points <= most:
        return Indicators(points, grade_of(law, points))
    flag("newcomer-capped")
    return Indicators(most if law.reading("newcomer_cap") == "points" else points, highest)


@paragraph("5.§(3) second sentence", guard=True)
def ruled_by_committee(law: Law, player: str, rulings: tuple[Ruling, ...]) -> Indicators | None:
    """5.§(3) a Minősítési Bizottsága dönt: the first indicators that a recorded ruling gives the player."""
    ruled = ruled_for(player, rulings)
    if ruled is None:
        return None
    flag("newcomer-ruled")
    points, grade = ruled.sets.get("points"), ruled.sets.get("grade")
    note(reason=ruled.reason or None)
    if grade is not None and not (isinstance(grade, str) and is_grade(law, grade)):
        raise InvalidInput("mgsz_2012.unknown-grade", "rulings", player=player, grade=str(grade))
    if points is None and grade is not None and has_limit(law, grade):
        points = lower_limit(law, grade)
    points = whole_points(points, player)
    return Indicators(points, grade or grade_of(law, points))


@paragraph("5.§(4)", guard=True)
def second_reach(law: Law, grade: str, reached: tuple[str, ...]) -> str | None:
    """5.§(4) második alkalommal kerül, illetve marad: the limit was reached after an earlier event too."""
    return grade if any(limit_of(law, each) >= limit_of(law, grade) for each in reached) else None


@paragraph("6.§(1)")
def process(law: Law, event: Event) -> Weight | None:
    """6.§(1) A góversenyek feldolgozásának menete: what the event weighs and how it is split."""
    rounds = event.round_numbers
    note(rounds=rounds)
    own = sum(entry.registered for entry in event.players)
    weight = multiplier(law, event) if not event.players or in_scope(law, len(event.players), own) else None
    if weight is None:
        flag("not-rated")
        return None
    return Weight(weight, split(law, weight, rounds) or (rounds,))


@paragraph("6.§(1)")
def process_player(law: Law, event: Event, case: Case) -> Indicators | None:
    """6.§(1) A góversenyek feldolgozásának menete: the three steps for one player."""
    note(player=case.player, before=case.start)
    weight, start = process(law, event), case.start
    if case.newcomer is not None:
        start = starting_points(law, case.newcomer, event.rulings)
    if weight is None or start is None or not case.updated:
        return start
    return new_indicators(law, weight.multiplier, start, case.parts)


@paragraph("6.§(1) step 1")
def multiplier(law: Law, event: Event) -> int | None:
    """6.§(1) 1. lépés, a verseny C szorzója: what the thinking time is worth and what the importance adds."""
    ruled = ruled_multiplier(law, event.rulings_under(COMMITTEE))
    if ruled is not None:
        return ruled
    board = event.board or LARGE_BOARD
    if on_small_board(law, board):
        return small_board_multiplier(law)
    if not on_large_board(law, board):
        return None
    time = time_multiplier(law, event)
    return None if time is None else time + importance(law, event)


@paragraph("6.§(1) step 2")
def starting_points(law: Law, newcomer: Newcomer, rulings: tuple[Ruling, ...]) -> Indicators:
    """6.§(1) 2. lépés, induló Élő-pont: of a player who does not stand in the register."""
    if not in_register(law, newcomer.registered):
        return foreign_points(law, newcomer.player, newcomer.entry_grade, newcomer.points)
    flag("newcomer")
    ruled = ruled_by_committee(law, newcomer.player, rulings_under(COMMITTEE_ON_NEWCOMERS, rulings))
    if ruled is not None:
        return ruled
    decided = decided_by_keeper(law, newcomer.player, rulings_under(KEEPER, rulings))
    if decided is not None:
        return decided
    return held_back(law, proposed_points(law, newcomer.entry_grade, newcomer.score, newcomer.games))


@paragraph("6.§(1) step 2", guard=True)
def decided_by_keeper(law: Law, player: str, rulings: tuple[Ruling, ...]) -> Indicators | None:
    """6.§(1) 2. lépés, a rendszer kezelője határozza meg: the points that were decided; higher ones he may not give."""
    ruled = ruled_for(player, rulings)
    if ruled is None:
        return None
    flag("newcomer-ruled")
    note(reason=ruled.reason or None)
    points = whole_points(ruled.sets.get("points"), player)
    given = held_back(law, points)
    if given.points != points:
        raise Forbidden("mgsz_2012.above-keeper", "5.§(3)", "rulings", player=player, points=points, most=given.points)
    return given


@paragraph("6.§(1) step 2")
def proposed_points(law: Law, entry_grade: str, score: Fraction, games: tuple[Met, ...]) -> int:
    """6.§(1) 2. lépés, nevezési minősítése és az elért teljesítmény: what the system proposes to the keeper."""
    note(count=len(games))
    if len(games) < law.number("newcomer_games"):
        return lower_limit(law, entry_grade)
    lowest, highest = span_around(law, entry_grade, law.number("newcomer_span"))
    note(lowest=lowest, highest=highest)
    if score in (0, len(games)):
        return highest if score else lowest
    span = range(lowest, highest + 1)
    proposed = next((each for each in span if untold(expected_score, law, each, games).score >= score), highest)
    for points in sorted({proposed, max(proposed - 1, lowest)}):
        expected_score(law, points, games)
    return proposed


@paragraph("6.§(1) step 2")
def expected_score(law: Law, points: int, games: tuple[Met, ...]) -> Expected:
    """6.§(1) 2. lépés, a lejátszott és megnyert játszmák aránya: the score that is expected with these points."""
    return Expected(points, sum((expected_in(law, points, each) for each in games), Fraction(0)))


@paragraph("6.§(1) step 2")
def expected_in(law: Law, points: int, game: Met) -> Fraction:
    """6.§(1) 2. lépés, a lejátszott és megnyert játszmák aránya: what is expected of one game, by table 4."""
    own, other = _corrected_both(law, points, game)
    note(own=own, other=other)
    weaker = chance(law, abs(own - other))
    return 1 - weaker if own >= other else weaker


@paragraph("6.§(1) step 2")
def foreign_points(law: Law, player: str, entry_grade: str, points: int | None) -> Indicators:
    """6.§(1) 2. lépés, a többi (külföldi) versenyző: the points of the entry grade; they are never updated."""
    flag("foreign")
    if entry_grade:
        return Indicators(_limit_in_table(law, entry_grade), entry_grade)
    if points is None:
        raise BrokenInvariant(f"{player} has neither points nor an entry grade")
    flag("foreign-points")
    return Indicators(points, None)


@paragraph("6.§(1) step 3")
def new_indicators(law: Law, multiplier: int, start: Indicators, parts: tuple[tuple[Met, ...], ...]) -> Indicators:
    """6.§(1) 3. lépés, az összes érintett versenyző új Élő-pontja: part by part, and then the grade."""
    standing, counted = start, False
    for games in parts:
        standing = Indicators(new_points(law, multiplier, standing.points, games), standing.grade, standing.reached)
        counted = counted or any(counts(each) for each in games)
        if len(parts) > 1 and law.reading("titles_reach") == "part-end" and any(counts(each) for each in games):
            standing, counted = new_grade(law, standing.grade, standing.reached, standing.points), False
    return new_grade(law, standing.grade, standing.reached, standing.points) if counted else standing


@paragraph("6.§(2)", guard=True)
def ruled_multiplier(_law: Law, rulings: tuple[Ruling, ...]) -> int | None:
    """6.§(2) a Minősítési Bizottság határozza meg: the multiplier that a recorded ruling sets."""
    ruled = {multiplier_set_by(ruling) for ruling in rulings}
    if len(ruled) > 1:
        raise InvalidInput("mgsz_2012.rulings-contradict", "rulings", multipliers=tuple(sorted(ruled)))
    note(reason=next((ruling.reason for ruling in rulings if ruling.reason), None))
    return next(iter(ruled), None)


@paragraph("6.§(3)", guard=True)
def split(law: Law, multiplier: int, rounds: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
    """6.§(3) több részre kell bontani: the parts, where multiplier times rounds reaches the limit."""
    limit = law.number("split_limit")
    note(count=len(rounds), product=multiplier * len(rounds))
    if multiplier * len(rounds) < limit:
        return None
    for count in range(2, len(rounds) + 1):
        parts = equal_parts(rounds, count)
        if multiplier * len(parts[0]) < limit:
            return parts
    return equal_parts(rounds, len(rounds))


@paragraph("7.§")
def new_points(law: Law, multiplier: int, points: int, games: tuple[Met, ...]) -> int:
    """7.§ Az új Élő-pontok kiszámítása: starting points and the rounded change; C times the sum of the game points."""
    worth = [worth.points for worth in (game_points(law, points, each) for each in games) if worth is not None]
    total = sum(worth, Fraction(0))
    note(total=total, count=len(worth))
    return points + rounded_change(law, multiplier * total)


@paragraph("7.§")
def rounded_change(law: Law, change: Fraction) -> int:
    """7.§ egész számra kerekítve: the whole part of the change and one half."""
    by_whole_part = floor_of_a_half(change)
    if by_whole_part == half_away(change):
        return by_whole_part
    return int(half_away(change)) if law.reading("rounding") == "half-away" else by_whole_part


@paragraph("8.§")
def game_points(law: Law, points: int, game: Met) -> Worth | None:
    """8.§ A játszmapont megállapítása: what the game is worth, or nothing where it does not count."""
    if counts(game):
        own, other = _corrected_both(law, points, game)
        note(own=own, other=other)
        return Worth(game_point(law, own, other, str(game.outcome)), abs(own - other), (own, other))
    if game.was_played and game.rated:
        flag("opponent-unknown")
        return None
    left_out = (
        shared_side(law, game.rated), opponent_absent(law, game.unplayed), decided_by_arbiter(law, game),
        without_opponent(law, game),
    )  # fmt: skip
    if not any(left_out):
        flag("unfinished")
    return None


@paragraph("8.§(1) a)", guard=True)
def opponent_absent(_law: Law, unplayed: str | None) -> bool:
    """8.§(1) a) az ellenfél távolmaradása: nobody sat down, the game did not take place."""
    return unplayed == "forfeit"


@paragraph("8.§(1) b)", guard=True)
def decided_by_arbiter(_law: Law, game: Met) -> bool:
    """8.§(1) b) bírói döntés, kettős vereség: the result is a decision, not a game."""
    return game.unplayed == "ruling" or game.outcome == "both-lost"


@paragraph("8.§(1) c)", guard=True)
def without_opponent(_law: Law, game: Met) -> bool:
    """8.§(1) c) elő-nyerő: there was no opponent."""
    return game.opponent is None or game.unplayed is not None


@paragraph("8.§(2) step 1")
def corrected(law: Law, points: int, stones: int) -> int:
    """8.§(2) 1. lépés, korrigált Élő-pont: the receiver's points grow stone by stone."""
    for _ in range(stones):
        points = with_a_stone(law, points)
    return points


@paragraph("8.§(2) step 1")
def with_a_stone(law: Law, points: int) -> int:
    """8.§(2) 1. lépés, a sáv „szélessége”: one stone adds the width of the band in which the points lie."""
    return points + band_width(law, points)


@paragraph("8.§(2) step 2")
def game_point(law: Law, own: int, other: int, outcome: str) -> Fraction:
    """8.§(2) 2. lépés, játszmapont (Jp.): A, the higher, gains the chance, B the rest; the loser loses as much."""
    weaker = chance(law, abs(own - other))
    gained = weaker if own >= other else 1 - weaker
    match outcome:
        case "won":
            return gained
        case "lost":
            return gained - 1
    if law.reading("jigo") == "strict":
        raise Forbidden("mgsz_2012.jigo-ruling", "8.§(2)", "rounds")
    flag("jigo")
    return gained - HALF


@paragraph("9.§(1) a)")
def home_grade(law: Law, points: int) -> str:
    """9.§(1) a) hazai góverseny: only the grade of the present points."""
    return grade_of(law, points) or str(law.rows("grades")[-1]["grade"])


@paragraph("9.§(1) b)", guard=True)
def european_grade(_law: Law, asked_for: bool, listed: str | None) -> str | None:
    """9.§(1) b) nemzetközi góverseny: the grade of the European list, where it is asked for."""
    return listed if asked_for else None


@paragraph("9.§(2)", guard=True)
def free_grade(_law: Law, board: str, wanted: str) -> str | None:
    """9.§(2) tetszés szerinti minősítéssel: on 13×13 any grade, in moderation."""
    return wanted if board == SMALL_BOARD else None


@paragraph("9.§(5)")
def admit(law: Law, request: Request) -> Admission:
    """9.§(5) a nevezés megtagadható: the grade to enter with, and whether the entry may be refused over it."""
    grade = (
        free_grade(law, request.board, request.wanted)
        or european_grade(law, request.asks_european, request.european)
        or home_grade(law, request.points)
    )
    return Admission(grade, refusable=request.by_member and request.wanted != grade)


@paragraph("table 1")
def band_width(law: Law, points: int) -> int:
    """1. táblázat, sáv: from the limit at or below the points to the next one."""
    limits: list[int] = [row["limit"] for row in law.rows("grades")]
    if min(limits) <= points < max(limits):
        return min(each for each in limits if each > points) - max(each for each in limits if each <= points)
    if law.reading("handicap_outside") == "strict":
        raise Forbidden("mgsz_2012.outside-table", "8.§(2)", "rounds", points=points)
    flag("above-table" if points >= max(limits) else "below-table")
    return law.number("width_above" if points >= max(limits) else "width_below")


@paragraph("table 2")
def time_multiplier(law: Law, event: Event) -> int | None:
    """2. táblázat, Versenyszorzók: the multiplier of the category that the thinking time reaches."""
    categories = {time_category(law, base, overtime) for base, overtime in thinking_times(event)}
    if len(categories) > 1:
        letters = tuple(sorted(each or "-" for each in categories))
        raise Forbidden("mgsz_2012.times-differ", COMMITTEE, "rounds", categories=letters)
    [category] = categories
    if category is None:
        return None
    worth = int(law.row("time", category=category)["multiplier"])
    if worth == 0:
        flag("category-e")
        if law.reading("category_e") == "unrated":
            return None
    return worth


@paragraph("table 2 small board")
def small_board_multiplier(law: Law) -> int:
    """2. táblázat, 13×13-as táblán játszott versenyek: one multiplier in every case, without additions."""
    return law.number("small_board_multiplier")


@paragraph("table 2 limits")
def time_category(law: Law, base: Fraction, overtime: Overtime) -> str | None:
    """2. táblázat, min.: the best category whose two minima are both reached."""
    extended = extended_time(law, base, overtime)
    for row in law.rows("time"):
        if reaches(law, row, base, extended):
            return str(row["category"])
    return None


@paragraph("table 2 limits", guard=True)
def reaches(_law: Law, row: Row, base: Fraction, extended: Fraction) -> bool:
    """2. táblázat, min.: both minima of a row hold."""
    return bool(base >= row["base"] and extended >= row["extended"])


@paragraph("table 2 extended time")
def extended_time(law: Law, base: Fraction, overtime: Overtime) -> Fraction:
    """2. táblázat, bővített gondolkodási idő: basic time and what the reserve time is worth, in minutes."""
    match overtime.kind:
        case "japanese":
            return base + japanese_reserve(law, overtime.seconds)
        case "canadian":
            return base + canadian_reserve(law, overtime.moves, overtime.seconds)
        case "fischer":
            return base + increment_reserve(law, overtime.seconds)
    return base


@paragraph("table 2 a)")
def japanese_reserve(law: Law, seconds: int) -> Fraction:
    """2. táblázat a) japán tartalékidő: the time for 45 moves, in minutes."""
    return Fraction(law.number("japanese_moves") * seconds, law.number("seconds_a_minute"))


@paragraph("table 2 b)")
def canadian_reserve(law: Law, moves: int, seconds: int) -> Fraction:
    """2. táblázat b) kanadai tartalékidő: the time for 60 moves, in minutes."""
    return Fraction(law.number("canadian_moves") * seconds, moves * law.number("seconds_a_minute"))


@paragraph("table 2 increment")
def increment_reserve(law: Law, seconds: int) -> Fraction:
    """2. táblázat, (Fischer): no word of the regulation; read as 60 moves, or left to the Committee."""
    if law.reading("fischer") == "committee":
        raise Forbidden("mgsz_2012.increment-ruling", COMMITTEE, "time.overtime")
    flag("fischer")
    return Fraction(law.number("increment_moves") * seconds, law.number("seconds_a_minute"))


@paragraph("table 3")
def importance(law: Law, event: Event) -> int:
    """3. táblázat, Fontosság: the sum of the rows that hold."""
    additions = (
        invitational_addition(law, event.traits),
        participants_addition(law, event.participants),
        championship_addition(law, event.traits),
        even_addition(law, is_even(event)),
    )
    return sum(addition for addition in additions if addition is not None)


@paragraph("table 3 row 1", guard=True)
def invitational_addition(law: Law, traits: tuple[str, ...]) -> int | None:
    """3. táblázat 1. sor, Nemzetközi meghívásos góversenyek, Magyar Bajnokságok."""
    if not has_trait_of(law, "invitational", traits):
        return None
    if has_trait_of(law, "championship", traits):
        flag("invitational-replaced")
        return None
    return addition(law, "invitational")


@paragraph("table 3 row 2", guard=True)
def participants_addition(law: Law, participants: int) -> int | None:
    """3. táblázat 2. sor, 80-nál több résztvevős versenyek."""
    return addition(law, "participants") if participants > law.number("many_participants") else None


@paragraph("table 3 row 3", guard=True)
def championship_addition(law: Law, traits: tuple[str, ...]) -> int | None:
    """3. táblázat 3. sor, Európa bajnokságok, Világbajnokság."""
    return addition(law, "championship") if has_trait_of(law, "championship", traits) else None


@paragraph("table 3 row 4", guard=True)
def even_addition(law: Law, even: bool) -> int | None:
    """3. táblázat 4. sor, Előnyadás nélküli 19×19-es versenyek."""
    return addition(law, "even") if even else None


@paragraph("table 4")
def chance(law: Law, difference: int) -> Fraction:
    """4. táblázat, Esély: the chance of the weaker player; beyond the last band there is none."""
    row = next((row for row in law.rows("chances") if difference <= row["up_to"]), None)
    return Fraction(row["chance"], law.number("thousand")) if row else Fraction(0)


# What the paragraphs above share.


def _limit_in_table(law: Law, grade: str) -> int:
    """The limit of a grade; of one above the table the highest there is."""
    if has_limit(law, grade):
        return lower_limit(law, grade)
    flag("above-table")
    return lower_limit(law, str(law.rows("grades")[0]["grade"]))


def _corrected_both(law: Law, points: int, game: Met) -> tuple[int, int]:
    """The points of both sides, those of the receiver corrected."""
    if game.against is None:
        raise BrokenInvariant(f"the opponent of round {game.round} has no points")
    own = corrected(law, points, game.received) if game.received else points
    return own, corrected(law, game.against, game.given) if game.given else game.against
