"""The pages in a browser: desktop and phone, both themes, three languages, keyboard only, without scripts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.browser.conftest import Complaints, Open, keep, sideways, violations

FILLED = (
    "?name=Minta+Kupa&start=2012-03-10&rounds=10&participants=84&board=19x19&even=on&base=60"
    "&overtime=japanese&periods=3&seconds=30&traits=continental-championship"
)
# the pages ask no database yet, so one run is enough; that the server stands on both is seen in tests/doors/web
pytestmark = pytest.mark.only_on("sqlite")

PAGES = {
    "empty": "multiplier/",
    "answer": f"multiplier/{FILLED}",
    "faults": "multiplier/?base=x&start=&rounds=&participants=",
    "regulation": "regulations/mgsz-2012/",
    "nothing": "nothing/",
}
# everything in one language, the others once on either screen and in either theme
Look = tuple[str, str, str]
LOOKS: list[Look] = [
    *(("hu", screen, theme) for screen in ("desktop", "phone") for theme in ("light", "dark")),
    *((language, *look) for language in ("en", "et") for look in (("desktop", "light"), ("phone", "dark"))),
]
SMALLEST = {"width": 360, "height": 740}


def say(name: str, language: str = "en") -> str:
    return Words.of("web").say(name, language)


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
@pytest.mark.parametrize("name", ["answer", "faults"])
def test_open_to_everybody(open_page: Open, name: str, look: Look) -> None:
    language, screen, theme = look
    look_at(open_page(f"/{language}/{PAGES[name]}", phone=screen == "phone", color_scheme=theme), name, *look)


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[-1]], ids="-".join)
@pytest.mark.parametrize("name", ["empty", "regulation", "nothing"])
def test_the_other_pages_too(open_page: Open, name: str, look: Look, complaints: Complaints) -> None:
    language, screen, theme = look
    look_at(open_page(f"/{language}/{PAGES[name]}", phone=screen == "phone", color_scheme=theme), name, *look)
    forgive_the_missing_page(complaints)


def forgive_the_missing_page(complaints: Complaints) -> None:
    """Chromium calls an answer with 404 an error of the page."""
    complaints.errors = [error for error in complaints.errors if "status of 404" not in error]


def look_at(page: Page, *name: str) -> None:
    """Open every step, then: nothing that axe or the width complains about."""
    for button in page.locator("[data-steps=open]").all():
        button.click()
    keep(page, "-".join(name))
    assert violations(page) == []
    assert sideways(page) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_no_sideways_scroll_on_the_smallest_phone(
    open_page: Open, name: str, language: str, complaints: Complaints
) -> None:
    page = open_page(f"/{language}/{PAGES[name]}", viewport=SMALLEST)
    for button in page.locator("[data-steps=open]").all():
        button.click()
    assert sideways(page) == 0
    forgive_the_missing_page(complaints)


def test_the_form_is_sent_without_leaving_the_page(open_page: Open) -> None:
    page = open_page("/en/multiplier/")
    page.evaluate("window.stayed = true")
    page.get_by_label(say("multiplier.start")).fill("2012-03-10")
    page.get_by_label(say("multiplier.rounds")).fill("5")
    page.get_by_label(say("multiplier.participants")).fill("84")
    page.get_by_label(say("multiplier.base")).fill("60")
    page.get_by_text(say("multiplier.overtime-japanese"), exact=True).click()
    page.get_by_label(say("multiplier.seconds-japanese")).fill("20")
    page.get_by_role("button", name=say("multiplier.compute")).click()
    expect(page.locator("#answer .figure .value")).to_have_text("15")
    expect(page.locator("#answer")).to_be_focused()
    assert page.evaluate("window.stayed") is True


def test_faults_are_led_to(open_page: Open) -> None:
    page = open_page("/en/multiplier/")
    page.get_by_role("button", name=say("multiplier.compute")).click()
    summary = page.locator(".fault-summary")
    expect(summary).to_be_focused()
    summary.get_by_role("link").first.click()
    expect(page.locator("#start")).to_be_focused()
    expect(page.locator("#start")).to_have_attribute("aria-invalid", "true")


def test_the_form_can_be_filled_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/hu/multiplier/")
    reach(page, "#start")
    page.locator("#start").evaluate("field => field.value = '2012-03-10'")  # the order of its parts is the machine's
    for field, text in (("#rounds", "5"), ("#participants", "84")):
        reach(page, field)
        page.keyboard.type(text)
    reach(page, "input[name=even]")
    page.keyboard.press("Space")
    reach(page, "#base")
    page.keyboard.type("60")
    reach(page, "input[name=overtime]")
    page.keyboard.press("ArrowRight")
    reach(page, "#seconds")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(page.locator("#answer .figure .value")).to_have_text("25")
    reach(page, "#steps details > summary")
    before = page.evaluate("document.activeElement.parentElement.open")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.parentElement.open") is not before


def reach(page: Page, selector: str) -> None:
    """Press Tab until the focus stands there."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_the_first_tab_leads_past_the_navigation(open_page: Open) -> None:
    page = open_page("/en/multiplier/")
    page.keyboard.press("Tab")
    expect(page.get_by_text(say("frame.skip"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_without_scripts(open_page: Open, phone: bool, tmp_path: Path, document: dict[str, Any]) -> None:
    page = open_page("/et/multiplier/", phone=phone, java_script_enabled=False)
    page.fill("#start", "2012-03-10")
    page.fill("#rounds", "5")
    page.fill("#participants", "84")
    page.fill("#base", "60")
    page.locator(".by-form").get_by_role("button", name=say("multiplier.compute", "et")).click()
    expect(page.locator("#answer .figure .value")).to_have_text("15")
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document))
    page.get_by_text(say("multiplier.by-document", "et"), exact=True).click()
    page.set_input_files("#file", file)
    page.get_by_role("button", name=say("multiplier.upload", "et")).click()
    expect(page.locator("#answer .figure .value")).to_have_text("25")
    keep(page, f"without-scripts-{'phone' if phone else 'desktop'}")


def test_a_file_is_read_into_the_field_and_sent(open_page: Open, tmp_path: Path, document: dict[str, Any]) -> None:
    page = open_page("/hu/multiplier/")
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document))
    page.get_by_text(say("multiplier.by-document", "hu"), exact=True).click()
    page.set_input_files("#file", file)
    expect(page.locator("#document")).to_have_value(re.compile("Minta Kupa"))
    page.locator(".by-document").get_by_role("button", name=say("multiplier.compute", "hu")).click()
    expect(page.locator("#answer .figure .value")).to_have_text("25")


def test_the_document_can_be_saved(open_page: Open) -> None:
    page = open_page(f"/en/multiplier/{FILLED}")
    with page.expect_download() as saved:
        page.get_by_role("button", name=say("multiplier.document-save")).click()
    assert json.loads(saved.value.path().read_text())["name"] == "Minta Kupa"


def test_another_language_keeps_the_calculation(open_page: Open) -> None:
    page = open_page(f"/en/multiplier/{FILLED}")
    figure = page.locator("#answer .figure .value").inner_text()
    page.get_by_role("link", name="HU").click()
    expect(page).to_have_url(re.compile("/hu/multiplier/.*participants=84"))
    expect(page.locator("#answer .figure .value")).to_have_text(figure)


def test_the_theme_is_remembered(open_page: Open) -> None:
    page = open_page("/en/multiplier/", color_scheme="light")
    page.get_by_text(say("frame.theme-dark"), exact=True).click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_a_page_is_light_to_carry(open_page: Open, complaints: Complaints) -> None:
    page = open_page(f"/hu/multiplier/{FILLED}")
    page.wait_for_load_state("networkidle")
    assert len(complaints.requests) < 12
    assert complaints.weight < 300_000
