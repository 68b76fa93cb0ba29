"""Readers of the walk: one browser, a page for each installation and role, which is led from address to address."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.doors.browser.walk import house
from tests.doors.browser.walk.looks import Walker


class Houses:
    """The installations, each filled and served when one is first asked for."""

    def __init__(self, filled: Path, own: Path) -> None:
        self.filled, self.own = filled, own
        self.served: dict[str, house.House] = {}

    def __getitem__(self, kind: str) -> house.House:
        if kind not in self.served:
            self.served[kind] = house.serve(kind, self.filled, self.own)
        return self.served[kind]


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Houses]:
    base = tmp_path_factory.getbasetemp()
    filled = house.KEPT or (base if worker_id == "master" else base.parent) / "walk-filled"
    house.fill(filled)
    found = Houses(filled, tmp_path_factory.mktemp("walk"))
    yield found
    for each in found.served.values():
        each.end()


@pytest.fixture(scope="module")
def walker(browser: Browser, houses: Houses) -> Iterator[Walker]:
    made = Walker(browser, houses)
    yield made
    made.close()
