"""The table component: its values, and what it writes. Sorted and turned pages stand in the tests of their lists."""

import re
from html import unescape
from operator import itemgetter
from time import process_time
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.safestring import mark_safe

from fokozat.web.table_html import rows_html
from fokozat.web.tables import (
    AWAY,
    LEAD,
    MAIN,
    MARK,
    NAME,
    NUMBER,
    QUIET,
    Action,
    Address,
    Cell,
    Column,
    Empty,
    Order,
    Pages,
    Row,
    Table,
    Why,
    read_order,
    sort_rows,
)

COLUMNS = (
    Column("place", "Place", NUMBER, LEAD, sorts=True),
    Column("name", "Name", NAME, sorts=True),
    Column("club", "Club", QUIET),
    Column("games", "Games", NUMBER, told=True),
    Column("points", "Points", NUMBER, MAIN, sorts=True),
    Column("seen", "Seen", QUIET, AWAY),
)
USUAL = Order("place")
HOSTILE = "<script>alert(1)</script>\"'&"


def row(at: int) -> Row:
    texts = ("Kavics Egyesület", "12", "1979", "2012")
    return Row((Cell(str(at)), Cell("Minta Mária", f"/en/people/{at}/"), *map(Cell, texts)))


def table(size: int, **more: Any) -> Table:
    rows = tuple(row(at) for at in range(1, size + 1))
    return Table("List", COLUMNS, rows, Empty("Players will stand here.", "Rate an event."), **more)


def page_of(shown: Table) -> str:
    return render_to_string("parts/table.html", {"table": shown, "csrf_token": "token"})


def test_the_address_keeps_what_was_asked_and_drops_what_is_empty() -> None:
    address = Address.of(RequestFactory().get("/hu/people/?q=őrs&body=&tag=a&tag=b&after=x"))
    assert address.but(sort="-name", after="") == "/hu/people/?q=%C5%91rs&tag=a&tag=b&sort=-name"
    assert Address("/hu/people/").but(sort="") == "/hu/people/"


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("points", Order("points")), ("-points", Order("points", True)), ("", USUAL), ("club", USUAL),
        ("--points", USUAL), ("-", USUAL), ("points; drop", USUAL), ("-seen", USUAL),
    ],
)  # fmt: skip
def test_only_an_order_that_the_table_has_is_taken(asked: str, read: Order) -> None:
    assert read_order(asked, COLUMNS, USUAL) == read


def test_a_click_turns_the_order_and_figures_begin_with_the_greatest() -> None:
    address = Address("/l/", (("after", "x"), ("q", "a")))
    heads = {head.column.key: head for head in table(1, order=USUAL, usual=USUAL, address=address).heads}
    assert (heads["place"].state, heads["place"].url) == ("ascending", "/l/?q=a&sort=-place")
    assert (heads["points"].state, heads["points"].url) == ("none", "/l/?q=a&sort=-points")
    assert (heads["name"].state, heads["name"].url) == ("none", "/l/?q=a&sort=name")
    assert (heads["club"].state, heads["club"].url) == ("", "")
    turned = {
        head.column.key: head for head in table(1, order=Order("place", True), usual=USUAL, address=address).heads
    }
    assert (turned["place"].state, turned["place"].url) == ("descending", "/l/?q=a")


def test_rows_are_sorted_both_ways_with_equals_in_their_places_and_the_valueless_last() -> None:
    items = [("b", 2), ("a", None), ("c", 1), ("d", 2)]
    keys = {"points": itemgetter(1)}
    assert [name for name, _ in sort_rows(items, Order("points"), keys)] == ["c", "b", "d", "a"]
    assert [name for name, _ in sort_rows(items, Order("points", True), keys)] == ["b", "d", "c", "a"]


@pytest.mark.parametrize(("count", "striped"), [(12, False), (13, True)])
def test_stripes_only_above_twelve_rows(count: int, striped: bool) -> None:
    assert ("striped" in table(count).looks.split()) is striped


def test_a_wide_table_scrolls_in_its_own_box_and_is_not_folded() -> None:
    wide = page_of(table(2, wide=True))
    assert re.search(r'<div class="box" tabindex="0" role="region" aria-label="List">', wide)
    assert "folds" not in wide
    assert "at-main" not in wide
    assert 'class="table listing folds leads" aria-label="List"' in page_of(table(2))


def test_every_row_has_one_head_with_one_link() -> None:
    written = rows_html(table(30), "")
    assert len(re.findall("<tr>", written)) == 30
    assert len(re.findall(r'<th scope="row"><a href="/en/people/\d+/">[^<]*</a></th>', written)) == 30
    assert written.count("<a ") == 30


