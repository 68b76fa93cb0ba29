"""The colours are readable: computed from tokens.css, by the formula of WCAG 2.2, in both themes."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[3] / "frontend" / "css" / "tokens.css"
COLOUR = re.compile(r"--([a-z-]+): var\(--by-day, (#[0-9a-f]{6})\) var\(--by-night, (#[0-9a-f]{6})\);")
THEMES = {"day": 0, "night": 1}
GROUNDS = ("paper", "field", "tint")
BODY, TEXT, SHAPE = 7.0, 4.5, 3.0


def tokens() -> dict[str, tuple[str, str]]:
    return {name: (day, night) for name, day, night in COLOUR.findall(TOKENS.read_text())}


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def contrast_of(one: str, other: str, theme: str) -> float:
    colours = tokens()
    return contrast(colours[one][THEMES[theme]], colours[other][THEMES[theme]])


def test_the_formula_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_body_text(ground: str, theme: str) -> None:
    assert contrast_of("ink", ground, theme) >= BODY


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("colour", ["muted", "accent", "good", "bad", "warn"])
def test_every_other_text(colour: str, ground: str, theme: str) -> None:
    assert contrast_of(colour, ground, theme) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_the_edges_of_what_is_typed_into(ground: str, theme: str) -> None:
    assert contrast_of("edge", ground, theme) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_a_first_button(theme: str) -> None:
    assert contrast_of("paper", "ink", theme) >= BODY
    assert contrast_of("paper", "accent", theme) >= TEXT  # under the pointer


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("man", ["light-man", "dark-man"])
def test_every_man_is_seen_on_the_board_by_its_ground_or_its_outline(man: str, theme: str) -> None:
    assert contrast_of(f"{man}-edge", "board", theme) >= SHAPE or contrast_of(man, "board", theme) >= SHAPE
    assert contrast_of(f"{man}-edge", "board", theme) >= SHAPE or man == "light-man"


@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_the_board_and_both_men_part_from_each_other(theme: str) -> None:
    assert contrast_of("board-line", "board", theme) >= SHAPE
    assert contrast_of("light-man", "dark-man", theme) >= BODY


def test_every_colour_has_a_day_and_a_night_and_none_stands_elsewhere() -> None:
    assert {"paper", "ink", "muted", "line", "edge", "accent", "good", "bad", "warn", "board"} <= set(tokens())
    strays = {
        f"{path.name}: {line.strip()}"
        for path in TOKENS.parent.glob("*.css")
        if path.name != "tokens.css"
        for line in path.read_text().splitlines()
        if re.search(r"#[0-9a-f]{3,8}\b(?![^(]*\))", line) and "background: #fff;" not in line
    }
    assert strays == set()
