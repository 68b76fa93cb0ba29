"""What a page weighs on the wire: text, style and scripts as they are sent, packed; fonts are reported beside it."""

import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import cache
from urllib.parse import urljoin

import pytest

from tests.doors.browser.conftest import SCREENS
from tests.doors.browser.walk.conftest import Houses
from tests.doors.browser.walk.plan import ENTRIES, HOUSES, pages, visits

pytestmark = pytest.mark.only_on("sqlite")

MOST = 60_000
NEEDED = re.compile(r'<(?:link rel="stylesheet" href|script[^>]* src)="([^"]+)"')
FONTS = re.compile(r'<link rel="preload" href="([^"]+\.woff2)"')
WITH_BOARDS = frozenset(ENTRIES.get("with_boards", ()))  # a board is a picture, and weighed for itself


@dataclass(frozen=True)
class Weight:
    """Bytes as they were sent."""

    page: int
    parts: int
    fonts: int

    @property
    def whole(self) -> int:
        return self.page + self.parts


def fetched(url: str, cookie: str) -> tuple[int, str]:
    """How much was sent, and the text."""
    import gzip

    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip", "Cookie": cookie})
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        sent = answer.read()
        packed = answer.headers.get("Content-Encoding") == "gzip"
    text = (gzip.decompress(sent) if packed else sent).decode("utf-8", "replace")
    return len(sent), text


@cache
def part(url: str) -> int:
    return fetched(url, "")[0]


def weight(url: str, cookie: str) -> Weight:
    size, text = fetched(url, cookie)
    parts, fonts = (sum(part(urljoin(url, each)) for each in found.findall(text)) for found in (NEEDED, FONTS))
    return Weight(size, parts, fonts)


def test_a_page_is_light_to_carry(houses: Houses, capsys: pytest.CaptureFixture[str]) -> None:
    things = {kind: houses[kind].things for kind in (*HOUSES, "bare")}
    weights: dict[str, Weight] = {}
    for route in pages():
        for visit in visits(route, things):
            if visit.language == "hu" and visit.house == visit.state.partition("-")[0]:
                house = houses[visit.house]
                session = house.sessions.get(visit.reader)
                cookie = f"{house.cookie}={session}" if session else ""
                weights[visit.name] = weight(house.site + visit.address, cookie)
    heaviest = sorted(weights.items(), key=lambda each: -each[1].whole)
    SCREENS.mkdir(parents=True, exist_ok=True)
    told = {name: {"whole": each.whole, "page": each.page, "fonts": each.fonts} for name, each in heaviest}
    (SCREENS / "weights.json").write_text(json.dumps(told, indent=1))
    with capsys.disabled():
        name, most = heaviest[0]
        print(  # noqa: T201
            f"\n{len(weights)} pages weighed; the heaviest is {name}: {most.whole} bytes ({most.page} the page itself, "
            f"{most.parts} style and scripts), fonts {most.fonts} beside"
        )
    assert len(weights) > len(pages())
    assert min(each.parts for each in weights.values()) > 5000, "style and scripts were not found"
    assert {name: each.whole for name, each in heaviest if each.whole > MOST and name not in WITH_BOARDS} == {}
