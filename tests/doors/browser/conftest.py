"""A real browser: Debian's Chromium, driven by Playwright, with what a person would notice noted down."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, Request, Response, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
SCREENS = Path(__file__).resolve().parents[3] / "artefacts" / "screens"
PATIENCE = 10_000
PHONE = "Pixel 7"
TALLEST = 8000


@dataclass
class Complaints:
    """What a page complained about, and what it asked for."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    weight: int = 0

    def hear(self, message: ConsoleMessage) -> None:
        # Chromium calls every 422 an error; here it is the answer to a faulty form
        if message.type in ("error", "warning") and "status of 422" not in message.text:
            self.errors.append(message.text)

    def fail(self, error: Error) -> None:
        self.errors.append(str(error))

    def ask(self, request: Request) -> None:
        self.requests.append(request.url)

    def weigh(self, response: Response) -> None:
        self.weight += int(response.headers.get("content-length", 0))


Open = Callable[..., Page]


# for one module only: while Playwright's event loop runs, Django would refuse to use the database in this thread
@pytest.fixture(scope="module")
def player() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(player: Playwright) -> Iterator[Browser]:
    """Chromium, or the reason why there is none."""
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium here (sudo apt install chromium)")
    browser = player.chromium.launch(executable_path=program, headless=True, args=OPTIONS)
    yield browser
    browser.close()


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def open_page(browser: Browser, player: Playwright, site: str, complaints: Complaints) -> Iterator[Open]:
    """Open an address of the site; afterwards nothing may have been complained about."""
    contexts = []

    def opened(path: str, *, phone: bool = False, **options: object) -> Page:
        device = dict(player.devices[PHONE]) if phone else {"viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(base_url=site, **{**device, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", complaints.hear)
        page.on("pageerror", complaints.fail)
        page.on("request", complaints.ask)
        page.on("response", complaints.weigh)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints.errors == []
    assert [url for url in complaints.requests if not url.startswith(site)] == []


def violations(page: Page) -> list[str]:
    """What axe finds: the rule and where."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def sideways(page: Page) -> int:
    """How many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def keep(page: Page, name: str) -> None:
    """A picture for who wants to look."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    short = int(page.evaluate("document.documentElement.scrollHeight")) < TALLEST
    page.screenshot(path=SCREENS / f"{name}.png", full_page=short, scale="css")
