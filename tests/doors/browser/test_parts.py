"""The parts of pages in a browser: keyboard, dialogs, tabs, charts, without network, without scripts, by axe."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, Playwright, expect

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.browser.conftest import OPTIONS, PROGRAMS, Complaints, Open, keep, sideways, violations
from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

pytestmark = pytest.mark.only_on("sqlite")  # the page asks the database for nothing but who reads it

WIDTHS = {"phone": 360, "desktop": 1280}
# Every screen in every theme and language; at each commit every other one, which shows each of them once or more.
EVERY = tuple(product(WIDTHS, ("light", "dark"), LANGUAGES))
LOOKS = EVERY if os.environ.get("FOKOZAT_THOROUGH") == "1" else EVERY[::2]
NETWORK = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "status of 404")
HOST = "club.test"


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real server with the style page open, under two names."""
    home = tmp_path_factory.mktemp("parts")
    env = {
        **os.environ, "FOKOZAT_HOME": str(home), "DATABASE_URL": "", "LC_ALL": "C.UTF-8",
        "FOKOZAT_STYLE_PAGE": "1", "FOKOZAT_HOSTS": f"127.0.0.1,{HOST}",
    }  # fmt: skip
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        assert found, (home / "log").read_text()
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(SECONDS_TO_END)


@pytest.mark.parametrize(("screen", "theme", "language"), LOOKS)
def test_nothing_to_complain_about(open_page: Open, screen: str, theme: str, language: str) -> None:
    viewport = {"width": WIDTHS[screen], "height": 800}
    page = open_page(f"/{language}/style/?why=3", viewport=viewport, color_scheme=theme)
    expect(page.locator(".chart.drawn canvas")).to_be_visible()
    keep(page, f"style-{language}-{screen}-{theme}")
    assert violations(page) == []
    assert sideways(page) == 0


@pytest.mark.parametrize("width", [320, 360, 640, 1280, 1920])
def test_long_names_and_four_hundred_rows_never_push_the_page_sideways(open_page: Open, width: int) -> None:
    """640 is a screen of 1280 at 200 %."""
    page = open_page("/hu/style/?rows=all", viewport={"width": width, "height": 800})
    assert page.locator(".listing").first.locator("tbody tr").count() == 400
    assert sideways(page) == 0
    page.goto("/hu/style/")
    assert sideways(page) == 0


