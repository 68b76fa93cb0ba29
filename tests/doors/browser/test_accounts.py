"""The pages of accounts in a browser: from the printed link to a role and a second factor, watched by axe."""

import os
import re
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from fokozat.kernel.words import Words
from tests.doors.browser.conftest import PATIENCE, Complaints, keep, sideways, violations
from tests.doors.conftest import ADDRESS, FOKOZAT

pytestmark = pytest.mark.only_on("sqlite")
EMAIL, PASSWORD = "elso@example.org", "kavics-es-fonal-7"
PAGES = (
    "account/", "account/card/", "account/card/?q=minta", "account/data/", "account/tokens/", "account/password/",
    "account/factor/", "account/sign-out/", "office/claims/", "office/roles/",
)  # fmt: skip
OPEN = ("account/sign-in/", "account/sign-up/", "account/password/reset/", "account/confirm/x/")


def say(name: str, language: str) -> str:
    return Words.of("web").say(name, language)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server that nobody administrates yet: its address and the link that it printed."""
    home = tmp_path_factory.mktemp("fresh")
    env = {**os.environ, "FOKOZAT_HOME": str(home), "LC_ALL": "C.UTF-8"}
    server = subprocess.Popen([FOKOZAT, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        link = re.search(r"http://\S+", server.stdout.readline())
        assert found
        assert link
        yield found[0].rstrip("/"), link[0]
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(10)


@pytest.fixture(scope="module")
def signed_in(browser: Browser, fresh: tuple[str, str]) -> Iterator[tuple[Page, Complaints]]:
    """The first administrator, by the link."""
    site, link = fresh
    context = browser.new_context(base_url=site)
    context.set_default_timeout(PATIENCE)
    page, complaints = context.new_page(), Complaints()
    page.on("console", complaints.hear)
    page.on("pageerror", complaints.fail)
    page.goto(link.replace("/en/", "/hu/"))
    assert violations(page) == []
    page.locator("#email").fill(EMAIL)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name=say("setup.button", "hu")).click()
    expect(page.locator(".notice")).to_have_text(say("setup.done", "hu"))
    page.locator("#login").fill(EMAIL)
    page.locator("#password").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("own.title", "hu"))
    yield page, complaints
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_of_the_account(signed_in: tuple[Page, Complaints], path: str, theme: str) -> None:
    page, complaints = signed_in
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/hu/{path}")
        assert violations(page) == []
        assert sideways(page) == 0
    keep(page, f"account-{path.strip('/').replace('/', '-').replace('?', '-')}-{theme}")
    assert complaints.errors == []


@pytest.mark.parametrize("language", ["en", "et"])
@pytest.mark.parametrize("path", OPEN)
def test_pages_of_a_visitor(browser: Browser, fresh: tuple[str, str], path: str, language: str) -> None:
    context = browser.new_context(base_url=fresh[0], viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"/{language}/{path}")
    assert violations(page) == []
    assert sideways(page) == 0
    keep(page, f"account-{path.strip('/').replace('/', '-')}-{language}")
    context.close()


def test_the_menu_and_the_second_factor(signed_in: tuple[Page, Complaints]) -> None:
    page, complaints = signed_in
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/hu/account/")
    page.locator(".reader summary").click()
    assert violations(page) == []
    keep(page, "account-menu")
    page.goto("/hu/account/factor/start/")
    page.locator("#password").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator(".qr svg")).to_be_visible()
    assert violations(page) == []
    keep(page, "account-factor-start")
    page.locator("#code").fill("000000")
    page.locator("main form button").click()
    expect(page.locator(".fault-summary")).to_be_visible()
    assert violations(page) == []
    assert complaints.errors == []


def test_a_refused_form_and_a_key(signed_in: tuple[Page, Complaints]) -> None:
    page, complaints = signed_in
    page.goto("/hu/account/tokens/")
    page.get_by_role("button", name=say("own.token-button", "hu")).click()
    expect(page.locator(".fault-summary")).to_be_visible()
    assert violations(page) == []
    page.locator("#name").fill("Tábla")
    page.get_by_role("button", name=say("own.token-button", "hu")).click()
    expect(page.locator(".secret")).to_have_text(re.compile(r"fok_[\w-]{43}"))
    assert violations(page) == []
    keep(page, "account-token")
    assert complaints.errors == []
