"""Reads the files of OpenGotha (XML): players, games, byes, thinking time, placement criteria, McMahon settings.

A player is called by the key that OpenGotha makes of the name. Rating points of other systems come along with their
origin (`x-rating-origin`); whoever rates the event decides what they are worth.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fokozat.formats.flat_xml import Element, elements
from fokozat.formats.lines import Line, LineFaults, event_of_lines, said
from fokozat.kernel.event import Event

_ROOT = re.compile(rb"<Tournament[\s>]")
_CRITERIA = {
    "NBW": "nbw", "MMS": "mms", "SOSW": "sos", "SOSM": "sos", "SOSWM1": "sos-1", "SOSMM1": "sos-1",
    "SOSOSW": "sosos", "SOSOSM": "sosos", "SODOSW": "sodos", "SODOSM": "sodos", "CUSSW": "cuss", "CUSSM": "cuss",
    "DC": "direct",
}  # fmt: skip
_RESULTS: Mapping[str, tuple[str | None, bool]] = {  # result of Black, who is first; whether it was not played
    "RESULT_UNKNOWN": (None, False),
    "RESULT_BLACKWINS": ("first", False),
    "RESULT_WHITEWINS": ("second", False),
    "RESULT_EQUAL": ("draw", False),
    "RESULT_BOTHLOSE": ("both-lose", True),
    "RESULT_BLACKWINS_BYDEF": ("first", True),
    "RESULT_WHITEWINS_BYDEF": ("second", True),
    "RESULT_BOTHLOSE_BYDEF": ("both-lose", True),
}
_NUMBERS = ("egfPin", "ffgLicence", "agaId")
_SCHEMES = {"egfPin": "egd", "ffgLicence": "ffg", "agaId": "aga"}
_LAST_ROUND = 1000


@dataclass
class Sheet:
    """The file by its kinds of elements."""

    players: dict[str, Element] = field(default_factory=dict)
    games: list[Element] = field(default_factory=list)
    byes: list[Element] = field(default_factory=list)
    criteria: list[str] = field(default_factory=list)
    general: Mapping[str, str] = field(default_factory=dict)
    handicap: Mapping[str, str] = field(default_factory=dict)


def is_opengotha(data: bytes) -> bool:
    """Whether it is an XML file about a tournament, as OpenGotha writes them."""
    head = data[:4000]
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<" and bool(_ROOT.search(head))


def read_opengotha(data: bytes) -> Event:
    """The event of a file; every fault with its line and player."""
    faults = LineFaults()
    sheet = _sheet(elements(data), faults)
    if not sheet.players:
        faults.add("gotha-no-players", (1, ""))
    if not sheet.general.get("name") or not sheet.general.get("beginDate"):
        faults.add("gotha-no-settings", (1, ""))
    faults.refuse()
    rounds: dict[int, list[tuple[Line, dict[str, object]]]] = {}
    for element in sheet.games:
        _collect(rounds, element, _game(element, sheet, faults), faults)
    for element in sheet.byes:
        _collect(rounds, element, _bye(element, sheet, faults), faults)
    faults.refuse()
    numbers = sorted(rounds)
    document = {
        **_event(sheet),
        "players": [_player(key, each.given) for key, each in sheet.players.items()],
        "rounds": [{"number": number, "games": [game for _, game in rounds[number]]} for number in numbers],
    }
    lines = [(each.line, _name(each.given)) for each in sheet.players.values()]
    return event_of_lines(document, lines, [[line for line, _ in rounds[number]] for number in numbers])


def _sheet(found: list[Element], faults: LineFaults) -> Sheet:
    sheet = Sheet()
    for element in found:
        match element.name:
            case "Player":
                key = key_of(element.given)
                if not key:
                    faults.add("gotha-no-name", (element.line, ""))
                elif key in sheet.players:
                    faults.add("gotha-name-twice", (element.line, _name(element.given)))
                sheet.players.setdefault(key, element)
            case "Game":
                sheet.games.append(element)
            case "ByePlayer":
                sheet.byes.append(element)
            case "PlacementCriterion" if "TeamTournamentParameterSet" not in element.within:
                sheet.criteria.append(element.given.get("name", ""))
            case "GeneralParameterSet":
                sheet.general = element.given
            case "HandicapParameterSet":
                sheet.handicap = element.given
    return sheet


def key_of(given: Mapping[str, str]) -> str:
    """What OpenGotha calls a player by: family and given name in capitals, without spaces."""
    return f"{given.get('name', '')}{given.get('firstName', '')}".replace(" ", "").upper()


def _name(given: Mapping[str, str]) -> str:
    return f"{given.get('name', '')} {given.get('firstName', '')}".strip()


def _collect(
    rounds: dict[int, list[tuple[Line, dict[str, object]]]],
    element: Element,
    game: dict[str, object] | None,
    faults: LineFaults,
) -> None:
    """Put a game into its round."""
    number = _whole(element.given.get("roundNumber", ""))
    if not number or number > _LAST_ROUND:
        faults.add("gotha-no-round", (element.line, ""), found=said(element.given.get("roundNumber", "")))
    elif game is not None:
        players = " – ".join(str(game[name]) for name in ("first", "second") if game[name])
        rounds.setdefault(number, []).append(((element.line, players), game))


def _game(element: Element, sheet: Sheet, faults: LineFaults) -> dict[str, object] | None:
    given = element.given
    black, white = (_known(element, name, sheet, faults) for name in ("blackPlayer", "whitePlayer"))
    stones, told = _whole(given.get("handicap", "0")), given.get("result", "RESULT_UNKNOWN")
    if stones is None:
        faults.add("gotha-no-stones", (element.line, f"{black} – {white}"), found=said(given["handicap"]))
    if told not in _RESULTS:
        faults.add("gotha-no-result", (element.line, f"{black} – {white}"), found=said(told), known=tuple(_RESULTS))
    if not black or not white or stones is None or told not in _RESULTS:
        return None
    result, unplayed = _RESULTS[told]
    game: dict[str, object] = {"first": black, "second": white, "result": result}
    if unplayed:
        game["unplayed"] = "forfeit"
    if stones:
        game["stones"] = stones
    if table := _whole(given.get("tableNumber", "")):
        game["board"] = table
    if given.get("knownColor") == "false":
        game["x-colours"] = "unknown"
    return game


def _bye(element: Element, sheet: Sheet, faults: LineFaults) -> dict[str, object] | None:
    player = _known(element, "player", sheet, faults)
    return {"first": player, "second": None, "result": "first", "unplayed": "bye"} if player else None


def _known(element: Element, name: str, sheet: Sheet, faults: LineFaults) -> str:
    """The key of a player who is there; a file can have it with other capitals."""
    key = element.given.get(name, "").replace(" ", "").upper()
    if key in sheet.players:
        return key
    faults.add("gotha-no-player", (element.line, ""), found=said(element.given.get(name, "")))
    return ""


def _player(key: str, given: Mapping[str, str]) -> dict[str, object]:
    rating = _signed(given.get("rating", ""))
    numbers = {_SCHEMES[name]: given[name] for name in _NUMBERS if given.get(name)}
    extra = {"x-grade": given.get("grade", "").lower(), "x-rating-origin": given.get("ratingOrigin", "")}
    return {
        "id": key,
        "name": _name(given),
        "family": given.get("name", ""),
        "given": given.get("firstName", ""),
        "federation": given.get("country", ""),
        "club": given.get("club", ""),
        "entry_grade": given.get("rank", "").lower(),
        **({"rating": rating} if rating is not None else {}),
        **({"ids": numbers} if numbers else {}),
        **{name: text for name, text in extra.items() if text},
    }


def _event(sheet: Sheet) -> dict[str, object]:
    general = sheet.general
    size = _whole(general.get("size", ""))
    criteria = list(dict.fromkeys(_CRITERIA[name] for name in sheet.criteria if name in _CRITERIA))
    mcmahon = "mms" in criteria
    return {
        "fokozat": "event/1",
        "name": general["name"],
        "game": "go",
        **({"board": f"{size}x{size}"} if size else {}),
        "start": general["beginDate"],
        "end": general.get("endDate") or None,
        "place": general.get("location", ""),
        **({"officials": [{"role": "arbiter", "name": general["director"]}]} if general.get("director") else {}),
        "format": "mcmahon" if mcmahon else "swiss",
        "rounds_planned": _whole(general.get("numberOfRounds", "")),
        "time": _time(general),
        **({"tie_breaks": criteria} if criteria else {}),
        **({"mcmahon": _mcmahon(sheet)} if mcmahon else {}),
    }


def _time(general: Mapping[str, str]) -> dict[str, object]:
    overtime: dict[str, object] = {"kind": "none"}
    match general.get("complementaryTimeSystem"):
        case "STDBYOYOMI":
            overtime = {"kind": "japanese", "seconds": _whole(general.get("stdByoYomiTime", ""))}
        case "CANBYOYOMI":
            moves, seconds = (_whole(general.get(name, "")) for name in ("nbMovesCanTime", "canByoYomiTime"))
            overtime = {"kind": "canadian", "moves": moves, "seconds": seconds}
        case "FISCHER":
            overtime = {"kind": "fischer", "seconds": _whole(general.get("fischerTime", ""))}
    return {"base": _whole(general.get("basicTime", "")), "overtime": overtime}


def _mcmahon(sheet: Sheet) -> dict[str, object]:
    general, handicap = sheet.general, sheet.handicap
    return {
        "bar": general.get("genMMBar", "").lower(),
        "floor": general.get("genMMFloor", "").lower(),
        "reduce": _whole(handicap.get("hdCorrection", "")),
        "max": _whole(handicap.get("hdCeiling", "")),
    }


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _signed(text: str) -> int | None:
    number = _whole(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
