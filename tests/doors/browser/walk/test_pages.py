"""Every page of the site, walked: with data, with many rows, empty and in error, in every language, theme and width."""

import pytest

from tests.doors.accounts.routes import Route, every_route
from tests.doors.browser.walk.conftest import Houses
from tests.doors.browser.walk.looks import Walker
from tests.doors.browser.walk.plan import ENTRIES, HOUSES, entry_of, is_elsewhere, pages, visits

pytestmark = pytest.mark.only_on("sqlite")


def test_every_entry_has_a_route_and_stands_once() -> None:
    names = {route.name for route in every_route()}
    listed = [*ENTRIES["page"], *ENTRIES["elsewhere"]]
    assert sorted(set(listed) - names) == []
    assert len(listed) == len(set(listed))
    assert [start for start in ENTRIES["elsewhere_under"] if not any(name.startswith(start) for name in names)] == []
    assert [name for name in names if not is_elsewhere(name) and name not in ENTRIES["page"]] == []


@pytest.mark.parametrize("route", pages(), ids=lambda route: route.name)
def test_page(route: Route, walker: Walker, houses: Houses) -> None:
    kinds = entry_of(route.name).get("houses", HOUSES)
    things = {kind: houses[kind].things for kind in kinds}
    planned = list(visits(route, things))
    assert {visit.language for visit in planned} == {"en", "hu", "et"}, f"{route.name} is nowhere shown"
    complaints = [complaint for visit in planned for complaint in walker.walk(visit)]
    assert not complaints, "\n".join(complaints)
