"""The rounds of an event document: their numbers, thinking times and games, and what must hold among them."""

from collections.abc import Iterator, Mapping

from fokozat.formats.faults import shown
from fokozat.formats.fields import Fields
from fokozat.kernel.event import OVERTIME_KINDS, RESULTS, UNPLAYED, Game, Overtime, Result, Round, TimeControl, Unplayed

LAST_ROUND = 1000
MOST_BOARDS = 100_000
MOST_STONES = 99
LONGEST_TIME = 10**6  # minutes or seconds
LARGEST_STAKE = 10**6

BYES: tuple[Unplayed, ...] = ("bye", "full-bye", "half-bye", "zero-bye")
POSSIBLE: Mapping[Unplayed, tuple[Result, ...]] = {
    "forfeit": ("first", "second", "both-lose"),
    "bye": ("first",),
    "full-bye": ("first",),
    "half-bye": ("draw",),
    "zero-bye": ("second",),
    "ruling": RESULTS,
}
NEEDS: Mapping[str, tuple[str, ...]] = {
    "japanese": ("seconds",),
    "canadian": ("moves", "seconds"),
    "fischer": ("seconds",),
}

People = frozenset[str] | None


def read_rounds(fields: Fields, people: People) -> tuple[Round, ...]:
    """The rounds by their numbers; `people` are the players known, None where their list is faulty itself."""
    seen: dict[int, str] = {}
    rounds: list[Round] = []
    for at, each in enumerate(fields.objects("rounds", required=True)):
        number = each.whole("number", 1, LAST_ROUND, required=True)
        if number and seen.setdefault(number, f"rounds[{at}]") != f"rounds[{at}]":
            each.fault("round-twice", "number", number=number, first=seen[number])
        games = tuple(_games(each, people))
        rounds.append(Round(number or 0, games, read_time(each), each.rest()))
    return tuple(sorted(rounds, key=lambda each: each.number))


def read_time(above: Fields) -> TimeControl | None:
    """The thinking time of an event or of a round."""
    fields = above.nested("time")
    if fields is None:
        return None
    return TimeControl(
        base=fields.exact("base", 0, LONGEST_TIME),
        overtime=_overtime(fields.nested("overtime")),
        text=fields.prose("text"),
        stages=fields.figures("stages"),
        extra=fields.rest(),
    )


def _overtime(fields: Fields | None) -> Overtime:
    if fields is None:
        return Overtime()
    given = {
        "periods": fields.whole("periods", 0, LONGEST_TIME),
        "moves": fields.whole("moves", 0, LONGEST_TIME),
        "seconds": fields.whole("seconds", 0, LONGEST_TIME),
    }
    kind = fields.word("kind", OVERTIME_KINDS)
    if kind in (None, "none") and any(given.values()):
        fields.fault("overtime-without-kind", "kind", known=OVERTIME_KINDS[1:])
    for name in NEEDS.get(kind or "", ()):
        if given[name] is None or (name == "moves" and given[name] == 0):
            fields.fault("overtime-needs", name, kind=kind)
    numbers = {name: number or 0 for name, number in given.items()}
    return Overtime(kind or "none", **numbers, extra=fields.rest())


def _games(above: Fields, people: People) -> Iterator[Game]:
    alone: dict[str, bool] = {}
    for fields in above.objects("games"):
        game = _game(fields)
        _check_players(fields, game, people)
        _check_twice(fields, game, alone)
        _check_unplayed(fields, game)
        _check_stones(fields, game)
        yield game


def _game(fields: Fields) -> Game:
    rated = fields.yes_or_no("rated")
    return Game(
        first=fields.id("first", required=True),
        second=fields.id("second") or None,
        result=fields.word("result", RESULTS),
        unplayed=fields.word("unplayed", UNPLAYED),
        stones=fields.whole("stones", 0, MOST_STONES) or 0,
        to=fields.id("to") or None,
        board=fields.whole("board", 0, MOST_BOARDS),
        game=fields.text("game"),
        duel=fields.whole("duel", 0, MOST_BOARDS),
        match=fields.text("match"),
        margin=fields.exact("margin"),
        stakes=fields.exacts("stakes", 0, LARGEST_STAKE),
        rated=rated is not False,
        extra=fields.rest(),
    )


def _check_players(fields: Fields, game: Game, people: People) -> None:
    for name, player in (("first", game.first), ("second", game.second)):
        if player and people is not None and player not in people:
            fields.fault("unknown-player", name, id=shown(player))
    if game.first and game.first == game.second:
        fields.fault("against-oneself", "second", id=shown(game.first))


def _check_twice(fields: Fields, game: Game, alone: dict[str, bool]) -> None:
    """One line a player and round; only the games of duels and of team matches may be several."""
    several = game.duel is not None or game.match != "" or game.stakes != ()
    for name, player in (("first", game.first), ("second", game.second)):
        if not player or (name == "second" and player == game.first):
            continue
        if player in alone and not (several and alone[player]):
            fields.fault("twice-in-a-round", name, id=shown(player))
        alone[player] = several


def _check_unplayed(fields: Fields, game: Game) -> None:
    if game.unplayed in BYES and game.second is not None:
        fields.fault("bye-with-opponent", "second", unplayed=game.unplayed)
    elif game.unplayed == "forfeit" and game.second is None:
        fields.fault("forfeit-alone", "second")
    elif game.unplayed is None and game.second is None:
        fields.fault("game-alone", "second", known=BYES)
    if game.unplayed is None or (game.result is None and game.unplayed != "forfeit"):
        return
    possible = POSSIBLE[game.unplayed]
    if game.result not in possible:
        fields.fault(
            "result-contradicts", "result", unplayed=game.unplayed, possible=possible, found=game.result or "null"
        )


def _check_stones(fields: Fields, game: Game) -> None:
    if game.to is None:
        return
    if not game.has(game.to):
        fields.fault("stones-to-a-stranger", "to", id=shown(game.to))
    elif game.stones == 0:
        fields.fault("stones-to-without-stones", "to")
