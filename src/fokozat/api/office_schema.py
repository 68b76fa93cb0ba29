"""What a program sends to the office, as JSON Schemas. Here only shapes are looked at; actions decide what is right."""

from collections.abc import Mapping
from typing import Any

from fokozat.formats.faults import Faults
from fokozat.formats.file_text import decode, refuse_unreadable
from fokozat.formats.strict_json import cleaned, parse
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.kernel.words import LANGUAGES
from fokozat.office.models import Body, Membership, Number, Person
from fokozat.office.wishes import shown

Schema = dict[str, Any]

_KINDS: Mapping[type, str] = {
    str: "string", bool: "boolean", int: "integer", tuple: "array", type(None): "null", dict: "object",
}  # fmt: skip
UID: Schema = {"type": "string", "format": "uuid"}
DAY: Schema = {"type": ["string", "null"], "format": "date", "examples": ["2012-03-10"]}
SWITCH: Schema = {"type": ["boolean", "null"]}
LANGUAGE: Schema = {"type": "string", "enum": list(LANGUAGES)}


def _text(longest: int, needed: bool = False) -> Schema:
    if needed:
        return {"type": "string", "minLength": 1, "maxLength": longest}
    return {"type": ["string", "null"], "maxLength": longest}


def _choice(words: list[str], needed: bool = False) -> Schema:
    if needed:
        return {"type": "string", "enum": words}
    return {"type": ["string", "null"], "enum": [*dict.fromkeys((*words, "")), None]}


def _wish(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    return {
        "type": "object", "required": list(required), "properties": properties, "additionalProperties": False,
    }  # fmt: skip


COUNTRY: Schema = {**_text(3), "examples": ["HUN"]}
_OF_PERSON: Schema = {
    "family": _text(100, needed=True), "given": _text(100), "order": _choice(Person.Order.values),
    "sex": _choice(Person.Sex.values), "country": COUNTRY, "hidden_from_search": SWITCH,
}  # fmt: skip
_OF_BODY: Schema = {
    "kind": _choice(Body.Kind.values), "name": _text(200, needed=True), "short_name": _text(30), "country": COUNTRY,
    "place": _text(100), "languages": {"type": ["array", "null"], "items": LANGUAGE}, "time_zone": _text(50),
}  # fmt: skip
NEW_PERSON = _wish(("family", "keeper"), keeper=UID, **_OF_PERSON)
CHANGED_PERSON = _wish(former_name=SWITCH, former_until=DAY, **_OF_PERSON)
NEW_NUMBER = _wish(
    ("scheme", "value"), scheme=_choice(Number.Scheme.values, needed=True), value=_text(40, needed=True), begins=DAY,
    ends=DAY,
)  # fmt: skip
NEW_MEMBERSHIP = _wish(
    ("body", "year"), body=UID, kind=_choice(Membership.Kind.values),
    year={"type": "integer", "minimum": 1850, "maximum": 2199},
)  # fmt: skip
NEW_BODY = _wish(("name",), parent={"type": ["string", "null"], "format": "uuid"}, **_OF_BODY)
CHANGED_BODY = _wish(**_OF_BODY)
_COLOUR: Schema = {**_text(7), "examples": ["#8a2f1d"]}
_LOGO: Schema = {"type": ["string", "null"], "contentEncoding": "base64", "maxLength": 1_400_000}
CHANGED_LOOK = _wish(light=_COLOUR, dark=_COLOUR, logo=_LOGO)


def read_wish(data: bytes, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The document, if its keys are known and each holds the kind of value that it should."""
    refuse_unreadable(data)
    faults = Faults()
    document = cleaned(parse(decode(data)), faults)
    faults.refuse()
    if not isinstance(document, dict):
        raise InvalidInput("api.no-object")
    if wrong := tuple(_faults(document, schema["properties"])):
        raise InvalidInput.of(wrong)
    return document


def _faults(document: Mapping[str, Any], known: Mapping[str, Schema]) -> list[Fault]:
    faults = []
    for name, value in document.items():
        if name not in known:
            faults.append(Fault("api.unknown-field", shown(name), {"known": tuple(known)}))
            continue
        kinds = known[name]["type"] if isinstance(known[name]["type"], list) else [known[name]["type"]]
        if _KINDS.get(type(value)) not in kinds:
            faults.append(Fault("api.wrong-kind", name, {"kinds": tuple(kinds)}))
        elif isinstance(value, str) and len(value) > (longest := known[name].get("maxLength", len(value))):
            faults.append(Fault("office.too-long", name, {"longest": longest}))
    return faults


def sent(schema: Schema, example: Schema, *headers: Mapping[str, Any]) -> Schema:
    """A request's document and headers in the OpenAPI document; it needs a token."""
    content = {"application/json": {"schema": schema, "example": example}}
    body = {"required": True, "content": content}
    return {"requestBody": body, "security": [{"token": []}], "parameters": [dict(each) for each in headers]}


READ_SECURITY: Schema = {"security": [{}, {"token": []}]}
