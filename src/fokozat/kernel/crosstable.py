"""The crosstable of an event as values, and as a drawing that a person writes by hand.

    # a line a player: the number, the id, a cell a round, and after a bar the points, if one likes
    1 XY      2f1  3s=  +    4f+   | 3.5
    2 "O Nil" 1s0  4f1  .    3s?   | 1
    3 B       4s0  1f=  4f!1 2f?   | 1.5
    4 C       3f1  2s0  3s!0 1s-   | 1

A cell says the number of the opponent, `f` or `s` for who has the first move (White in chess, Black in Go),
and the score: `1`, `=` (a half), `0`, `?` (not known yet). What was not played:

    2f+  2s-   forfeit: won, lost (lost for both: two `-`)       +   pairing bye      F   full bye
    2f!1       the result is a ruling's (`!1`, `!=`, `!0`: one   H   half bye         Z   zero bye
               without an opponent)                              .   no line: absent

Rounds are numbered from 1; other numbers stand in a first line, `rounds 2 3 5`. An id with a space or a sign of
the notation in it stands in quotation marks as in JSON. Lines that begin with `#` are for people. Only who met
whom, and how it ended, is drawn; an Event that is read has no more than that.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.event import Entry, Event, Game, Result, Round, Unplayed
from fokozat.kernel.exact import exact_text, read_exact
from fokozat.kernel.score import DRAW, LOSS, WIN, score_of

Side = Literal["first", "second"]


@dataclass(frozen=True)
class Cell:
    """A player's round: against whom (the number of the row, from 0), with which side, what it brought."""

    opponent: int | None = None
    side: Side | None = None
    score: Fraction | None = LOSS
    unplayed: Unplayed | None = None


ABSENT = Cell()


@dataclass(frozen=True)
class Row:
    """A player with a cell a round."""

    player: str
    cells: tuple[Cell, ...]

    @property
    def total(self) -> Fraction:
        """The points so far; what is not known yet counts nothing."""
        return sum((cell.score for cell in self.cells if cell.score is not None), Fraction(0))


@dataclass(frozen=True)
class Crosstable:
    """Who met whom in which round, and how it ended; the rows in the order of the entries."""

    rounds: tuple[int, ...]
    rows: tuple[Row, ...]


def crosstable_of(event: Event) -> Crosstable:
    """The crosstable of an event in which a player has at most one line a round."""
    rows = {entry.id: at for at, entry in enumerate(event.players)}
    cells = {player: [ABSENT] * len(event.rounds) for player in rows}
    for at, each in enumerate(event.rounds):
        for game in each.games:
            for player in (game.first, game.second):
                if player is None:
                    continue
                if cells[player][at] is not ABSENT:
                    raise InvalidInput("kernel.several-games", f"rounds[{at}]", player=player, number=each.number)
                cells[player][at] = _cell(game, player, rows)
    table = tuple(Row(player, tuple(own)) for player, own in cells.items())
    return Crosstable(tuple(each.number for each in event.rounds), table)


def _cell(game: Game, player: str, rows: Mapping[str, int]) -> Cell:
    opponent = game.opponent_of(player)
    side: Side = "first" if player == game.first else "second"
    return Cell(None if opponent is None else rows[opponent], side, score_of(game, player), game.unplayed)


