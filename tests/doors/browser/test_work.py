"""Long work in a browser: the bar moves by itself, cancel stops it, the end is shown without a reload."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fokozat.kernel.words import Words
from tests.doors.browser.conftest import Open, keep, sideways, violations
from tests.doors.browser.test_office import filled, open_office  # noqa: F401 - fixtures
from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

pytestmark = pytest.mark.only_on("sqlite")
SLOW = 30_000
Sql = Callable[[str], None]


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture(scope="module")
def site(filled: dict[str, str]) -> Iterator[str]:  # noqa: F811
    """The real server without its worker: the test says how far the work is, as a worker would."""
    env = {**os.environ, "FOKOZAT_HOME": filled["home"], "DATABASE_URL": "", "LC_ALL": "C.UTF-8"}
    with (Path(filled["home"]) / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0", "--no-worker"], env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        assert found, (Path(filled["home"]) / "log").read_text()
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(SECONDS_TO_END)


@pytest.fixture
def sql(filled: dict[str, str]) -> Sql:  # noqa: F811
    """Set columns of the work that has not ended."""

    def told(columns: str) -> None:
        with sqlite3.connect(f"{filled['home']}/fokozat.sqlite3", timeout=20) as direct:
            direct.execute(f"UPDATE office_work SET {columns} WHERE state IN ('waiting', 'running')")

    return told


def asked(page: Page) -> None:
    """Begin a proof by its button."""
    page.locator("form:has(input[value=check]) button").click()
    expect(page.get_by_role("heading", name=say("works.state-waiting"))).to_be_visible(timeout=SLOW)


def test_the_bar_moves_and_the_end_is_shown_without_a_reload(open_office: Open, sql: Sql) -> None:  # noqa: F811
    page = open_office("/en/office/work/")
    asked(page)
    page.evaluate("window.untouched = true")
    sql("state = 'running', fence = 1, lease_until = '2100-01-01', progress_total = 100, progress_done = 40")
    bar = page.locator("progress")
    expect(bar).to_have_attribute("value", "40", timeout=SLOW)
    expect(page.get_by_text("40%: 40 of 100 records")).to_have_count(2)  # beside the bar and inside of it
    assert violations(page) == []
    keep(page, "work-running-en")
    sql("progress_done = 80")
    expect(bar).to_have_attribute("value", "80", timeout=SLOW)
    result = '{"chains": 2, "records": 100, "differences": 0, "told": []}'
    sql(f"state = 'done', lease_until = NULL, result = '{result}'")
    expect(page.get_by_role("heading", name=say("works.state-done"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("Everything holds: chains 2, records 100.")).to_be_visible()
    expect(bar).to_have_count(0)
    assert page.evaluate("window.untouched")
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    time.sleep(2.5)
    assert asked_for == []  # it stopped by itself
    assert violations(page) == []


def test_cancelled_by_its_button(open_office: Open, sql: Sql) -> None:  # noqa: F811
    page = open_office("/en/office/work/")
    asked(page)
    sql("state = 'running', fence = 1, lease_until = '2100-01-01', progress_total = 100, progress_done = 40")
    expect(page.locator("progress[value]")).to_be_visible(timeout=SLOW)
    page.locator("#cancel").focus()
    time.sleep(1.5)
    assert page.evaluate("document.activeElement.id") == "cancel"  # the reader keeps the place while figures change
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=say("works.state-stopping"))).to_be_visible(timeout=SLOW)
    sql("state = 'cancelled', lease_until = NULL")
    expect(page.get_by_role("heading", name=say("works.state-cancelled"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name=say("works.retry"))).to_be_visible()


@pytest.mark.parametrize(("language", "phone", "theme"), [("hu", True, "light"), ("et", False, "dark")])
def test_looks(open_office: Open, sql: Sql, language: str, phone: bool, theme: str) -> None:  # noqa: F811
    page = open_office(f"/{language}/office/work/", phone=phone, color_scheme=theme)
    page.locator("form:has(input[value=export]) button").click()
    expect(page.get_by_role("heading", name=say("works.state-waiting", language))).to_be_visible(timeout=SLOW)
    sql("state = 'running', fence = 1, lease_until = '2100-01-01', progress_total = 12, progress_done = 5")
    expect(page.locator("progress[value]")).to_be_visible(timeout=SLOW)
    keep(page, f"work-one-{language}")
    assert (violations(page), sideways(page)) == ([], 0)
    page.goto(f"/{language}/office/work/")
    expect(page.locator("progress[value]")).to_be_visible(timeout=SLOW)
    keep(page, f"work-list-{language}")
    assert (violations(page), sideways(page)) == ([], 0)
    sql("state = 'cancelled', lease_until = NULL, cancel_asked = 1")


def test_without_scripts_a_link_shows_how_far_it_is(open_office: Open, sql: Sql) -> None:  # noqa: F811
    page = open_office("/en/office/work/", java_script_enabled=False)
    asked(page)
    sql("state = 'running', fence = 1, lease_until = '2100-01-01', progress_total = 100, progress_done = 40")
    page.get_by_role("link", name=say("works.reload")).click()
    expect(page.locator("progress")).to_have_attribute("value", "40")
    page.locator("#cancel").click()
    expect(page.get_by_role("heading", name=say("works.state-stopping"))).to_be_visible()
    sql("state = 'cancelled', lease_until = NULL")
