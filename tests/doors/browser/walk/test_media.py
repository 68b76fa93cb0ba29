"""Pages enlarged, on a wide screen, on paper and without motion; and the trouble pages that no address leads to."""

import shutil
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, ViewportSize

from tests.doors.browser.conftest import OPTIONS, PROGRAMS, sideways
from tests.doors.browser.walk.conftest import Houses
from tests.doors.browser.walk.house import House
from tests.doors.browser.walk.looks import PATIENCE, Walker, keep, violations, widest
from tests.doors.browser.walk.plan import NARROW, WIDE
from tests.doors.browser.walk.texts import COLLECT, wrong_texts

pytestmark = pytest.mark.only_on("sqlite")

MULTIPLIER = (
    "multiplier/?start=2012-03-10&rounds=5&participants=84&board=19x19&even=on&base=60&overtime=japanese"
    "&periods=3&seconds=30"
)
SHEET: ViewportSize = {"width": 794, "height": 1123}  # A4 at 96 dots an inch
BIG = 1920
LARGE = 32


def main_pages(house: House) -> dict[str, str]:
    """What most people see, by a name for the picture."""
    return {
        "home": "", "people": "people/", "person": f"people/{house.things['person']['uid']}/",
        "body": f"bodies/{house.things['club']['uid']}/", "form": "people/new/", "journal": "office/journal/",
        "derivation": MULTIPLIER, "regulation": "regulations/mgsz-2012/",
    }  # fmt: skip


def put_wide(page: Page) -> None:
    page.set_viewport_size({"width": WIDE, "height": 900})


def over(page: Page, name: str) -> list[str]:
    """A complaint if the page can be pushed sideways."""
    found = sideways(page)
    return [f"{name}: {found} px sideways: {widest(page)}"] if found else []


@pytest.fixture(scope="module")
def large(player: Playwright, houses: Houses) -> Iterator[Walker]:
    """The browser of somebody who set the letters to twice the usual size."""
    program = next(found for name in PROGRAMS if (found := shutil.which(name)))
    options = [*OPTIONS, "--blink-settings=defaultFontSize=32"]
    browser = player.chromium.launch(executable_path=program, headless=True, args=options)
    yield Walker(browser, houses)
    browser.close()


