"""Reads the tournament table of the European Go Database (`.h9`): a header in comments, a line a player.

    ; EV[Minta Kupa]
       1 Minta Anna   3d HU Kavi  36 128   2+/w0   3+/b2

A result names the opponent's place, `+`, `-`, `=` or `?`, then the colour and the stones of the game; `!` marks a game
that was not played, `0+ 0- 0=` a round without an opponent. Both lines of a game must tell the same. Points, places and
other columns of the table are kept, never trusted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fokozat.formats.file_text import latin_text
from fokozat.formats.lines import Line, LineFaults, event_of_lines, said
from fokozat.kernel.event import Event

_HEADER = re.compile(r";\s*([A-Z]{2})\[(.*?)\]\s*$")
_ROW = re.compile(r"\s*(\d{1,6})\s+(\S.*)$", re.ASCII)
_RANK = re.compile(r"\d{1,2}[kdpKDP]", re.ASCII)
_RESULT = re.compile(r"(\d{1,6})([-+=?])(!?)(?:/([bwBW])(\d{0,2}))?(!?)", re.ASCII)
_PIN = re.compile(r"\|(\d{1,9})", re.ASCII)
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_COUNTRY = re.compile(r"[A-Za-z]{2,3}")
_INVERSE = {"+": "-", "-": "+", "=": "=", "?": "?"}
_FREE = {"+": ("bye", "first"), "=": ("half-bye", "draw")}


@dataclass(frozen=True)
class Cell:
    """What a line says of one round."""

    opponent: int
    sign: str
    unplayed: bool
    colour: str
    stones: int
    text: str


@dataclass(frozen=True)
class Row:
    """A player's line."""

    number: int
    place: int
    names: tuple[str, ...]
    rank: str
    country: str
    club: str
    criteria: tuple[str, ...]
    pin: str
    cells: tuple[Cell, ...] = field(default=())

    @property
    def line(self) -> Line:
        return self.number, " ".join(self.names)


def is_h9(data: bytes) -> bool:
    """Whether it begins as such tables do: with the comments of the header, or at once with a player and results."""
    first = next(
        (line for line in data[:4000].removeprefix(b"\xef\xbb\xbf").decode("latin-1").splitlines() if line.strip()), ""
    )
    if _HEADER.match(first):
        return True
    parts = first.split()
    return len(parts) > 3 and bool(_ROW.match(first)) and bool(_RESULT.fullmatch(parts[-1]))


def read_h9(data: bytes) -> Event:
    """The event of a table; every fault with its line and player."""
    faults = LineFaults()
    header, rows = _split(latin_text(data), faults)
    if not rows:
        faults.add("h9-no-players", (1, ""))
    if rows and not header.get("EV"):
        faults.add("h9-no-name", (1, ""))
    if rows and not _DAY.search(header.get("DT", "")):
        faults.add("h9-no-day", (1, ""), found=said(header.get("DT", "")))
    faults.refuse()
    _check_rows(rows, faults)
    faults.refuse()
    rounds, origins = _rounds(rows, faults)
    faults.refuse()
    document = {
        **_event(header),
        "rounds_planned": len(rounds) or None,
        "players": [_player(row) for row in rows],
        "rounds": [{"number": at, "games": games} for at, games in enumerate(rounds, start=1)],
    }
    return event_of_lines(document, [row.line for row in rows], origins)


def _split(text: str, faults: LineFaults) -> tuple[dict[str, str], list[Row]]:
    header: dict[str, str] = {}
    rows: list[Row] = []
    for number, line in enumerate(text.split("\n"), start=1):
        found = _HEADER.match(line.strip())
        if found:
            header.setdefault(found[1], found[2].strip())
        content = line.partition(";")[0].rstrip()
        if content.strip():
            row = _row(number, content, faults)
            if row:
                rows.append(row)
    return header, rows


def _row(number: int, line: str, faults: LineFaults) -> Row | None:
    found = _ROW.match(line)
    parts = found[2].split() if found else []
    rank_at = next((at for at, part in enumerate(parts) if at > 0 and _RANK.fullmatch(part)), 0)
    if not found or not rank_at:
        faults.add("h9-no-row", (number, ""), found=said(line.strip()))
        return None
    pin = next((known[1] for part in parts if (known := _PIN.fullmatch(part))), "")
    names = tuple(part.replace("_", " ") for part in parts[:rank_at])
    rest = [part for part in parts[rank_at + 1 :] if not _PIN.fullmatch(part)]
    first = len(rest)
    while first and _RESULT.fullmatch(rest[first - 1]):
        first -= 1
    if first and any(sign in rest[first - 1] for sign in "+=?/") and not _is_figure(rest[first - 1]):
        faults.add("h9-no-result", (number, " ".join(names)), found=said(rest[first - 1]))
        return None
    where, criteria = _where(rest[:first])
    return Row(
        number, int(found[1]), names, parts[rank_at].lower(), *where, criteria, pin, tuple(map(_cell, rest[first:]))
    )


def _is_figure(text: str) -> bool:
    return text.replace(".", "", 1).replace("½", "", 1).isdigit()


