"""Two browsers on the plain network of a hall, which goes away in between: nothing is lost, nothing is done twice."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from fokozat.kernel.words import LANGUAGES, Words
from tests.doors.browser.conftest import OPTIONS, PROGRAMS, keep, sideways, violations
from tests.doors.browser.test_office import FILLING
from tests.doors.browser.test_pages import SMALLEST
from tests.doors.conftest import ADDRESS, FOKOZAT, SECONDS_TO_END

pytestmark = pytest.mark.only_on("sqlite")
HOST = "club.test"
PATIENCE = 15_000
Joined = Callable[..., Page]


def say(name: str, language: str = "en") -> str:
    return Words.of("web").say(name, language)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = tmp_path_factory.mktemp("hall")
    env = {**os.environ, "FOKOZAT_HOME": str(home), "DATABASE_URL": ""}
    done = subprocess.run([sys.executable, FILLING], env=env, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return {**dict(line.split("=", 1) for line in done.stdout.splitlines()), "home": str(home)}


@pytest.fixture(scope="module")
def hall(filled: dict[str, str]) -> Iterator[str]:
    """A server that is asked by a name which is not this machine's own."""
    hosts = f"127.0.0.1,localhost,{HOST}"
    env = {
        **os.environ,
        "FOKOZAT_HOME": filled["home"],
        "DATABASE_URL": "",
        "FOKOZAT_HOSTS": hosts,
        "LC_ALL": "C.UTF-8",
    }
    with (Path(filled["home"]) / "log").open("w") as log:
        server = subprocess.Popen(
            [FOKOZAT, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        found = ADDRESS.search(server.stdout.readline())
        assert found, (Path(filled["home"]) / "log").read_text()
        yield found[0].rstrip("/").replace("127.0.0.1", HOST)
    finally:
        server.terminate()
        server.stdout.close()
        server.wait(SECONDS_TO_END)


@pytest.fixture(scope="module")
def browser(player: Playwright) -> Iterator[Browser]:
    """Chromium that knows the hall's name."""
    import shutil

    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium here (sudo apt install chromium)")
    options = [*OPTIONS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    started = player.chromium.launch(executable_path=program, headless=True, args=options)
    yield started
    started.close()


@pytest.fixture
def joined(browser: Browser, hall: str, filled: dict[str, str]) -> Iterator[Joined]:
    """A browser of its own in which the registrar is signed in; the contexts are closed at the end."""
    contexts: list[BrowserContext] = []

    def opened(path: str, **options: object) -> Page:
        context = browser.new_context(base_url=hall, **options)  # type: ignore[arg-type]  # as Playwright names them
        contexts.append(context)
        context.add_cookies([{"name": filled["cookie"], "value": filled["session"], "url": hall}])
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            page.on("dialog", lambda dialog: dialog.accept())
        context.close()


def save(page: Page, button: str = "office.save", language: str = "en") -> None:
    page.get_by_role("button", name=say(button, language)).click()


def test_the_network_of_the_hall_is_no_secure_one(joined: Joined) -> None:
    page = joined("/en/people/")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("typeof crypto.randomUUID") == "undefined"


def test_what_is_entered_without_a_network_goes_when_it_is_back(joined: Joined, filled: dict[str, str]) -> None:
    page = joined(f"/en/people/{filled['card']}/years/new/")
    page.context.set_offline(True)
    for year in ("2031", "2032"):
        page.locator("#year").fill(year)
        save(page, "person.enrol")
        expect(page.locator("#outbox")).to_be_visible()
    expect(page.locator("#outbox li")).to_have_count(2)
    expect(page.locator("#outbox [role=status]")).to_have_text(say("outbox.waiting"))
    save(page, "person.enrol")
    expect(page.locator("#outbox li")).to_have_count(2)  # the same form again is the same entry
    kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
    assert "2031" not in page.evaluate(kept), "nothing of it lies in the browser"
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(rf"people/{filled['card']}/$"))
    expect(page.locator("main")).to_contain_text("2031")
    expect(page.locator("main")).to_contain_text("2032")


def test_somebody_was_faster_while_the_network_was_away(joined: Joined, filled: dict[str, str]) -> None:
    path = f"/en/people/{filled['shared']}/change/"
    here, there = joined(path), joined(path)
    here.context.set_offline(True)
    here.locator("#given").fill("Magda")
    save(here)
    expect(here.locator("#outbox li")).to_contain_text("Magda")
    there.locator("#given").fill("Márta")
    save(there)
    expect(there.locator("h1")).to_contain_text("Márta")
    here.context.set_offline(False)
    expect(here.locator("h1")).to_have_text(say("conflict.title"))
    expect(here.locator("main")).to_contain_text("Márta")
    expect(here.locator("main")).to_contain_text("Magda")
    assert violations(here) == []
    here.get_by_text("Magda").click()
    here.get_by_role("button", name=say("conflict.save")).click()
    expect(here).to_have_url(re.compile(rf"people/{filled['shared']}/$"))
    expect(here.locator("h1")).to_contain_text("Magda")


def test_two_changes_of_one_body_wait_in_their_order_and_do_not_outrun_each_other(
    joined: Joined, filled: dict[str, str]
) -> None:
    page = joined(f"/en/bodies/{filled['club']}/change/")
    page.context.set_offline(True)
    for place in ("Pécs", "Győr"):
        page.locator("#place").fill(place)
        save(page)
    expect(page.locator("#outbox li")).to_have_count(2)
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(rf"bodies/{filled['club']}/$"))
    expect(page.locator("main")).to_contain_text("Győr")


def test_an_answer_that_was_lost_on_its_way_is_asked_for_again(
    joined: Joined, hall: str, filled: dict[str, str]
) -> None:
    page = joined(f"/en/bodies/{filled['club']}/change/")
    keys = []

    def lose(route: "object") -> None:
        keys.append(route.request.headers["idempotency-key"])  # type: ignore[attr-defined]
        if len(keys) == 1:
            asked = route.request  # type: ignore[attr-defined]
            here = hall.replace(HOST, "127.0.0.1")  # only the browser knows the hall's name
            headers = {**asked.headers, "origin": here}
            answer = route.fetch(url=asked.url.replace(hall, here), headers=headers)  # type: ignore[attr-defined]
            assert answer.status == 204, "the server keeps it"
            route.abort("connectionreset")  # type: ignore[attr-defined]  # and nobody hears
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/change/", lambda route: lose(route) if route.request.method == "POST" else route.continue_())
    page.locator("#place").fill("Szeged")
    save(page)
    expect(page).to_have_url(re.compile(rf"bodies/{filled['club']}/$"), timeout=20_000)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    expect(page.locator("main")).to_contain_text("Szeged")


def test_leaving_a_page_that_still_waits_is_asked_about(joined: Joined, filled: dict[str, str]) -> None:
    page = joined(f"/en/people/{filled['card']}/years/new/")
    page.context.set_offline(True)
    page.locator("#year").fill("2041")
    save(page, "person.enrol")
    expect(page.locator("#outbox")).to_be_visible()
    asked: list[str] = []

    def answer(dialog: "object") -> None:
        asked.append(dialog.type)  # type: ignore[attr-defined]
        dialog.dismiss()  # type: ignore[attr-defined]

    page.on("dialog", answer)
    page.close(run_before_unload=True)
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    assert not page.is_closed()
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(rf"people/{filled['card']}/$"))