def test_whatever_a_cell_holds_is_text() -> None:
    cells = (
        Cell(HOSTILE, note=HOSTILE), Cell(HOSTILE, f"/x/?a={HOSTILE}"), Cell(HOSTILE, why=Why(HOSTILE, HOSTILE)),
        Cell(actions=(Action(HOSTILE, HOSTILE, HOSTILE), Action(HOSTILE, HOSTILE, HOSTILE, sent=True))),
    )  # fmt: skip
    columns = (
        Column("a", "A", QUIET),
        Column("b", "B", NAME),
        Column("c", HOSTILE, NUMBER, told=True),
        Column("d", ""),
    )
    written = page_of(Table(HOSTILE, columns, (Row(cells),), Empty(""), count=HOSTILE))
    assert "<script" not in written
    assert unescape(re.sub("<[^>]*>", "", written)).count(HOSTILE) >= 6
    assert not re.search(r'="[^"]*[<>\'][^"]*"', written)


def test_what_the_server_drew_is_set_in_as_it_is() -> None:
    drawn = Table("D", (Column("a", "A", NAME),), (Row((Cell("x", html=mark_safe("<svg></svg>")),)),), Empty(""))
    assert '<th scope="row">x<svg></svg></th>' in rows_html(drawn, "")


def test_an_opened_figure_stands_under_its_row_as_wide_as_the_table() -> None:
    columns = (Column("name", "Name", NAME), Column("points", "Points", NUMBER))
    opened = Cell("1979", why=Why("/l/", "why-1", mark_safe("<ol></ol>")))
    closed = Cell("1947", why=Why("/l/?why=2", "why-2"))
    written = rows_html(Table("L", columns, (Row((Cell("A"), opened)), Row((Cell("B"), closed))), Empty("")), "")
    first, second = re.findall('<a class="why"[^>]*>', written)
    assert 'href="/l/#why-1" aria-expanded="true" aria-controls="why-1"' in first
    assert 'href="/l/?why=2#why-2" aria-expanded="false" aria-controls="why-2"' in second
    assert (
        written.index("1979")
        < written.index('<tr class="opened" id="why-1"><td colspan="2"><ol>')
        < written.index("B<")
    )
    assert 'id="why-2"' not in written


def test_a_button_is_a_form_with_its_token_and_a_link_that_asks_says_so() -> None:
    doors = (Action("End", "/end/", "Minta Mária", sent=True), Action("Undo", "/undo/", asks=True))
    written = rows_html(Table("L", (Column("n", "N", NAME),), (Row((Cell("x", actions=doors),)),), Empty("")), "abc")
    assert (
        '<form class="act" method="post" action="/end/"><input type="hidden" name="csrfmiddlewaretoken" value="abc">'
        in written
    )
    assert '<button class="link">End<span class="unseen">: Minta Mária</span></button>' in written
    assert '<a class="act" data-asks href="/undo/">Undo</a>' in written


def test_an_empty_table_says_what_would_stand_here_and_how_it_gets_here() -> None:
    written = page_of(table(0, count="0 players"))
    assert "<table" not in written
    assert "Players will stand here." in written
    assert "Rate an event." in written


def test_count_and_pages_stand_below() -> None:
    written = page_of(table(3, count="3 players", pages=Pages("/l/", "/l/?after=3")))
    assert written.index("</table>") < written.index("3 players") < written.index('href="/l/"')
    assert 'href="/l/?after=3" rel="next"' in written


def test_a_filter_carries_the_order_along() -> None:
    assert 'name="sort" value="-points" form="found-filter"' in page_of(
        table(1, order=Order("points", True), usual=USUAL)
    )
    assert "found-filter" not in page_of(table(1, order=USUAL, usual=USUAL))


def test_an_own_row_and_an_empty_cell_are_marked() -> None:
    columns = (Column("name", "Name", NAME), Column("club", "Club"), Column("mark", "M", MARK))
    rows = (Row((Cell("A"), Cell(), Cell("x")), own=True),)
    written = rows_html(Table("L", columns, rows, Empty("")), "")
    assert (
        '<tr class="own"><th scope="row">A</th><td class="at-below bare"></td><td class="mark at-below">x</td>'
        in written
    )


def test_four_hundred_rows_of_twenty_cells_are_written_quickly() -> None:
    columns = (Column("n", "N", NAME), *(Column(f"r{at}", str(at), MARK) for at in range(19)))
    rows = tuple(Row((Cell(f"Minta {at}", f"/{at}/"), *(Cell("+12w") for _ in range(19)))) for at in range(400))
    began = process_time()
    written = rows_html(Table("Cross table", columns, rows, Empty(""), wide=True), "")
    assert process_time() - began < 2
    assert written.count("<td") == 400 * 19
