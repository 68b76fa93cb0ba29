"""How a body shows itself: its colour in both themes, tried against the grounds of the pages, and its logo."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from typing import Any

from fokozat.documents.pictures import redraw
from fokozat.formats.pictures import read_picture
from fokozat.kernel.contrast import Colour, contrast, nearest_shade, read_colour, shown_ratio
from fokozat.kernel.errors import Fault, InvalidInput
from fokozat.office.models import Body
from fokozat.office.wishes import shown

THEMES = ("light", "dark")
LEAST = Decimal("4.5")  # WCAG 2.2, 1.4.3: text that is read
LOGO_BYTES = 1_000_000  # of the file that is sent
LOGO_SIDE = 3000  # its pixels, a side: before anything is unpacked
LOGO_BOX = (480, 192)  # the most that is kept: thrice as high as it is shown

# The grounds of tokens.css on which text in a body's colour stands; a button is the first of them on the colour.
_GROUNDS: Mapping[str, Mapping[str, str]] = {
    "light": {"paper": "#fbf9f4", "field": "#fffefb", "tint": "#f4eee4"},
    "dark": {"paper": "#191814", "field": "#22201b", "tint": "#24221c"},
}
_PALE = {"paper": "office.pale-on-paper", "field": "office.pale-on-field", "tint": "office.pale-on-tint"}
HOUSE = {"light": "#8a2f1d", "dark": "#e08a6d"}  # the accent of tokens.css, where a body has no colour


@dataclass(frozen=True)
class Drawn:
    """A logo as it is kept: a PNG that was drawn here."""

    png: bytes
    width: int
    height: int

    @property
    def facts(self) -> dict[str, Any]:
        return {"digest": sha256(self.png).hexdigest()[:32], "width": self.width, "height": self.height}


def grounds(theme: str) -> dict[str, Colour]:
    """What a colour is tried against in a theme."""
    return {name: colour for name, text in _GROUNDS[theme].items() if (colour := read_colour(text))}


def shade_for(theme: str, colour: Colour) -> Colour:
    """The nearest shade that can be read in a theme; black or white always can."""
    found = nearest_shade(colour, grounds(theme).values(), LEAST)
    assert found is not None
    return found


def read_colours(given: Mapping[str, Any]) -> tuple[dict[str, str], tuple[Fault, ...]]:
    """Both colours, or none; of one alone the other is found. Then what is wrong with them."""
    typed = {theme: given.get(theme) or "" for theme in THEMES}
    read = {theme: read_colour(text) if isinstance(text, str) else None for theme, text in typed.items()}
    faults = [
        Fault("office.no-colour", theme, {"value": shown(typed[theme])})
        for theme in THEMES
        if typed[theme] and read[theme] is None
    ]
    chosen = {theme: colour for theme, colour in read.items() if colour}
    if faults or not chosen:
        return {}, tuple(faults)
    for theme, other in (THEMES, THEMES[::-1]):
        chosen.setdefault(theme, shade_for(theme, chosen.get(other) or chosen[theme]))
    faults = [fault for theme in THEMES if (fault := _pale(theme, chosen[theme]))]
    return {theme: chosen[theme].text for theme in THEMES}, tuple(faults)


def _pale(theme: str, colour: Colour) -> Fault | None:
    """The first ground on which the colour cannot be read, how well it can, and what could."""
    for name, ground in grounds(theme).items():
        ratio = contrast(colour, ground)
        if ratio < LEAST:
            told = {"colour": colour.text, "ground": ground.text, "ratio": shown_ratio(ratio)}
            needed = {"least": shown_ratio(LEAST), "nearest": shade_for(theme, colour).text}
            return Fault(_PALE[name], theme, {**told, **needed})
    return None


def read_logo(data: bytes) -> Drawn:
    """A file as a logo, drawn anew and no larger than it is shown."""
    if len(data) > LOGO_BYTES:
        raise InvalidInput("office.logo-heavy", "logo", bytes=len(data), most=LOGO_BYTES)
    picture = read_picture(data)
    if picture is None:
        raise InvalidInput("office.logo-unknown", "logo")
    if max(picture.width, picture.height) > LOGO_SIDE:
        raise InvalidInput("office.logo-large", "logo", width=picture.width, height=picture.height, most=LOGO_SIDE)
    width, height = _fitted(picture.width, picture.height)
    png = redraw(data, picture.kind, width, height)
    if png is None:
        raise InvalidInput("office.logo-broken", "logo")
    return Drawn(png, width, height)


def _fitted(width: int, height: int) -> tuple[int, int]:
    """As large as the box allows, in the same shape; a small one stays as it is."""
    most_wide, most_high = LOGO_BOX
    if width <= most_wide and height <= most_high:
        return width, height
    if width * most_high > height * most_wide:
        return most_wide, max(1, height * most_wide // width)
    return max(1, width * most_high // height), most_high


def main_federation() -> Body | None:
    """Whose colours and logo the whole site wears: the one open federation that stands in no other body."""
    found = Body.objects.filter(parent=None, kind=Body.Kind.FEDERATION, closed_on=None).order_by("pk")[:2]
    return found[0] if len(found) == 1 else None


def dressed(body: Body) -> Body | None:
    """The body whose colours its pages wear: itself, or the nearest above it that has some."""
    return next((each for each in body.line_upwards() if each.colours), None)
