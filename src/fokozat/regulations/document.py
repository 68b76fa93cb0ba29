"""An edition as `fokozat editions --json` and the API show it."""

from collections.abc import Mapping
from typing import Any

from fokozat.regulations.room import Room


def edition_summary(room: Room, language: str) -> dict[str, object]:
    """An edition in the list."""
    edition = room.tables["edition"]
    return {
        "edition": room.edition,
        "title": room.words.say("title", language),
        "game": edition["game"],
        "state": edition["state"],
        "in_force": edition["in_force"].isoformat(),
    }


def whole_edition(room: Room, language: str) -> dict[str, Any]:
    """An edition with everything that can be asked of it."""
    tables, edition = room.tables, room.tables["edition"]
    return {
        **edition_summary(room, language),
        "reference": edition["reference"],
        "tables": [_table(table) for table in tables.get("table", ())],
        "readings": [_reading(reading, room, language) for reading in tables.get("reading", ())],
        "flags": [_flag(flag, room, language) for flag in edition.get("flags", ())],
        "computed": [each for each in edition["computed"] if each not in room.missing],
        "missing": list(room.missing),
        "slips": [dict(slip) for slip in room.cases.get("slip", ())],
    }


def _table(table: Mapping[str, Any]) -> dict[str, object]:
    day = table["valid_from"].isoformat()
    return {"name": table["name"], "paragraph": table["paragraph"], "unit": table["unit"], "valid_from": day}


def _reading(reading: Mapping[str, Any], room: Room, language: str) -> dict[str, object]:
    return {
        "name": reading["name"],
        "paragraph": reading["paragraph"],
        "text": room.words.text("reading", reading["name"], language, {}),
        "choices": list(reading["choices"]),
        "default": reading["choices"][0],
    }


def _flag(flag: str, room: Room, language: str) -> dict[str, str]:
    return {"name": flag, "text": room.words.text("flag", flag, language, {})}
