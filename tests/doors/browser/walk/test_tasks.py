"""What people come for, done with the keyboard alone and without scripts: sign in, find a card, register, sign out."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from fokozat.kernel.words import Words
from tests.doors.browser.walk.conftest import Houses
from tests.doors.browser.walk.facts import PASSWORD
from tests.doors.browser.walk.looks import Walker
from tests.doors.browser.walk.plan import NARROW

pytestmark = pytest.mark.only_on("sqlite")

STEPS = 120
FOCUS = """selector => { const at = document.activeElement; return at !== document.body && at.matches(selector); }"""
# who uses only the keyboard sees where it stands: a line around it, or another ground beneath it
SEEN = """() => {
  const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
  const around = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none';
  return (around || style.boxShadow !== 'none') && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}"""
PEOPLE = 'a[href$="/people/"]'
NEW = 'a[href*="/people/new/"]'
FOUND = 'main tbody th a[href*="/people/"]'


def say(name: str, language: str) -> str:
    return Words.of("web").say(name, language)


@pytest.fixture(params=["demo"])
def visitor(request: pytest.FixtureRequest, walker: Walker, houses: Houses) -> Iterator[Callable[..., Page]]:
    """A browser of nobody yet; afterwards nothing was complained about."""
    opened = []

    def open_one(**options: object) -> Page:
        page, heard = walker.open(houses[request.param], "visitor", **options)
        opened.append((page, heard))
        return page

    yield open_one
    for page, heard in opened:
        said = [text for text in heard.said if "status of 422" not in text]
        page.context.close()
        assert said == []


def reach(page: Page, selector: str) -> None:
    """Press Tab until the focus stands there; it is seen where it stands."""
    for _ in range(STEPS):
        if page.evaluate(FOCUS, selector):
            assert page.evaluate(SEEN), f"nobody sees that {selector} has the focus"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def follow(page: Page, selector: str) -> None:
    """To a link or a button, and in."""
    reach(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_with_the_keyboard_alone(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/hu/account/sign-in/")
    for field, text in (("#login", "administrator@example.org"), ("#password", PASSWORD)):
        reach(page, field)
        page.keyboard.type(text)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(say("own.title", "hu"))
    follow(page, PEOPLE)
    reach(page, "#q")
    page.keyboard.type("kettos")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    follow(page, FOUND)
    expect(page.locator("h1")).to_contain_text("Kettős")
    follow(page, PEOPLE)
    follow(page, NEW)
    reach(page, "#given")
    page.keyboard.type("Réka")
    page.keyboard.press("Enter")
    expect(page.locator("#family")).to_have_attribute("aria-invalid", "true")
    follow_fault(page)
    page.keyboard.type("Billentyűs")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Billentyűs Réka")
    sign_out(page)


def follow_fault(page: Page) -> None:
    """The fault that is told leads to its field."""
    reach(page, 'main [role=alert] a[href="#family"]')
    page.keyboard.press("Enter")
    expect(page.locator("#family")).to_be_focused()


def sign_out(page: Page) -> None:
    """By the menu of the reader, whatever folds it."""
    reach(page, "header summary, header [aria-haspopup], header a[href$='/account/sign-out/']")
    page.keyboard.press("Enter")
    if "/sign-out/" not in page.url:
        follow(page, "header form[action$='/sign-out/'] button, header a[href$='/account/sign-out/']")
    if "/sign-out/" in page.url:
        follow(page, "main form button")
    page.goto("/hu/account/")
    expect(page).to_have_url(re.compile("/hu/account/sign-in/"))


@pytest.mark.parametrize("width", [NARROW, 1280])
def test_without_scripts(visitor: Callable[..., Page], width: int) -> None:
    page = visitor(java_script_enabled=False, viewport={"width": width, "height": 800})
    page.goto("/et/people/")
    page.locator("#q").fill("kettos")
    page.locator("#q").press("Enter")
    page.locator(FOUND).first.click()
    expect(page.locator("h1")).to_contain_text("Kettős")
    page.goto("/et/bodies/")
    page.locator('main a[href*="/bodies/"]').first.click()
    expect(page.locator("h1")).not_to_be_empty()
    page.goto("/et/account/sign-in/?next=/et/people/new/")
    page.locator("#login").fill("administrator@example.org")
    page.locator("#password").fill(PASSWORD)
    page.locator("#password").press("Enter")
    page.locator("#given").fill("Piret")
    page.locator("#given").press("Enter")
    expect(page.locator("main [role=alert] a").first).to_have_attribute("href", "#family")
    page.locator("#family").fill(f"Skriptita {width}")
    page.locator("#family").press("Enter")
    expect(page.locator("h1")).to_contain_text("Skriptita")
    page.goto("/et/account/sign-out/")
    page.locator("main form button").click()
    page.goto("/et/account/")
    expect(page).to_have_url(re.compile("/et/account/sign-in/"))
