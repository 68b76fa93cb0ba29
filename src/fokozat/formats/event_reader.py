"""The event document `event/1` to an Event, one function an object, in the order of the contract.

Everything that is wrong is collected with its place before the document is refused.
"""

import re
from collections.abc import Iterator

from fokozat.formats.event_document import KEYS, VERSION
from fokozat.formats.event_rounds import read_rounds, read_time
from fokozat.formats.faults import Faults, shown
from fokozat.formats.fields import ID, LARGEST, Fields
from fokozat.formats.strict_json import cleaned
from fokozat.kernel.event import FORMATS, TRAITS, Entry, Event, McMahon, Official, Ruling, Team

MOST_PLAYERS = 100_000
MOST_ROUNDS = 1000

_BOARD = re.compile(r"\s*(\d{1,3})\s*[x×X]\s*(\d{1,3})\s*", re.ASCII)


def event_of(document: object) -> Event:
    """The event that a parsed document describes; InvalidInput with every fault that is found."""
    faults = Faults(KEYS)
    fields = _opened(cleaned(document, faults), faults)
    event = _event(fields, faults)
    faults.refuse()
    return event


def _opened(document: object, faults: Faults) -> Fields:
    """The document, if it is one of ours and of a version that is read; otherwise nothing in it means anything."""
    if not isinstance(document, dict):
        faults.add("no-document", ())
        faults.refuse()
        return Fields({}, (), faults)
    fields = Fields(document, (), faults)
    version = fields.text("fokozat", required=True)
    if version and version != VERSION:
        fields.fault("unknown-version", "fokozat", found=shown(version), known=VERSION)
    if faults.has_any("fokozat", depth=1):
        faults.refuse()
    return fields


def _event(fields: Fields, faults: Faults) -> Event:
    start, end = fields.day("start", required=True), fields.day("end")
    if start and end and end < start:
        fields.fault("end-before-start", "end", start=start)
    players = tuple(_players(fields))
    people = _people(players, faults)
    return Event(
        id=fields.id("id"),
        revision=fields.whole("revision", 0, LARGEST),
        name=fields.text("name", required=True),
        section=fields.text("section"),
        game=fields.text("game", required=True),
        board=_board(fields.text("board")),
        start=start,
        end=end,
        place=fields.text("place"),
        officials=tuple(_official(each) for each in fields.objects("officials")),
        format=fields.word("format", FORMATS),
        rounds_planned=fields.whole("rounds_planned", 1, MOST_ROUNDS),
        participants_announced=fields.whole("participants", 0, MOST_PLAYERS),
        time=read_time(fields),
        traits=fields.words("traits", TRAITS),
        even=fields.yes_or_no("even"),
        tie_breaks=fields.texts("tie_breaks"),
        readings=fields.named_texts("readings"),
        mcmahon=_mcmahon(fields.nested("mcmahon")),
        avoid=_avoid(fields, people),
        rulings=tuple(_ruling(each) for each in fields.objects("rulings")),
        teams=tuple(_teams(fields, people)),
        players=players,
        rounds=read_rounds(fields, people),
        extra=fields.rest(),
    )


def _people(players: tuple[Entry, ...], faults: Faults) -> frozenset[str] | None:
    """Who is known; without a sound list of players nobody can be told to be missing from it."""
    ids = frozenset(entry.id for entry in players)
    return None if "" in ids or faults.has_any("players", depth=2) else ids


def _board(text: str) -> str:
    """19×19, 19 x 19 and 19X19 are the same board."""
    size = _BOARD.fullmatch(text)
    return f"{size[1]}x{size[2]}" if size else text


def _official(fields: Fields) -> Official:
    return Official(fields.text("role"), fields.text("name", required=True), fields.rest())


def _mcmahon(fields: Fields | None) -> McMahon | None:
    if fields is None:
        return None
    return McMahon(
        bar=fields.text("bar"),
        floor=fields.text("floor"),
        reduce=fields.whole("reduce", 0, 100) or 0,
        max=fields.whole("max", 0, 100),
        extra=fields.rest(),
    )


def _avoid(fields: Fields, people: frozenset[str] | None) -> tuple[tuple[str, ...], ...]:
    """Who shall not meet: pairs, or larger groups."""
    groups = fields.lists_of_ids("avoid")
    for at, group in enumerate(groups):
        if len(set(group)) < 2:
            fields.fault("too-few-to-avoid", "avoid", at)
        _expect_known(fields, ("avoid", at), group, people)
    return groups


def _ruling(fields: Fields) -> Ruling:
    return Ruling(
        paragraph=fields.text("paragraph", required=True),
        sets=fields.named_figures("sets"),
        by=fields.text("by"),
        on=fields.day("on"),
        reason=fields.prose("reason"),
        extra=fields.rest(),
    )


def _teams(fields: Fields, people: frozenset[str] | None) -> Iterator[Team]:
    seen: dict[str, int] = {}
    for at, each in enumerate(fields.objects("teams")):
        team = Team(
            id=each.id("id", required=True),
            name=each.text("name"),
            captain=each.text("captain"),
            games=each.texts("games"),
            players=each.texts("players", ID),
            extra=each.rest(),
        )
        _expect_new(each, team.id, at, seen)
        _expect_known(each, ("players",), team.players, people)
        yield team


def _players(fields: Fields) -> Iterator[Entry]:
    seen: dict[str, int] = {}
    for at, each in enumerate(fields.objects("players", required=True)):
        entry = _entry(each)
        _expect_new(each, entry.id, at, seen)
        yield entry


def _entry(fields: Fields) -> Entry:
    registered = fields.yes_or_no("registered")
    return Entry(
        id=fields.id("id", required=True),
        name=fields.text("name"),
        family=fields.text("family"),
        given=fields.text("given"),
        sex=fields.text("sex"),
        title=fields.text("title"),
        federation=fields.text("federation"),
        ids=fields.named_texts("ids"),
        rating=fields.exact("rating"),
        grade=fields.text("grade"),
        entry_grade=fields.text("entry_grade"),
        registered=registered is not False,
        reached=fields.texts("reached"),
        born=fields.born("born"),
        games_before=fields.whole("games_before", 0, LARGEST),
        peak_published=fields.exact("peak_published"),
        k=fields.exact("k", low=0),
        club=fields.text("club"),
        withdrawn_after=fields.whole("withdrawn_after", 0, MOST_ROUNDS),
        points_claimed=fields.exact("points_claimed"),
        rank_claimed=fields.whole("rank_claimed", 1, MOST_PLAYERS),
        extra=fields.rest(),
    )


def _expect_new(fields: Fields, name: str, at: int, seen: dict[str, int]) -> None:
    if name and seen.setdefault(name, at) != at:
        fields.fault("id-twice", "id", id=shown(name), first=f"{fields.path[0]}[{seen[name]}]")


def _expect_known(
    fields: Fields, below: tuple[str | int, ...], ids: tuple[str, ...], people: frozenset[str] | None
) -> None:
    for at, each in enumerate(ids):
        if people is not None and each not in people:
            fields.fault("unknown-player", *below, at, id=shown(each))