def test_twice_as_large_letters_fit(open_page: Open) -> None:
    page = open_page("/et/style/", viewport={"width": 640, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert sideways(page) == 0


def test_a_head_sorts_in_place_and_the_address_follows(open_page: Open) -> None:
    page = open_page("/en/style/?rows=all")
    page.evaluate("window.stayed = true")
    head = page.locator("#ranking-400-points")
    head.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ranking-400 th[aria-sort=descending]")).to_have_text(say("style.points"))
    expect(page).to_have_url(re.compile("sort=-points"))
    expect(page.locator("#ranking-400-points")).to_be_focused()
    expect(page.locator("#ranking-400-told")).to_have_text(say("people.count", count=400))
    assert page.evaluate("window.stayed") is True
    page.reload()
    expect(page.locator("#ranking-400 th[aria-sort=descending]")).to_have_text(say("style.points"))


def test_the_whole_row_is_a_target_and_its_figure_another(open_page: Open) -> None:
    page = open_page("/en/style/")
    row = page.locator("#tables tbody tr").nth(4)
    row.locator("td").nth(1).click(force=True)  # what is hit is the link of the name
    expect(page).to_have_url(re.compile("#card-4$"))
    row.locator("a.why").click()
    expect(page.locator("#why-4 .derivation")).to_be_visible()


def test_a_figure_opens_and_closes_by_the_keyboard(open_page: Open) -> None:
    page = open_page("/en/style/")
    page.evaluate("window.stayed = true")
    for at in (2, 5):
        link = page.locator("#tables a.why").nth(at)
        link.focus()
        page.keyboard.press("Enter")
        expect(link).to_have_attribute("aria-expanded", "true")
        expect(page.locator(f"#why-{at} .paragraph").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#why-5")).to_have_count(0)
    expect(page.locator("#why-2")).to_have_count(1)
    assert page.evaluate("window.stayed") is True


def test_tabs_are_walked_with_the_arrows_and_opened_by_the_address(open_page: Open) -> None:
    page = open_page("/en/style/#part-1")
    tabs = page.get_by_role("tab")
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    tabs.nth(1).focus()
    for key, at in (("ArrowRight", 2), ("ArrowRight", 0), ("ArrowLeft", 2), ("Home", 0), ("End", 2)):
        page.keyboard.press(key)
        expect(tabs.nth(at)).to_be_focused()
        expect(page.locator(f"#part-{at}")).to_be_visible()
    assert page.locator("[role=tab][tabindex='0']").count() == 1


def test_a_dialog_asks_before_anything_is_done(open_page: Open) -> None:
    page = open_page("/hu/style/")
    door = page.locator("a[data-asks]")
    door.click()
    dialog = page.get_by_role("dialog", name=say("person.strike", "hu"))
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(say("office.what-happens", "hu"))
    keep(page, "style-dialog-hu")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(door).to_be_focused()
    door.click()
    dialog.get_by_role("link", name=say("office.leave", "hu")).click()
    expect(dialog).to_have_count(0)
    door.click()
    dialog.get_by_role("button", name=say("person.strike", "hu")).click()
    expect(page.get_by_role("status").filter(has_text=say("style.done", "hu"))).to_be_visible()


def test_a_chart_is_walked_with_the_arrows_and_says_what_its_table_says(open_page: Open) -> None:
    page = open_page("/en/style/")
    plot = page.get_by_role("slider", name=say("style.chart"))
    plot.focus()
    page.keyboard.press("Home")
    rows = page.locator(".chart tbody tr")
    first = f"{rows.first.locator('th').text_content()}: {rows.first.locator('td').text_content()}"
    expect(plot).to_have_attribute("aria-valuetext", first)
    page.keyboard.press("ArrowLeft")
    expect(plot).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("ArrowRight")
    expect(plot).to_have_attribute("aria-valuenow", "2")
    expect(page.locator(".chart .at")).to_contain_text(rows.nth(1).locator("th").text_content() or "?")


def test_a_chart_takes_the_colours_of_the_theme(open_page: Open) -> None:
    page = open_page("/en/style/", color_scheme="light")
    picture = "document.querySelector('.chart canvas').toDataURL()"
    expect(page.locator(".chart canvas")).to_be_visible()
    light = page.evaluate(picture)
    page.get_by_text(say("frame.theme-dark"), exact=True).click()
    page.wait_for_function(f"light => {picture} !== light", arg=light)


def test_scripts_of_charts_come_only_with_a_chart(open_page: Open, complaints: Complaints) -> None:
    open_page("/en/people/").wait_for_load_state("networkidle")
    assert not [url for url in complaints.requests if "chart." in url]
    open_page("/en/style/").wait_for_load_state("networkidle")
    assert len([url for url in complaints.requests if "chart." in url]) == 2


def test_without_scripts_everything_can_be_read_and_done(open_page: Open) -> None:
    page = open_page("/et/style/", java_script_enabled=False)
    page.locator("#ranking-14-change").click()
    expect(page.locator("#ranking-14 th[aria-sort=descending]")).to_have_text(say("style.change", "et"))
    page.locator("#tables a.why").nth(2).click()
    expect(page.locator("tr.opened .derivation")).to_be_visible()
    for at in range(3):
        expect(page.locator(f"#part-{at}")).to_be_visible()
    expect(page.locator(".chart .plot")).to_be_hidden()
    page.locator(".chart summary").click()
    expect(page.locator(".chart tbody tr").first).to_be_visible()
    page.locator("a[data-asks]").click()
    page.get_by_role("button", name=say("person.strike", "et")).click()
    expect(page.get_by_role("status").filter(has_text=say("style.done", "et"))).to_be_visible()


def test_every_stop_of_the_keyboard_is_seen(open_page: Open) -> None:
    page = open_page("/en/style/")
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        ring = page.evaluate(
            """() => { const it = document.activeElement, own = getComputedStyle(it),
                       about = it.closest("label") ? getComputedStyle(it.closest("label")) : own;
                       return [it.outerHTML.slice(0, 90), own.outlineStyle, about.outlineStyle]; }"""
        )
        if ring[1:] == ["none", "none"]:
            unseen.append(ring[0])
    assert unseen == []


def test_who_wants_no_motion_gets_none(open_page: Open) -> None:
    page = open_page("/en/style/", reduced_motion="reduce")
    moving = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((each) => {
             const { transitionDuration, animationName } = getComputedStyle(each);
             return animationName !== "none" || transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
           }).length"""
    )
    assert moving == 0


def test_on_paper_stand_the_tables_and_not_the_frame(open_page: Open) -> None:
    page = open_page("/en/style/?why=3")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for shown in (".box table", "#part-2", ".derivation"):
        expect(page.locator(shown).first).to_be_visible()
    for left_out in (".pages", ".languages", ".turning", ".plot", ".foot .switch"):
        expect(page.locator(left_out).first).not_to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.box')).overflowX") == "visible"
    assert page.evaluate("getComputedStyle(document.querySelector('a'), '::after').content") in ("none", "normal")


def forgive_the_network(complaints: Complaints) -> None:
    """Chromium calls every request without a network an error of the page."""
    complaints.errors = [error for error in complaints.errors if not any(sign in error for sign in NETWORK)]


def controlled(page: Page) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_without_a_network_a_page_in_the_readers_language_says_so(open_page: Open, complaints: Complaints) -> None:
    page = open_page("/hu/people/")
    controlled(page)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    assert violations(page) == []
    page.goto("/hu/bodies/")
    expect(page.locator("h1")).to_have_text(say("trouble.offline.title", "hu"))
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"  # its looks are kept too
    keep(page, "offline-hu")
    page.goto("/et/people/")
    expect(page.locator("h1")).to_have_text(say("trouble.offline.title", "et"))
    page.context.set_offline(False)
    page.get_by_role("link", name=say("trouble.again", "et")).click()
    expect(page.locator("h1")).to_have_text(say("people.title", "et"))
    forgive_the_network(complaints)


def test_the_worker_keeps_nothing_that_was_read(open_page: Open) -> None:
    page = open_page("/en/people/?q=secret")
    controlled(page)
    page.goto("/en/style/")
    kept = page.evaluate(
        """async () => { const found = {};
             for (const name of await caches.keys())
               found[name] = (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname);
             return found; }"""
    )
    [(name, paths)] = kept.items()
    assert name.startswith("fokozat-offline-")
    assert {path for path in paths if not path.startswith("/static/")} == {f"/{each}/offline/" for each in LANGUAGES}
    assert len(paths) == len(LANGUAGES) + 4


def test_a_new_release_forgets_what_the_one_before_kept(open_page: Open) -> None:
    page = open_page("/robots.txt")  # here no worker begins
    page.evaluate("async () => { await caches.open('fokozat-offline-old'); await caches.open('others'); }")
    page.goto("/en/people/")
    controlled(page)
    names = page.evaluate("() => caches.keys()")
    assert "fokozat-offline-old" not in names
    assert "others" in names
    assert len(names) == 2


@pytest.mark.usefixtures("browser")
def test_over_plain_http_the_bar_alone_says_it(player: Playwright, site: str) -> None:
    """A house network has names without TLS: there no worker is allowed, and none is asked for."""
    program = next(found for name in PROGRAMS if (found := shutil.which(name)))
    mapped = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    plain = player.chromium.launch(executable_path=program, headless=True, args=[*OPTIONS, mapped])
    try:
        page = plain.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(site.replace("127.0.0.1", HOST) + "/et/people/")
        assert page.evaluate("window.isSecureContext") is False
        expect(page.locator("#offline")).to_be_hidden()
        page.context.set_offline(True)
        expect(page.locator("#offline")).to_have_text(say("offline.bar", "et"))
        page.context.set_offline(False)
        expect(page.locator("#offline")).to_be_hidden()
        assert errors == []
    finally:
        plain.close()
