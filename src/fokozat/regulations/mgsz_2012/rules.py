"""MGSZ 2012 as functions, in the order of the text. The words of each paragraph stand in text.md.

So far: the multiplier of an event, its additions, and its split into parts. What is missing is listed in
tables.toml and shown by `fokozat editions`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from fokozat.kernel.errors import Forbidden, InvalidInput
from fokozat.kernel.event import Event, Overtime, Ruling, TimeControl
from fokozat.kernel.paragraph import flag, note, paragraph
from fokozat.regulations.law import Law, Row

LARGE_BOARD, SMALL_BOARD = "19x19", "13x13"
COMMITTEE = "6.§(2)"


@dataclass(frozen=True)
class Weight:
    """What the first step of processing finds: the multiplier and the parts, as round numbers."""

    multiplier: int
    parts: tuple[tuple[int, ...], ...]


@paragraph("1.§(2) a)", guard=True)
def on_large_board(_law: Law, board: str) -> bool:
    """1.§(2) a) 19×19 vonalas: the board is the large one."""
    return board == LARGE_BOARD


@paragraph("1.§(2) b)", guard=True)
def on_small_board(_law: Law, board: str) -> bool:
    """1.§(2) b) 13×13 vonalas: the board is the small one."""
    return board == SMALL_BOARD


@paragraph("6.§(1)")
def process(law: Law, event: Event) -> Weight | None:
    """6.§(1) A góversenyek feldolgozásának menete: the steps in their order (steps 2 and 3 are missing so far)."""
    rounds = event.round_numbers
    note(rounds=rounds)
    weight = multiplier(law, event)
    if weight is None:
        flag("not-rated")
        return None
    return Weight(weight, split(law, weight, rounds) or (rounds,))


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


@paragraph("6.§(2)", guard=True)
def ruled_multiplier(_law: Law, rulings: tuple[Ruling, ...]) -> int | None:
    """6.§(2) a Minősítési Bizottság határozza meg: the multiplier that a recorded ruling sets."""
    ruled = {_multiplier_set_by(ruling) for ruling in rulings}
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
        parts = _equal_parts(rounds, count)
        if multiplier * len(parts[0]) < limit:
            return parts
    return _equal_parts(rounds, len(rounds))


@paragraph("table 2")
def time_multiplier(law: Law, event: Event) -> int | None:
    """2. táblázat, Versenyszorzók: the multiplier of the category that the thinking time reaches."""
    categories = {time_category(law, base, overtime) for base, overtime in _thinking_times(event)}
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
        even_addition(law, _is_even(event)),
    )
    return sum(addition for addition in additions if addition is not None)


@paragraph("table 3 row 1", guard=True)
def invitational_addition(law: Law, traits: tuple[str, ...]) -> int | None:
    """3. táblázat 1. sor, Nemzetközi meghívásos góversenyek, Magyar Bajnokságok."""
    if not _has_trait_of(law, "invitational", traits):
        return None
    if _has_trait_of(law, "championship", traits):
        flag("invitational-replaced")
        return None
    return _addition(law, "invitational")


@paragraph("table 3 row 2", guard=True)
def participants_addition(law: Law, participants: int) -> int | None:
    """3. táblázat 2. sor, 80-nál több résztvevős versenyek."""
    return _addition(law, "participants") if participants > law.number("many_participants") else None


@paragraph("table 3 row 3", guard=True)
def championship_addition(law: Law, traits: tuple[str, ...]) -> int | None:
    """3. táblázat 3. sor, Európa bajnokságok, Világbajnokság."""
    return _addition(law, "championship") if _has_trait_of(law, "championship", traits) else None


@paragraph("table 3 row 4", guard=True)
def even_addition(law: Law, even: bool) -> int | None:
    """3. táblázat 4. sor, Előnyadás nélküli 19×19-es versenyek."""
    return _addition(law, "even") if even else None


# What the paragraphs above need of the document, without a paragraph of its own.


def _multiplier_set_by(ruling: Ruling) -> int:
    ruled = ruling.sets.get("multiplier")
    if isinstance(ruled, bool) or not isinstance(ruled, int) or ruled < 0:
        raise InvalidInput("mgsz_2012.ruling-sets-no-multiplier", "rulings")
    return ruled


def _equal_parts(rounds: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """As equal as possible, the longer ones first."""
    shorter, longer = divmod(len(rounds), count)
    starts = [shorter * part + min(part, longer) for part in range(count + 1)]
    return tuple(rounds[start:end] for start, end in pairwise(starts))


def _thinking_times(event: Event) -> Iterable[tuple[Fraction, Overtime]]:
    """The different thinking times of the event: its own, and those of rounds that have one of their own."""
    controls = {each.time or event.time: None for each in event.rounds} or {event.time: None}
    return {_base_and_overtime(control): None for control in controls}


def _base_and_overtime(control: TimeControl | None) -> tuple[Fraction, Overtime]:
    if control is None or control.base is None:
        raise InvalidInput("mgsz_2012.no-time", "time.base")
    return control.base, control.overtime


def _has_trait_of(law: Law, row: str, traits: tuple[str, ...]) -> bool:
    return any(each["row"] == row and each["trait"] in traits for each in law.rows("traits"))


def _addition(law: Law, row: str) -> int:
    return int(law.row("importance", row=row)["addition"])


def _is_even(event: Event) -> bool:
    """As the document says; where it is silent, an event without a handicap stone is even."""
    for each, game in event.games():
        if game.stones and event.even:
            raise InvalidInput("mgsz_2012.even-with-stones", f"rounds {each.number}", first=game.first)
    if event.even is not None:
        return event.even
    flag("even-assumed")
    return not any(game.stones for _, game in event.games())
