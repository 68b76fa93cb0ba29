"""Live pages in a browser: two windows, two tabs, a line that is cut, a page without scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.browser.conftest import Complaints, keep, sideways, violations
from tests.doors.live.conftest import Place, Site, serving

pytestmark = pytest.mark.only_on("sqlite")
SECONDS = 20_000  # the measure is 2 s; the machine that tests may be busy
AGAIN = 60_000


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A house of its own; its officer's role is not touched."""
    place = Place(tmp_path_factory.mktemp("live"), "")
    place.told = place.do("fill")
    with serving(place, quiet=False) as site:
        yield site


@pytest.fixture
def site(served: Site) -> str:
    return served.address


@contextmanager
def window(browser: Browser, site: str, **options: object) -> Iterator[BrowserContext]:
    """A browser of its own: with its own cookies and its own line."""
    context = browser.new_context(base_url=site, **options)  # type: ignore[arg-type]
    context.set_default_timeout(SECONDS)
    context.set_default_navigation_timeout(AGAIN)
    try:
        yield context
    finally:
        context.close()


def page_of(context: BrowserContext, site: Site, language: str = "en") -> Page:
    page = context.new_page()
    page.goto(f"/{language}/bodies/{site.place.told['society']}/")
    return page


def streams(context: BrowserContext) -> list[str]:
    """The streams that are asked for from now on."""
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url) if "/events/?" in request.url else None)
    return asked


def test_a_change_in_one_browser_is_seen_in_another(browser: Browser, served: Site, complaints: Complaints) -> None:
    with window(browser, served.address) as one, window(browser, served.address) as other:
        pages = [page_of(one, served), page_of(other, served, "hu")]
        for page in pages:
            page.on("console", complaints.hear)
            page.on("pageerror", complaints.fail)
        expect(pages[0].locator("[data-live-mark]")).to_have_text(say("live.is-live"))
        expect(pages[1].locator("[data-live-mark]")).to_have_text(say("live.is-live", "hu"))
        served.move("Élőfalva")
        for page in pages:
            expect(page.locator(".facts")).to_contain_text("Élőfalva", timeout=SECONDS)
            expect(page.locator(".live-news")).to_be_visible()
            assert violations(page) == []
        pages[0].get_by_role("link", name=say("live.show-anew")).click()
        expect(pages[0].locator(".live-news")).to_have_count(0)
    assert complaints.errors == []


def test_two_tabs_share_one_stream_and_the_second_goes_on_when_the_first_is_closed(
    browser: Browser, served: Site
) -> None:
    with window(browser, served.address) as context:
        asked = streams(context)
        first = page_of(context, served)
        expect(first.locator("[data-live-mark]")).to_have_text(say("live.is-live"))
        second = page_of(context, served)
        expect(second.locator("[data-live-mark]")).to_have_text(say("live.is-live"))
        second.wait_for_timeout(1500)
        assert len(asked) == 1
        served.move("Kétlap")
        for page in (first, second):
            expect(page.locator(".facts")).to_contain_text("Kétlap")
        first.close()
        second.wait_for_timeout(1500)
        served.move("Egylap")
        expect(second.locator(".facts")).to_contain_text("Egylap")
        assert len(asked) == 2


def test_a_second_tab_with_another_topic_is_told_of_both(browser: Browser, served: Site) -> None:
    with window(browser, served.address) as context:
        body = page_of(context, served)
        people = context.new_page()
        people.goto("/en/people/")
        expect(people.locator("[data-live-mark]")).to_have_text(say("live.is-live"))
        status, _, answer = served.ask(
            "POST", "/api/v1/people", f'{{"family": "Minta", "keeper": "{served.place.told["society"]}"}}'.encode(),
            Authorization=f"Bearer {served.place.told['token']}", Content_Type="application/json",
        )  # fmt: skip
        assert status == 201, answer
        served.move("Mindkettő")
        expect(people.locator(".live-news")).to_be_visible()
        keep(people, "live-people-en")
        expect(body.locator(".facts")).to_contain_text("Mindkettő")