def _where(parts: list[str]) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Country and club, as far as they are there, and the columns of the table behind them."""
    country = parts[0].upper() if parts and _COUNTRY.fullmatch(parts[0]) else ""
    rest = parts[1:] if country else parts
    club = rest[0] if rest and not _is_figure(rest[0]) else ""
    return (country, club), tuple(rest[1:] if club else rest)


def _cell(text: str) -> Cell:
    found = _RESULT.fullmatch(text)
    assert found is not None, "only what is a result is asked for"
    unplayed = bool(found[3] or found[6])
    return Cell(int(found[1]), found[2], unplayed, (found[4] or "").lower(), int(found[5] or 0), text)


def _check_rows(rows: list[Row], faults: LineFaults) -> None:
    places: dict[int, Row] = {}
    longest = max((len(row.cells) for row in rows), default=0)
    for row in rows:
        before = places.setdefault(row.place, row)
        if before is not row:
            faults.add("h9-place-twice", row.line, place_number=row.place, first=before.number)
        if len(row.cells) != longest:
            faults.add("h9-rounds-differ", row.line, count=len(row.cells), wanted=longest)


def _rounds(rows: list[Row], faults: LineFaults) -> tuple[list[list[dict[str, object]]], list[list[Line]]]:
    """The games of every round, and the lines they came from."""
    places = {row.place: row for row in rows}
    rounds: list[list[dict[str, object]]] = []
    origins: list[list[Line]] = []
    for at in range(len(rows[0].cells) if rows else 0):
        lines = [(row, game) for row in rows for game in _games(row, at, places, faults)]
        rounds.append([game for _, game in lines])
        origins.append([row.line for row, _ in lines])
    return rounds, origins


def _games(row: Row, at: int, places: dict[int, Row], faults: LineFaults) -> Iterator[dict[str, object]]:
    """The game of a line in a round, told once: by the player who stands higher in the table."""
    cell = row.cells[at]
    if cell.opponent == 0:
        if cell.sign in _FREE:
            unplayed, result = _FREE[cell.sign]
            yield {"first": str(row.place), "second": None, "result": result, "unplayed": unplayed}
        return  # 0- was absent
    opponent = places.get(cell.opponent)
    if opponent is None or opponent is row:
        if opponent is None:
            faults.add("h9-no-opponent", row.line, round=at + 1, found=cell.text)
        else:
            faults.add("h9-against-oneself", row.line, round=at + 1, found=cell.text)
        return
    other = opponent.cells[at]
    if not _agree(row.place, cell, other):
        if row.place < opponent.place or other.opponent != row.place:
            faults.add(
                "h9-contradiction", row.line,
                round=at + 1, found=cell.text, other=opponent.number, told=other.text,
            )  # fmt: skip
        return
    if row.place < opponent.place:
        yield _game(row, opponent, cell, other)


def _agree(place: int, cell: Cell, other: Cell) -> bool:
    """Whether both lines tell the same game; two losers are possible where nobody played."""
    signs = _INVERSE[cell.sign] == other.sign or (cell.sign == other.sign == "-")
    colours = {cell.colour, other.colour} in ({"b", "w"}, {""})
    return other.opponent == place and signs and colours and cell.stones == other.stones


def _game(row: Row, opponent: Row, cell: Cell, other: Cell) -> dict[str, object]:
    """Black has the first move; where no colour is told, who stands higher is put first."""
    black, white, told = (opponent, row, other) if cell.colour == "w" else (row, opponent, cell)
    result = {"+": "first", "-": "second", "=": "draw", "?": None}[told.sign]
    if cell.sign == other.sign == "-":
        result = "both-lose"
    game: dict[str, object] = {"first": str(black.place), "second": str(white.place), "result": result}
    if cell.unplayed or other.unplayed:
        game["unplayed"] = "forfeit" if result in ("first", "second", "both-lose") else "ruling"
    if told.stones:
        game["stones"] = told.stones
    if not cell.colour:
        game["x-colours"] = "unknown"
    return game


def _player(row: Row) -> dict[str, object]:
    family, given = row.names[0], " ".join(row.names[1:])
    return {
        "id": str(row.place),
        "name": f"{family} {given}".strip(),
        "family": family,
        "given": given,
        "federation": row.country,
        "entry_grade": row.rank,
        "club": row.club,
        **({"ids": {"egd": row.pin}} if row.pin else {}),
        "rank_claimed": row.place,
        **({"x-criteria": list(row.criteria)} if row.criteria else {}),
    }


def _event(header: dict[str, str]) -> dict[str, object]:
    """What the header says. The thinking time of a table is the adjusted one, which tells neither of its two parts."""
    start, end = ([*_DAY.findall(header.get("DT", "")), (), ()])[:2]
    country, _, city = header.get("PC", "").partition(",")
    told = ", ".join(f"{key}[{header[key]}]" for key in ("TM", "CM") if header.get(key))
    return {
        "fokozat": "event/1",
        "name": header["EV"],
        "game": "go",
        "start": _iso(start),
        "end": _iso(end),
        "place": (city or country).strip(),
        **({"time": {"text": told}} if told else {}),
        **({"x-egd": header} if header else {}),
    }


def _iso(day: tuple[str, ...]) -> str | None:
    return "-".join((day[0], day[1].zfill(2), day[2].zfill(2))) if day else None
