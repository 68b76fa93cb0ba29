"""The office in a browser: what people do on its pages; how the pages look is walked in walk/."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from fokozat.kernel.words import Words
from tests.doors.browser.conftest import Complaints, Open, keep, sideways, violations
from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

pytestmark = pytest.mark.only_on("sqlite")
FILLING = Path(__file__).parent / "office_people.py"


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A data folder with 400 people who do not exist, and what the pages are called there."""
    home = tmp_path_factory.mktemp("office")
    env = {**os.environ, "FOKOZAT_HOME": str(home), "DATABASE_URL": ""}
    done = subprocess.run([sys.executable, FILLING], env=env, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    told = dict(line.split("=", 1) for line in done.stdout.splitlines())
    return {**told, "home": str(home)}


@pytest.fixture(scope="module")
def site(filled: dict[str, str]) -> Iterator[str]:
    """The real server on that folder."""
    env = {**os.environ, "FOKOZAT_HOME": filled["home"], "DATABASE_URL": "", "LC_ALL": "C.UTF-8"}
    with (Path(filled["home"]) / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, stderr=log, text=True
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
def open_office(
    browser: Browser, player: Playwright, site: str, filled: dict[str, str], complaints: Complaints
) -> Iterator[Open]:
    """Open an address as the registrar who is signed in."""
    contexts = []

    def opened(path: str, *, phone: bool = False, **options: object) -> Page:
        device = dict(player.devices["Pixel 7"]) if phone else {"viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(base_url=site, **{**device, **options})
        contexts.append(context)
        context.add_cookies([{"name": filled["cookie"], "value": filled["session"], "url": site}])
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("console", complaints.hear)
        page.on("pageerror", complaints.fail)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [error for error in complaints.errors if "status of 409" not in error] == []


def test_the_list_is_searched_while_typing(open_office: Open) -> None:
    page = open_office("/hu/people/")
    page.evaluate("window.stayed = true")
    page.locator("#q").press_sequentially("ors")
    expect(page.locator("#found tbody tr").first.get_by_role("link")).to_contain_text("Őrsi")
    assert page.evaluate("window.stayed") is True
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"q=ors"))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_without_scripts(open_office: Open, filled: dict[str, str], phone: bool) -> None:
    page = open_office("/et/people/", phone=phone, java_script_enabled=False)
    page.get_by_role("link", name=say("office.next-page", "et")).click()
    expect(page).to_have_url(re.compile("after="))
    page.locator("#q").fill("olemata")
    page.locator("main").get_by_role("button", name=say("office.search", "et")).click()
    page.locator("#found tbody a").first.click()
    expect(page.locator("h1")).to_contain_text("Olemata")


def test_two_who_change_one_card(open_office: Open, filled: dict[str, str]) -> None:
    path = f"/en/people/{filled['shared']}/change/"
    first, second = open_office(path), open_office(path, phone=True, color_scheme="dark")
    first.locator("#given").fill("Márta")
    first.get_by_role("button", name=say("office.save")).click()
    expect(first.locator("h1")).to_contain_text("Márta")
    second.locator("#given").fill("Magda")
    second.locator("#country").fill("EST")
    second.get_by_role("button", name=say("office.save")).click()
    expect(second.locator("h1")).to_have_text(say("conflict.title"))
    keep(second, "office-conflict-en-phone-dark")
    assert violations(second) == []
    assert sideways(second) == 0
    second.get_by_text("Magda").click()
    second.get_by_role("button", name=say("conflict.save")).click()
    expect(second.locator("h1")).to_contain_text("Magda")


def test_faults_are_led_to(open_office: Open) -> None:
    page = open_office("/en/people/new/")
    page.get_by_role("button", name=say("person.register")).click()
    page.locator(".fault-summary").get_by_role("link").first.click()
    expect(page.locator("#family")).to_be_focused()
    keep(page, "office-faults-en-desktop-light")
    assert violations(page) == []


def test_a_person_is_registered_with_the_keyboard_alone(open_office: Open) -> None:
    page = open_office("/hu/people/new/")
    for field, text in (("#family", "Billentyű"), ("#given", "Próba"), ("#country", "HUN")):
        reach(page, field)
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Billentyű Próba")


def reach(page: Page, selector: str) -> None:
    """Press Tab until the focus stands there."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_list_of_members_is_looked_at_and_taken_in(open_office: Open, tmp_path: Path) -> None:
    page = open_office("/hu/office/import/", phone=True)
    file = tmp_path / "tagok.csv"
    file.write_text("Vezetéknév;Utónév;Született\nÚj;Réka;1990-05-06\nMinta;Mária;\nRossz;Nap;valamikor\n")
    page.set_input_files("#file", file)
    page.get_by_role("button", name=say("imports.look", "hu")).click()
    keep(page, "office-import-hu-phone-light")
    assert violations(page) == []
    assert sideways(page) == 0
    page.locator("#line-4").select_option("skip")
    page.locator("#line-3").select_option("skip")
    page.get_by_role("button", name=say("imports.take", "hu")).click()
    expect(page.locator("#imported")).to_contain_text("tagok.csv")