def test_where_streams_do_not_get_through_the_page_asks_and_then_returns(browser: Browser, served: Site) -> None:
    def cut(route: Route) -> None:
        route.abort()

    with window(browser, served.address) as context:
        context.route(re.compile("/events/\\?"), cut)
        page = page_of(context, served)
        expect(page.locator("[data-live-mark]")).to_have_text(say("live.by-asking"), timeout=AGAIN)
        served.move("Kérdezve")
        expect(page.locator(".facts")).to_contain_text("Kérdezve", timeout=AGAIN)
        context.unroute(re.compile("/events/\\?"), cut)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live"), timeout=AGAIN)
        served.move("Visszatérve")
        expect(page.locator(".facts")).to_contain_text("Visszatérve")


def test_a_server_that_comes_back_is_found_and_what_was_missed_is_shown(browser: Browser, tmp_path: Path) -> None:
    place = Place(tmp_path, "")
    place.told = place.do("fill")
    with serving(place, quiet=False) as site:
        port = site.address.rpartition(":")[2]
        with window(browser, site.address) as context:
            page = page_of(context, site)
            expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live"))
            site.process.terminate()
            site.process.wait(60)
            expect(page.locator("[data-live-mark]")).to_have_text(say("live.reconnecting"))
            place.do("place", "Közben")
            with serving(place, "--port", port, quiet=False):
                expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live"), timeout=AGAIN)
                expect(page.locator(".facts")).to_contain_text("Közben")


def test_focus_and_selection_are_left_alone(browser: Browser, served: Site) -> None:
    with window(browser, served.address) as context:
        page = page_of(context, served)
        expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live"))
        served.move("Előtte")
        expect(page.locator(".facts")).to_contain_text("Előtte")
        page.locator(".live-news a").focus()
        served.move("Utána")
        expect(page.locator(".facts")).to_contain_text("Utána")
        assert page.evaluate("document.activeElement.matches('.live-news a')")
        page.evaluate("document.getSelection().selectAllChildren(document.querySelector('.large-name'))")
        served.move("Kijelölve")
        page.wait_for_timeout(2000)
        expect(page.locator(".facts")).to_contain_text("Utána")
        page.evaluate("document.getSelection().removeAllRanges()")
        expect(page.locator(".facts")).to_contain_text("Kijelölve")


def test_an_officer_sees_that_the_journal_has_grown(browser: Browser, served: Site) -> None:
    cookie = {"name": "session", "value": served.place.told["session"], "url": served.address}
    with window(browser, served.address) as context:
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"/hu/office/journal/?chain={served.place.told['society']}")
        expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live", "hu"))
        served.move("Naplóban")
        expect(page.locator(".live-news")).to_contain_text(say("live.journal-newer", "hu"))
        assert violations(page) == []
        keep(page, "live-journal-hu")


def test_without_scripts_the_page_just_reads(browser: Browser, served: Site) -> None:
    with window(browser, served.address, java_script_enabled=False) as context:
        asked = streams(context)
        page = page_of(context, served)
        expect(page.locator("h1")).to_have_text("Kavics Kör")
        assert not page.locator("[data-live-mark]").is_visible()
        assert asked == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_phone_in_both_themes(browser: Browser, served: Site, language: str) -> None:
    for scheme in ("light", "dark"):
        small = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme}
        with window(browser, served.address, **small) as context:
            page = page_of(context, served, language)
            expect(page.locator("[data-live-mark]")).to_have_text(say("live.is-live", language))
            served.move(f"Kicsi {language} {scheme}")
            expect(page.locator(".live-news")).to_be_visible()
            page.wait_for_timeout(1700)
            assert sideways(page) == 0
            assert violations(page) == []
            keep(page, f"live-body-{language}-{scheme}")
