"""The style page and what it shows: open only where it is asked for; lists sort and figures open without scripts."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from fokozat.kernel.alphabet import sort_key
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.web.style import TROUBLES

pytestmark = pytest.mark.django_db


def say(name: str, language: str = "en", **fields: object) -> str:
    return Words.of("web").say(name, language, **fields)


@pytest.fixture
def opened(client: Client) -> Iterator[Client]:
    with override_settings(STYLE_PAGE=True):
        yield client


def text_of(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(response.content.decode())


def _value(key: str, text: str) -> str | int:
    return sort_key(text, "en") if key == "name" else int(re.sub("[+±]", "", text).replace("−", "-"))


def column(page: str, head: str) -> list[str]:
    """The cells of the first table under a head."""
    table = page.partition("<table")[2].partition("</table>")[0]
    heads = [re.sub("<[^>]*>", "", each) for each in re.findall(r"<th scope=\"col\".*?</th>", table)]
    rows = re.findall(r"<tr(?: class=\"own\")?>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [re.sub("<[^>]*>", "", row[heads.index(head)]) for row in cells]


@pytest.mark.parametrize("query", ["", "?rows=all", "?trouble=500", "?ask=1"])
def test_in_an_installation_it_is_closed(client: Client, query: str) -> None:
    assert settings.STYLE_PAGE is False
    assert client.get(f"/en/style/{query}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_stands_there_and_no_engine_finds_it(opened: Client, language: str) -> None:
    response = opened.get(f"/{language}/style/")
    assert response.headers["X-Robots-Tag"] == "noindex"
    page = unescape(response.content.decode())
    for sign in ('class="table listing', 'class="box"', 'class="empty"', 'class="derivation"', 'class="chart"',
                 "data-tabs", 'class="queue"', "data-asks", 'class="fault-summary"', 'class="board"',
                 'class="sparkline"', 'class="named"', 'class="chips"', 'class="notice'):  # fmt: skip
        assert sign in page, sign


def test_rows_are_sorted_by_every_head_without_scripts(opened: Client) -> None:
    page = text_of(opened, "/en/style/?rows=all")
    assert len(column(page, "Name")) == 400
    for key, head in (("points", "Points"), ("change", "Change"), ("name", "Name")):
        for sign in ("", "-"):
            shown = column(text_of(opened, f"/en/style/?rows=all&sort={sign}{key}"), head)
            values = [_value(key, text) for text in shown]
            assert values == sorted(values, reverse=bool(sign)), (key, sign)


def test_heads_turn_and_keep_what_else_was_asked(opened: Client) -> None:
    page = text_of(opened, "/en/style/?rows=all&sort=-points")
    assert re.search(r'aria-sort="descending"><a id="ranking-400-points" href="/en/style/\?rows=all&sort=points"', page)
    assert re.search(r'aria-sort="none"><a id="ranking-400-place" href="/en/style/\?rows=all"', page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_of_a_row_opens_how_it_came_about_and_closes_again(opened: Client, language: str) -> None:
    page = text_of(opened, f"/{language}/style/")
    link = re.search(rf'href="(/{language}/style/\?why=3)#why-3" aria-expanded="false"', page)
    assert link
    assert 'id="why-3"' not in page
    shown = text_of(opened, link[1])
    row = shown.partition('<tr class="opened" id="why-3">')[2].partition("</tr>")[0]
    assert 'class="derivation"' in row
    assert "6.§" in row
    assert f'href="/{language}/style/#why-3" aria-expanded="true"' in shown


def test_the_chart_says_in_its_table_what_it_draws(opened: Client) -> None:
    page = text_of(opened, "/hu/style/")
    rows = re.findall(r'<tr data-x="(\d+)" data-y="(\d+)"><th scope="row">([^<]*)</th><td class="number">([^<]*)', page)
    assert len(rows) > 8
    assert all(text == y for _, y, _, text in rows)
    assert [int(x) for x, *_ in rows] == sorted(int(x) for x, *_ in rows)
    assert rows[0][2] == "2010. 03. 01."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_every_trouble_says_what_happened_what_is_safe_and_what_to_do(
    opened: Client, trouble: str, language: str
) -> None:
    page = text_of(opened, f"/{language}/style/?trouble={trouble}", TROUBLES[trouble])
    for part in ("title", "happened", "safe", "cure"):
        assert say(f"trouble.{trouble}.{part}", language) in page


def test_the_page_that_asks_does_it_and_says_so(opened: Client) -> None:
    assert "data-ask" in text_of(opened, "/en/style/?ask=1")
    response = opened.post("/en/style/?ask=1", follow=True)
    assert say("style.done") in unescape(response.content.decode())


def test_the_weight_of_the_built_parts_stays_small() -> None:
    """Packed as the server packs them; the letters come on top, and charts only where there is one."""
    import gzip

    dist = Path(str(settings.HOUSE)) / "web/static/dist"
    packed = {name: len(gzip.compress((dist / name).read_bytes())) for name in ("app.css", "app.js", "theme.js")}
    assert sum(packed.values()) < 40_000, packed
    assert len(gzip.compress((dist / "chart.js").read_bytes())) < 30_000
    assert b"uPlot" not in (dist / "app.js").read_bytes()
