"""The first page, search, colours and the head in a browser: empty and with the demo, on both screens and themes."""

import os
import re
import subprocess
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.browser.conftest import PATIENCE, Complaints, Open, keep, sideways, violations
from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

pytestmark = pytest.mark.only_on("sqlite")
SMALLEST = {"width": 360, "height": 740}
TABLET = {"width": 820, "height": 1000}
PAPER, NIGHT = "rgb(31, 86, 115)", "rgb(127, 182, 212)"  # the demo's first club in the two themes


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the demo."""
    env = {**os.environ, "FOKOZAT_HOME": str(tmp_path_factory.mktemp("demo")), "DATABASE_URL": "", "LC_ALL": "C.UTF-8"}
    server = subprocess.Popen([FOKOZAT, "serve", "--demo", "--port", "0"], env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        assert found
        yield wakened(found[0].rstrip("/"))
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(SECONDS_TO_END)


def wakened(address: str) -> str:
    """The address of a server that has answered once: its first page is the slowest, and a machine may be busy."""
    with urlopen(f"{address}/en/", timeout=60) as answer:
        assert answer.status == 200
    return address


@pytest.fixture
def visit(browser: Browser, demo: str, complaints: Complaints) -> Iterator[Open]:
    contexts = []

    def opened(path: str, **options: object) -> Page:
        context = browser.new_context(base_url=demo, **options)  # type: ignore[arg-type]  # named by the tests
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", complaints.hear)
        page.on("pageerror", complaints.fail)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_installation_leads_on_every_screen(open_page: Open, site: str, language: str, theme: str) -> None:
    wakened(site)
    page = open_page(f"/{language}/", color_scheme=theme)
    expect(page.locator("[aria-current=step] h2")).to_have_text(say("home.step-administrator", language))
    for size in ({"width": 1280, "height": 900}, SMALLEST):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        keep(page, f"first-{language}-{theme}-{size['width']}")
        for text in page.locator(".first-step p").all():  # a sentence has room, as its heading has above it
            assert (text.bounding_box() or {"width": 0})["width"] > 200
        assert violations(page) == []
        assert sideways(page) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_search_rules_and_a_club(visit: Open, language: str, theme: str) -> None:
    page = visit(f"/{language}/", color_scheme=theme)
    club = page.get_by_role("link", name=re.compile("Kavics Kör")).get_attribute("href")
    for name, path in (("home", f"/{language}/"), ("search", f"/{language}/search/?q=mi"),
                       ("rules", f"/{language}/rules/"), ("club", club)):  # fmt: skip
        assert path
        page.goto(path)
        for size in ({"width": 1280, "height": 900}, SMALLEST):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            keep(page, f"{name}-{language}-{theme}-{size['width']}")
            assert violations(page) == [], name
            assert sideways(page) == 0, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "size", [SMALLEST, TABLET, {"width": 1024, "height": 800}], ids=lambda size: str(size["width"])
)
def test_the_pages_stand_in_one_line(visit: Open, language: str, size: dict[str, int]) -> None:
    page = visit(f"/{language}/rules/", viewport=size)
    tops = {round_down(link) for link in page.locator(".head .pages a").all()}
    assert len(tops) == 1
    lines = {round_down(part) for part in page.locator(".head .reader, .head .languages").all()}
    assert len(lines) == 1


def round_down(part: object) -> int:
    """The middle of a part, so that letters of another size stand in the same line."""
    box = part.bounding_box()  # type: ignore[attr-defined]  # a locator
    return int(box["y"] + box["height"] / 2) // 4


def test_a_search_begins_in_the_middle_of_the_first_page(visit: Open) -> None:
    page = visit("/hu/", viewport=SMALLEST)
    page.locator("#find").fill("orminta")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/hu/search/\?q=orminta"))
    page.get_by_role("link", name=re.compile("Őrminta")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Őrminta")


def test_the_switch_of_languages_keeps_page_and_question(visit: Open) -> None:
    page = visit("/hu/search/?q=mi")
    page.locator(".languages a[lang=et]").click()
    expect(page).to_have_url(re.compile(r"/et/search/\?q=mi$"))
    assert page.locator("html").get_attribute("lang") == "et"
    page.goto("/")
    expect(page).to_have_url(re.compile("/et/$"))


@pytest.mark.parametrize(("theme", "colour"), [("light", PAPER), ("dark", NIGHT)])
def test_a_club_s_page_wears_its_colour_in_either_theme(visit: Open, theme: str, colour: str) -> None:
    page = visit("/en/", color_scheme=theme)
    mark = "getComputedStyle(document.querySelector('.head .pages [aria-current]')).borderBottomColor"
    page.get_by_role("link", name=re.compile("Kavics Kör")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kavics Kör")
    assert page.evaluate(mark) == colour
    page.goto("/en/rules/")
    assert page.evaluate(mark) not in (PAPER, NIGHT)


def test_the_keyboard_goes_past_the_head(visit: Open) -> None:
    page = visit("/et/rules/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