_SCORES: Mapping[str, Fraction | None] = {"1": WIN, "=": DRAW, "0": LOSS, "?": None}
_SIGNS = {score: sign for sign, score in _SCORES.items()}
_BYES: Mapping[str, Unplayed] = {"+": "bye", "F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
_SIGNS_OF_BYES = {unplayed: sign for sign, unplayed in _BYES.items()}
_RESULTS: Mapping[tuple[Fraction | None, Fraction | None], Result | None] = {
    (WIN, LOSS): "first", (LOSS, WIN): "second", (DRAW, DRAW): "draw", (LOSS, LOSS): "both-lose", (None, None): None,
}  # fmt: skip
_ALONE: Mapping[Fraction | None, Result | None] = {WIN: "first", DRAW: "draw", LOSS: "second", None: None}

_ROUNDS = re.compile(r"rounds(\s+\d{1,6})*", re.ASCII)
_LINE = re.compile(r'(\d{1,6})\s+("(?:[^"\\]|\\.)*"|[^\s"]\S*)\s*([^|]*?)\s*(?:\|\s*(\S+)\s*)?', re.ASCII)
_CELL = re.compile(r"(?:(\d{1,6})([fs])(?:(!?)([1=0?])|([+-]))|(!)([1=0?])|([+FHZ])|\.)", re.ASCII)
_PLAIN_ID = re.compile(r'[^\s"|][^\s|]*')


def write_crosstable(table: Crosstable) -> str:
    """The drawing of a crosstable; `read_crosstable` gives the same table again."""
    columns = [[str(at) for at in range(1, len(table.rows) + 1)], [_id_text(row.player) for row in table.rows]]
    columns += [[_cell_text(row.cells[at]) for row in table.rows] for at in range(len(table.rounds))]
    widths = [max(map(len, column), default=0) for column in columns]
    lines = []
    if not table.rows or table.rounds != tuple(range(1, len(table.rounds) + 1)):
        lines.append(" ".join(("rounds", *map(str, table.rounds))))
    for at, row in enumerate(table.rows):
        cells = (column[at].ljust(width) for column, width in zip(columns, widths, strict=True))
        lines.append(f"{' '.join(cells)} | {exact_text(row.total)}")
    return "".join(f"{line}\n" for line in lines)


def _id_text(player: str) -> str:
    return player if _PLAIN_ID.fullmatch(player) else json.dumps(player)


def _cell_text(cell: Cell) -> str:
    if cell == ABSENT:
        return "."
    if cell.unplayed in _SIGNS_OF_BYES:
        return _SIGNS_OF_BYES[cell.unplayed]
    against = "" if cell.opponent is None else f"{cell.opponent + 1}{'f' if cell.side == 'first' else 's'}"
    if cell.unplayed == "forfeit":
        return against + ("+" if cell.score == WIN else "-")
    return against + ("!" if cell.unplayed == "ruling" else "") + _SIGNS[cell.score]


def read_crosstable(text: str) -> Event:
    """The event that a drawing shows: its players, who have nothing but an id, and its rounds."""
    faults: list[Fault] = []
    table = _read_table(text, faults)
    if not faults:
        faults += _disagreements(table)
    if faults:
        raise InvalidInput.of(tuple(faults))
    players = tuple(Entry(row.player) for row in table.rows)
    rounds = (Round(number, tuple(_games(table, at))) for at, number in enumerate(table.rounds))
    return Event(name="", game="", players=players, rounds=tuple(rounds))


def _read_table(text: str, faults: list[Fault]) -> Crosstable:
    rounds: tuple[int, ...] | None = None
    rows: list[Row] = []
    seen: set[str] = set()
    for at, written in enumerate(text.splitlines(), start=1):
        line = written.strip()
        if not line or line.startswith("#"):
            continue
        if not rows and _ROUNDS.fullmatch(line):
            rounds = tuple(map(int, line.split()[1:]))
            continue
        row = _read_row(line, len(rows) + 1, str(at), faults)
        rows.append(row or Row("", ()))
        if row is None:
            continue
        rounds = tuple(range(1, len(row.cells) + 1)) if rounds is None else rounds
        if len(row.cells) != len(rounds):
            faults.append(Fault("kernel.cells-missing", str(at), {"found": len(row.cells), "wanted": len(rounds)}))
        if row.player in seen:
            faults.append(Fault("kernel.drawn-twice", str(at), {"player": row.player}))
        seen.add(row.player)
    return Crosstable(rounds or (), tuple(rows))


def _read_row(line: str, number: int, place: str, faults: list[Fault]) -> Row | None:
    match = _LINE.fullmatch(line)
    if not match or int(match[1]) != number:
        faults.append(Fault("kernel.no-row", place, {"number": number}))
        return None
    row = Row(_read_id(match[2]), tuple(_read_cell(cell, place, faults) for cell in match[3].split()))
    if match[4] and not _is_number(match[4], row.total):
        faults.append(Fault("kernel.total-differs", place, {"found": match[4], "total": row.total}))
    return row


def _read_id(text: str) -> str:
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except json.JSONDecodeError:
        return text


def _is_number(text: str, wanted: Fraction) -> bool:
    try:
        return read_exact(text) == wanted
    except ValueError:
        return False


def _read_cell(text: str, place: str, faults: list[Fault]) -> Cell:
    match = _CELL.fullmatch(text)
    if not match:
        faults.append(Fault("kernel.no-cell", place, {"found": text}))
        return ABSENT
    opponent, side, ruled, score, forfeit, ruled_alone, score_alone, bye = match.groups()
    if opponent:
        unplayed: Unplayed | None = "forfeit" if forfeit else "ruling" if ruled else None
        gained = (WIN if forfeit == "+" else LOSS) if forfeit else _SCORES[score]
        return Cell(int(opponent) - 1, "first" if side == "f" else "second", gained, unplayed)
    if ruled_alone:
        return Cell(None, "first", _SCORES[score_alone], "ruling")
    if bye:
        kind = _BYES[bye]
        return Cell(None, "first", score_of(Game("", unplayed=kind), ""), kind)
    return ABSENT


def _disagreements(table: Crosstable) -> Iterator[Fault]:
    """Cells whose opponent's cell does not say the same game."""
    for at, row in enumerate(table.rows):
        for column, (number, cell) in enumerate(zip(table.rounds, row.cells, strict=True)):
            if cell.opponent is None:
                continue
            back = table.rows[cell.opponent].cells[column] if cell.opponent < len(table.rows) else ABSENT
            if cell.opponent == at or not _is_same_game(at, cell, back):
                fields = {"player": row.player, "number": number, "opponent": cell.opponent + 1}
                yield Fault("kernel.cells-disagree", "", fields)


def _is_same_game(at: int, cell: Cell, back: Cell) -> bool:
    sides_differ = {cell.side, back.side} == {"first", "second"}
    return (
        back.opponent == at and sides_differ and cell.unplayed == back.unplayed and (cell.score, back.score) in _RESULTS
    )


def _games(table: Crosstable, column: int) -> Iterator[Game]:
    """The games of a round in the order of the rows, each from the side of who has the first move."""
    for row in table.rows:
        cell = row.cells[column]
        if cell == ABSENT or cell.side == "second":
            continue
        if cell.opponent is None:
            yield Game(row.player, None, _ALONE[cell.score], cell.unplayed)
        else:
            other = table.rows[cell.opponent]
            result = _RESULTS[(cell.score, other.cells[column].score)]
            yield Game(row.player, other.player, result, cell.unplayed)