def test_with_the_network_nobody_notices_anything(joined: Joined, filled: dict[str, str]) -> None:
    page = joined(f"/hu/people/{filled['card']}/years/new/")
    page.locator("#year").fill("valamikor")
    save(page, "person.enrol", "hu")
    expect(page.locator(".fault-summary")).to_be_focused()
    assert violations(page) == []
    page.locator("#year").fill("2051")
    save(page, "person.enrol", "hu")
    expect(page).to_have_url(re.compile(rf"people/{filled['card']}/$"))
    expect(page.locator("main")).to_contain_text("2051")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_waiting_list_is_shown_well_on_the_smallest_phone(
    joined: Joined, filled: dict[str, str], language: str
) -> None:
    theme = "dark" if language == "et" else "light"
    page = joined(f"/{language}/bodies/{filled['club']}/change/", viewport=SMALLEST, color_scheme=theme)
    page.context.set_offline(True)
    page.locator("#place").fill("Árvíztűrő-Tükörfúrógép-Mezőkövesdszentmiklós")
    save(page, language=language)
    expect(page.locator("#outbox")).to_be_visible()
    keep(page, f"outbox-{language}-phone-{theme}")
    assert sideways(page) == 0
    assert violations(page) == []
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(r"bodies/[^/]+/$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_the_screen_of_the_hall(joined: Joined, hall: str, language: str) -> None:
    page = joined(f"/{language}/hall/")
    expect(page.locator(".hall-address")).to_have_text(hall.removeprefix("http://"))
    keep(page, f"hall-{language}-desktop")
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert sideways(page) == 0
    keep(page, f"hall-{language}-phone")
