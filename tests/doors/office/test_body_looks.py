"""Colours and logos of bodies: what is taken, what is refused and why, who may, and what the journal keeps."""

import struct
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel.contrast import Colour, contrast, read_colour
from fokozat.kernel.errors import Conflict, Forbidden, InvalidInput
from fokozat.kernel.words import LANGUAGES, word_fault
from fokozat.office import looks
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.found_body import found_body
from fokozat.office.models import Body, Record
from fokozat.office.models.looks import Logo
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewActor
from tests.doors.pictures import HOSTILE, JPEG, SCRIPT, WEBP, png

lights = st.integers(0, 255)
colours = st.builds(Colour, lights, lights, lights)
TOKENS = Path(__file__).resolve().parents[3] / "frontend" / "css" / "tokens.css"


def size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_grounds_and_the_house_s_own_accent_are_those_of_the_style_sheet() -> None:
    tokens = TOKENS.read_text()
    for name in ("paper", "field", "tint"):
        light, dark = (looks.grounds(theme)[name].text for theme in looks.THEMES)
        assert f"--{name}: var(--by-day, {light}) var(--by-night, {dark});" in tokens
    light, dark = (looks.HOUSE[theme] for theme in looks.THEMES)
    assert f"--accent: var(--by-day, {light}) var(--by-night, {dark});" in tokens
    assert looks.read_colours(looks.HOUSE) == (looks.HOUSE, ())


@given(colours, colours)
def test_every_colour_that_is_taken_can_be_read_in_its_theme_and_every_proposal_is_taken(
    light: Colour, dark: Colour
) -> None:
    read, faults = looks.read_colours({"light": light.text, "dark": dark.text})
    assert read == {"light": light.text, "dark": dark.text}
    told = {fault.place: fault for fault in faults}
    for theme, colour in (("light", light), ("dark", dark)):
        worst = min(contrast(colour, ground) for ground in looks.grounds(theme).values())
        assert (theme in told) == (worst < Decimal("4.5"))
    mended = {theme: str(told[theme].fields["nearest"]) if theme in told else read[theme] for theme in looks.THEMES}
    assert looks.read_colours(mended) == (mended, ())


@given(colours)
def test_of_one_colour_alone_the_other_theme_s_is_found_and_passes(colour: Colour) -> None:
    for given_theme, found_theme in (("light", "dark"), ("dark", "light")):
        read, faults = looks.read_colours({given_theme: colour.text})
        assert found_theme not in {fault.place for fault in faults}
        found = read_colour(read[found_theme])
        assert found
        assert all(contrast(found, ground) >= Decimal("4.5") for ground in looks.grounds(found_theme).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_which_pair_its_ratio_what_is_needed_and_what_would_do(language: str) -> None:
    _, faults = looks.read_colours({"light": "#c0a000", "dark": "#c0a000"})
    assert [fault.place for fault in faults] == ["light"]
    text = word_fault(faults[0], language)
    for part in ("#c0a000", "#fbf9f4", "2.41" if language == "en" else "2,41", "#816b00"):
        assert part in text


def test_colours_are_kept_told_and_taken_away(society: Body) -> None:
    dressed = change_body_look(operator(), society, society.version, {"light": "0A5C36"})
    assert dressed.colours == {"light": "#0a5c36", "dark": "#5e947b"}
    record = Record.objects.filter(verb="change-look").select_related("detail", "chain").get()
    assert record.chain.name == f"body:{society.uid}"
    before, after = record.detail.before or {}, record.detail.after or {}
    assert (before["colours"], after["colours"]) == ({}, dressed.colours)
    bare = change_body_look(operator(), dressed, dressed.version, {"light": "", "dark": ""})
    assert bare.colours == {}


def test_a_logo_is_drawn_anew_fitted_and_without_what_else_was_in_the_file(society: Body) -> None:
    sent = png(960, 240, tEXt=b"Comment\0" + SCRIPT) + SCRIPT
    kept = change_body_look(operator(), society, society.version, {"logo": sent})
    drawn = bytes(Logo.objects.get(body=society).png)
    assert size(drawn) == (kept.logo["width"], kept.logo["height"]) == (480, 120)
    assert SCRIPT not in drawn
    assert b"Comment" not in drawn
    again = change_body_look(operator(), kept, kept.version, {"logo": png(20, 300)})
    assert (again.logo["width"], again.logo["height"]) == (12, 192)
    assert again.logo["digest"] != kept.logo["digest"]
    assert again.colours == kept.colours
    gone = change_body_look(operator(), again, again.version, {"no_logo": "on"})
    assert gone.logo == {}
    assert not Logo.objects.exists()


@pytest.mark.parametrize(
    "file", [JPEG, WEBP, png(40, 20), png(40, 20, (0, 0, 0, 0))], ids=["jpeg", "webp", "png", "clear"]
)
def test_every_kind_that_is_promised_is_taken(society: Body, file: bytes) -> None:
    kept = change_body_look(operator(), society, society.version, {"logo": file})
    assert size(bytes(Logo.objects.get(body=kept).png)) == (40, 20)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_no_logo(society: Body, what: str) -> None:
    data, fault = HOSTILE[what]
    with pytest.raises(InvalidInput) as refused:
        change_body_look(operator(), society, society.version, {"logo": data, "light": "#0a5c36"})
    assert [(each.key, each.place) for each in refused.value.faults] == [(f"office.{fault}", "logo")]
    society.refresh_from_db()
    assert (society.colours, society.logo) == ({}, {})
    assert not Record.objects.filter(verb="change-look").exists()


@pytest.mark.parametrize("value", ["\x00", "#12", "javascript:1", "red;}body{display:none", 7, ["#000"], "é" * 900])
def test_what_is_no_colour_never_reaches_a_style_sheet(society: Body, value: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        change_body_look(operator(), society, society.version, {"light": value})
    assert [(each.key, each.place) for each in refused.value.faults] == [("office.no-colour", "light")]


def test_who_may(society: Body, beside: Body, new_actor: NewActor) -> None:
    for role, body in (("administrator", None), ("registrar", society), ("leader", society)):
        society = change_body_look(new_actor(role, body), society, society.version, {"light": "#0a5c36"})
    for role, body in (("officer", society), ("leader", beside), ("", None)):
        with pytest.raises(Forbidden):
            change_body_look(new_actor(role, body), society, society.version, {"light": "#0a5c36"})


def test_who_saw_an_older_version_is_told(society: Body) -> None:
    change_body_look(operator(), society, society.version, {"light": "#0a5c36"})
    with pytest.raises(Conflict):
        change_body_look(operator(), society, society.version, {"light": "#1f5673"})


def test_the_site_wears_the_one_open_federation_that_stands_in_no_other(federation: Body, society: Body) -> None:
    assert looks.main_federation() == federation
    assert looks.dressed(society) is None
    federation = change_body_look(operator(), federation, federation.version, {"light": "#0a5c36"})
    society.refresh_from_db()
    assert looks.dressed(Body.objects.get(pk=society.pk)) == federation
    second = found_body(operator(), {"kind": "federation", "name": "Másik Szövetség"})
    assert looks.main_federation() is None
    close_body(operator(), second, second.version, TODAY)
    assert looks.main_federation() == federation
