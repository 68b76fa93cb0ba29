"""Opens a page as somebody would and notes what is wrong with it: axe, width, words, console, requests, status."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, Response

from tests.doors.browser.conftest import SCREENS, sideways
from tests.doors.browser.walk.house import House
from tests.doors.browser.walk.plan import NARROW, WIDE, Look, Visit
from tests.doors.browser.walk.texts import COLLECT, wrong_texts

PATIENCE = 60_000  # many walk at once on a small machine
NO_DAY = "does not conform to the required format"  # a day field shows what only somebody without one can send
HEIGHTS = {WIDE: 900, NARROW: 740}
TALLEST = 4000
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
RUN = "options => axe.run(document, options).then(found => found.violations)"
# what stands folded is seen too, of a long list the first few; menus that float over the page are not
UNFOLD = "() => { for (const part of [...document.querySelectorAll('main details')].slice(0, 12)) part.open = true; }"
SEND = """([selector, given]) => {
  const form = document.querySelector(`main ${selector}`);
  if (!form) return `no ${selector}`;
  for (const [name, value] of Object.entries(given)) {
    const field = form.elements[name];
    if (!field) return `no field ${name}`;
    if (field.tagName === 'SELECT') field.add(new Option('', value));
    else if (field.tagName === 'INPUT') field.type = 'text';
    field.value = value;
  }
  HTMLFormElement.prototype.submit.call(form);
  return '';
}"""


class Served(Protocol):
    def __getitem__(self, kind: str) -> House: ...


@dataclass
class Heard:
    """What a page said in the console and asked for, since it was last listened to."""

    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    def ask(self, request: Request) -> None:
        self.asked.append(request.url)

    def complaints(self, site: str, status: int) -> Iterator[str]:
        """Chromium calls every answer of 400 and more an error; the expected one is none."""
        said = (
            text for text in self.said if NO_DAY not in text and (status < 400 or f"status of {status}" not in text)
        )
        yield from (f"console: {text}" for text in said)
        yield from (f"asked elsewhere: {url}" for url in self.asked if not url.startswith((site, "data:", "blob:")))
        self.said.clear()
        self.asked.clear()


class Walker:
    """One page for each installation and reader, kept from visit to visit."""

    def __init__(self, browser: Browser, houses: Served) -> None:
        self.browser, self.houses = browser, houses
        self.contexts: list[BrowserContext] = []
        self.pages: dict[tuple[str, str], tuple[Page, Heard]] = {}

    def open(self, house: House, reader: str, **options: Any) -> tuple[Page, Heard]:
        """A new page of a reader."""
        given = {"viewport": {"width": WIDE, "height": HEIGHTS[WIDE]}, "reduced_motion": "reduce", **options}
        context = self.browser.new_context(base_url=house.site, **given)
        context.set_default_timeout(PATIENCE)
        if reader != "visitor":
            context.add_cookies([{"name": house.cookie, "value": house.sessions[reader], "url": house.site}])
        self.contexts.append(context)
        page, heard = context.new_page(), Heard()
        page.on("console", heard.hear)
        page.on("pageerror", lambda error: heard.said.append(str(error)))
        page.on("request", heard.ask)
        return page, heard

    def of(self, house: House, reader: str) -> tuple[Page, Heard]:
        """The page of a reader, which stays."""
        if (house.kind, reader) not in self.pages:
            self.pages[house.kind, reader] = self.open(house, reader)
        return self.pages[house.kind, reader]

    def walk(self, visit: Visit) -> list[str]:
        """Everything that is wrong with one visit."""
        house = self.houses[visit.house]
        page, heard = self.of(house, visit.reader)
        response = page.goto(visit.address)
        found = []
        if visit.form:
            response, refused = send(page, visit.form, visit.faulty)
            found += refused
        status = response.status if response else 0
        if status not in visit.statuses:
            found.append(f"answers {status}")
        found += _frame(page, visit)
        found += wrong_texts(page.evaluate(COLLECT), visit.language)
        page.evaluate(UNFOLD)
        found += _looks(page, visit)
        found += heard.complaints(house.site, status)
        return [f"{visit.name} {complaint}" for complaint in found]

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def send(page: Page, form: str, given: Mapping[str, str]) -> tuple[Response | None, list[str]]:
    """Send a form as somebody without scripts would, whatever the browser would say first."""
    with page.expect_navigation(timeout=PATIENCE) as sent:
        refused = page.evaluate(SEND, [form, dict(given)])
        assert not refused, refused
    told = page.locator("main [role=alert]").count()
    return sent.value, [] if told else ["the faulty form was taken without a word"]


def _frame(page: Page, visit: Visit) -> Iterator[str]:
    spoken = page.evaluate("document.documentElement.lang")
    if spoken != visit.language:
        yield f"speaks {spoken}"
    place = page.evaluate("location.pathname + location.search")
    if place != visit.address and not visit.form and not visit.leads_on:
        yield f"leads to {place}"
    if not page.title().strip():
        yield "has no title"
    forms = page.locator("main form[method=post]").count()
    if forms and visit.state == "demo" and not visit.faultless:
        yield "has a form, but routes.toml says neither `faulty` nor `faultless`"


def _looks(page: Page, visit: Visit) -> Iterator[str]:
    """Both widths; axe and a picture in the looks that are chosen for this visit."""
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        if over := sideways(page):
            yield f"{width}: {over} px sideways: {widest(page)}"
        for theme in dict.fromkeys(look[0] for look in visit.drawn if look[1] == width):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            keep(page, visit.name, (theme, width))
            if (theme, width) in visit.looks:
                yield from (f"{theme} {width} axe: {each}" for each in violations(page))


def widest(page: Page) -> str:
    """What stands out furthest."""
    return str(
        page.evaluate("""() => {
      const edge = document.documentElement.clientWidth;
      const over = each => each.getBoundingClientRect().right > edge + 0.5;
      const out = [...document.querySelectorAll('body *')].filter(over);
      return out.slice(-3).map(each => each.tagName.toLowerCase() + '.' + each.className).join(' ');
    }""")
    )


@cache
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds of WCAG 2.2 AA and best practices: the rule and where."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe())
    found: list[dict[str, Any]] = page.evaluate(RUN, OPTIONS)
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"][:3]]


def keep(page: Page, name: str, look: Look) -> None:
    """A picture for who wants to look: route-state-language-theme-width."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    short = int(page.evaluate("document.documentElement.scrollHeight")) < TALLEST
    path = SCREENS / f"{name}-{look[0]}-{look[1]}.png"
    try:
        page.screenshot(path=path, full_page=short, scale="css")
    except Error:  # short of memory a browser draws no whole page; a picture proves nothing, so the screen will do
        page.screenshot(path=path, scale="css")
