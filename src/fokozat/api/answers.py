"""The shapes of questions and answers, as the OpenAPI document shows them. The rooms behind make the answers."""

from typing import Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

Lang = Literal["en", "hu", "et"]


class Reader(Schema):
    """Who asks: the language of the answer; without it the header Accept-Language decides."""

    lang: Lang | None = None


class EventQuestion(Reader):
    """Under which edition an event is rated, and how its unclear sentences are read."""

    edition: str = Field(description="As listed under /editions.", examples=["mgsz-2012"])
    switch: list[str] = Field(
        default_factory=list,
        description="A reading of an unclear sentence, name=value.",
        examples=[["fischer=committee"]],
    )


class PlayerQuestion(EventQuestion):
    """Of which player a figure is explained; without one, those of the event."""

    player: str | None = None


class Loose(Schema):
    """A shape that may grow: who reads it must bear keys that he does not know."""

    model_config = ConfigDict(extra="allow")


class FaultShape(Schema):
    """One thing that is wrong: its key for programs, its place in the document, and a sentence for a person."""

    key: str
    place: str
    text: str
    fields: dict[str, Any]


class Problem(Loose):
    """A problem document (RFC 9457). `paragraph` says which paragraph forbids it.

    `theirs`: what somebody else has kept meanwhile, so that a person can look at both and decide.
    """

    type: str
    title: str
    status: int
    detail: str
    faults: list[FaultShape] = Field(default_factory=list)
    fault_count: int = 0
    paragraph: str = ""
    theirs: dict[str, Any] = Field(default_factory=dict)


class RatedGameShape(Loose):
    """A counted game from the player's side; `corrected`: own points, then the opponent's."""

    round: int
    opponent: str
    points: str
    difference: int
    corrected: list[int]


class RatedPlayerShape(Loose):
    """What an edition says of a player; what it does not know is left out."""

    id: str
    flags: list[str]
    before: int | None = None
    after: int | None = None
    change: int | None = None
    grade_before: str | None = None
    grade_after: str | None = None
    reached: list[str] = Field(default_factory=list)
    initial: int | None = None
    games: list[RatedGameShape] = Field(default_factory=list)


class RatedShape(Loose):
    """What an edition says of an event, as `fokozat rate --json`. No multiplier: not rated."""

    edition: str
    multiplier: int | None
    parts: list[list[int]]
    flags: list[str]
    players: list[RatedPlayerShape]
    partial: list[str] = Field(default_factory=list)


class NotAppliedShape(Loose):
    """A paragraph that was looked at and did not apply."""

    paragraph: str
    why: str


class TreeShape(Loose):
    """A derivation, as `fokozat explain --json`."""

    key: str
    paragraph: str
    edition: str
    value: Any
    inputs: dict[str, Any]
    text: str
    steps: list["TreeShape"]
    reading: str | None
    flags: list[str]
    not_applied: list[NotAppliedShape]


class EditionShape(Loose):
    """An edition in the list."""

    edition: str
    title: str
    game: str
    state: str
    in_force: str


class EditionsShape(Schema):
    """The library."""

    editions: list[EditionShape]


class WholeEditionShape(EditionShape):
    """An edition with everything that can be asked of it."""

    reference: str
    tables: list[dict[str, Any]]
    readings: list[dict[str, Any]]
    flags: list[dict[str, Any]]
    computed: list[str]
    missing: list[str]
    slips: list[dict[str, Any]]


def answers(shape: type[Schema], *errors: int) -> dict[int, Any]:
    """The answers of an operation: its own, the errors named, and those that any request can meet."""
    return {200: shape, **dict.fromkeys(sorted({400, 405, 422, 429, 500, *errors}), Problem)}


def changes(shape: type[Schema], status: int, *errors: int) -> dict[int, Any]:
    """The answers of a change: it needs a token and a document, and somebody may have been faster."""
    needed = {400, 401, 403, 405, 409, 413, 415, 422, 429, 500, *errors}
    return {status: shape, **dict.fromkeys(sorted(needed), Problem)}