def test_letters_twice_as_large(large: Walker, walker: Walker, houses: Houses) -> None:
    """Text alone at 200 % in a window of 1280 pixels, and the whole page at 200 %, as the browser does it."""
    house = houses["full"]
    page, _ = walker.of(house, "administrator")
    reading, _ = large.of(house, "administrator")
    complaints = []
    for name, path in main_pages(house).items():
        reading.goto(f"/hu/{path}")
        assert reading.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= LARGE
        complaints += over(reading, f"{name}, letters at 200 %")
        page.goto(f"/hu/{path}")
        page.set_viewport_size({"width": WIDE // 2, "height": 450})
        complaints += over(page, f"{name} at 200 %")
    put_wide(page)
    assert complaints == []


def test_a_wide_screen(walker: Walker, houses: Houses) -> None:
    """Nothing sideways, and no line of text longer than a reader's eye follows."""
    house = houses["demo"]
    page, _ = walker.of(house, "administrator")
    page.set_viewport_size({"width": BIG, "height": 1080})
    complaints = []
    for name, path in main_pages(house).items():
        page.goto(f"/hu/{path}")
        keep(page, f"{name}-wide-hu", ("light", BIG))
        complaints += over(page, name)
        complaints += [f"{name}: a line of {each} letters" for each in page.evaluate(LONG_LINES)]
    put_wide(page)
    assert complaints == []


# the width of a paragraph in its own letters; a line of prose has 60 to 75, and here and there a few more
LONG_LINES = """() => [...document.querySelectorAll('main p:not(:has(a.button, button))')]
  .filter(each => each.textContent.trim().length > 90)
  .map(each => Math.floor(each.getBoundingClientRect().width / (parseFloat(getComputedStyle(each).fontSize) * 0.5)))
  .filter(letters => letters > 95)"""


@pytest.mark.parametrize("name", ["person", "people", "derivation"])
def test_on_paper(name: str, walker: Walker, houses: Houses) -> None:
    """The page without what a screen needs: no way to other pages, nothing to press, nothing cut off."""
    house = houses["demo"]
    page, _ = walker.of(house, "administrator")
    page.goto(f"/hu/{main_pages(house)[name]}")
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    try:
        keep(page, f"{name}-paper-hu", ("light", SHEET["width"]))
        shown = page.evaluate(
            "() => [...document.querySelectorAll('nav, main button, .skip, [data-theme-switch]')]"
            ".filter(each => each.offsetParent !== null && each.getBoundingClientRect().height > 1)"
            ".map(each => each.outerHTML.slice(0, 80))"
        )
        assert shown == []
        assert over(page, name) == []
        assert page.locator("main :is(h1, h2):visible").count() > 0, "nothing says what this sheet is"
    finally:
        page.emulate_media(media="screen")
        put_wide(page)


def test_without_motion(walker: Walker, houses: Houses) -> None:
    """Who asked for less motion gets none: nothing on the page moves or fades."""
    house = houses["demo"]
    page, _ = walker.of(house, "administrator")
    complaints = []
    for name, path in main_pages(house).items():
        page.goto(f"/hu/{path}")
        complaints += [f"{name}: {each}" for each in page.evaluate(MOVING)]
    assert complaints == []


MOVING = """() => [...document.querySelectorAll('*')].flatMap(each => ['', '::before', '::after'].map(part => {
    const style = getComputedStyle(each, part || null);
    const longest = (style.transitionDuration + ',' + style.animationDuration).split(',').map(parseFloat);
    return Math.max(...longest) > 0.01 ? each.tagName + '.' + each.className + part : '';
  })).filter(Boolean).slice(0, 3)"""


@pytest.fixture
def broken(houses: Houses) -> Iterator[House]:
    """An installation that lost a table while it ran."""
    house = houses["bare"]
    file = next(house.home.glob("*.sqlite3"))
    with sqlite3.connect(file) as database:
        database.execute("ALTER TABLE office_body RENAME TO lost_body")
    yield house
    with sqlite3.connect(file) as database:
        database.execute("ALTER TABLE lost_body RENAME TO office_body")
    (house.home / "log").write_text("")  # it complained, as it should


def troubles(page: Page, house: House, language: str) -> Iterator[tuple[str, int]]:
    """Each trouble in turn, with the status that it should have."""
    page.goto(f"/{language}/bodies/")
    yield "our-fault", 500
    page.goto(f"/{language}/account/sign-in/")
    page.evaluate("document.querySelector('main form [name=csrfmiddlewaretoken]').value = 'old'")
    with page.expect_navigation(timeout=PATIENCE):
        page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('main form'))")
    yield "form-too-old", 403
    with page.expect_navigation(timeout=PATIENCE):
        page.evaluate(MANY_FIELDS, f"/{language}/account/sign-in/")
    yield "unreadable", 400


MANY_FIELDS = """address => {
  const form = Object.assign(document.createElement('form'), {method: 'post', action: address});
  for (let at = 0; at < 300; at++) form.append(Object.assign(document.createElement('input'), {name: 'n' + at}));
  document.body.append(form);
  form.submit();
}"""


@pytest.mark.parametrize("language", ["en", "hu", "et"])
def test_troubles_are_worded(language: str, broken: House, walker: Walker) -> None:
    """A fault of ours, a form that is too old, a request that cannot be read: in words, on a phone and in the dark."""
    page, heard = walker.open(broken, "visitor")
    statuses: list[int] = []
    page.on(
        "response",
        lambda response: statuses.append(response.status) if response.request.is_navigation_request() else None,
    )
    complaints = []
    for name, status in troubles(page, broken, language):
        if statuses[-1] != status:
            complaints.append(f"{name} answers {statuses[-1]}")
        complaints += wrong_texts(page.evaluate(COLLECT), language)
        for look in (("dark", NARROW), ("light", WIDE)):
            page.emulate_media(color_scheme="dark" if look[0] == "dark" else "light")
            page.set_viewport_size({"width": look[1], "height": 740})
            complaints += over(page, name)
            keep(page, f"trouble-{name}-{language}", look)
            if look[1] == NARROW or language == "hu":
                complaints += [f"{name} axe: {each}" for each in violations(page)]
        complaints += list(heard.complaints(broken.site, status))
    assert complaints == []
