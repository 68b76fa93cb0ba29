"""The event document as a JSON Schema, so that programs can check what they send. `formats` decides in the end."""

from typing import Any

from fokozat.kernel.event import FORMATS, OVERTIME_KINDS, RESULTS, TRAITS, UNPLAYED

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "null"]}
WHOLE: Schema = {"type": ["integer", "null"]}
FLAG: Schema = {"type": ["boolean", "null"]}
DAY: Schema = {"type": ["string", "null"], "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
EXACT: Schema = {
    "description": 'An exact number: 21.5, or as text "21.5", "167/3".',
    "anyOf": [{"type": ["number", "null"]}, {"type": "string", "pattern": "^[+-]?[0-9]+([./][0-9]+)?$"}],
}
TEXTS: Schema = {"type": ["array", "null"], "items": {"type": "string"}}
NAMED_TEXTS: Schema = {"type": ["object", "null"], "additionalProperties": {"type": "string"}}


def _one_of(words: tuple[str, ...]) -> Schema:
    return {"enum": [*words, None]}


def _object(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties}


def _maybe(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def _list(items: Schema) -> Schema:
    return {"type": ["array", "null"], "items": items}


NEEDED_TEXT: Schema = {"type": "string", "minLength": 1}
OVERTIME = _object(kind=_one_of(OVERTIME_KINDS), periods=WHOLE, moves=WHOLE, seconds=WHOLE)
TIME = _maybe(_object(base=EXACT, overtime=_maybe(OVERTIME), text=TEXT, stages={"type": ["array", "null"]}))
RULING = _object(("paragraph",), paragraph=NEEDED_TEXT, sets={"type": ["object", "null"]}, by=TEXT, on=DAY, reason=TEXT)
PLAYER = _object(
    ("id",), id=NEEDED_TEXT, name=TEXT, family=TEXT, given=TEXT, sex=TEXT, title=TEXT, federation=TEXT,
    ids=NAMED_TEXTS, rating=EXACT, grade=TEXT, entry_grade=TEXT, registered=FLAG, reached=TEXTS, born=TEXT,
    games_before=WHOLE, peak_published=EXACT, k=EXACT, club=TEXT, withdrawn_after=WHOLE, points_claimed=EXACT,
    rank_claimed=WHOLE,
)  # fmt: skip
GAME = _object(
    ("first",), first=NEEDED_TEXT, second=TEXT, result=_one_of(RESULTS), unplayed=_one_of(UNPLAYED), stones=WHOLE,
    to=TEXT, board=WHOLE, game=TEXT, duel=WHOLE, match=TEXT, margin=EXACT, stakes=_list(EXACT), rated=FLAG,
)  # fmt: skip
ROUND = _object(("number",), number={"type": "integer"}, time=TIME, games=_list(GAME))
EVENT: Schema = _object(
    ("fokozat", "name", "game", "start", "players", "rounds"),
    fokozat={"const": "event/1"}, id=TEXT, revision=WHOLE, name=NEEDED_TEXT, section=TEXT, game=NEEDED_TEXT,
    board=TEXT, start={**DAY, "type": "string"}, end=DAY, place=TEXT,
    officials=_list(_object(("name",), role=TEXT, name=NEEDED_TEXT)), format=_one_of(FORMATS), rounds_planned=WHOLE,
    participants=WHOLE, time=TIME, traits=_list({"enum": list(TRAITS)}), even=FLAG, tie_breaks=TEXTS,
    readings=NAMED_TEXTS, mcmahon=_maybe(_object(bar=TEXT, floor=TEXT, reduce=WHOLE, max=WHOLE)),
    avoid=_list({"type": "array", "items": {"type": "string"}}), rulings=_list(RULING),
    teams=_list(_object(("id",), id=NEEDED_TEXT, name=TEXT, captain=TEXT, games=TEXTS, players=TEXTS)),
    players={"type": "array", "items": PLAYER}, rounds={"type": "array", "items": ROUND},
)  # fmt: skip
EXAMPLE: Schema = {
    "fokozat": "event/1", "name": "Minta Kupa", "game": "go", "board": "19x19", "start": "2012-03-10",
    "participants": 84, "rounds_planned": 5, "even": True,
    "time": {"base": 60, "overtime": {"kind": "japanese", "periods": 3, "seconds": 20}},
    "players": [{"id": "M1", "name": "Minta Anna"}], "rounds": [],
}  # fmt: skip
EVENT_BODY: Schema = {
    "requestBody": {
        "required": True,
        "description": "One section of an event as an event/1 document of at most 5 MB.",
        "content": {"application/json": {"schema": EVENT, "example": EXAMPLE}},
    }
}
