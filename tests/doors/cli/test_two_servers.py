"""Two processes on one database are one site: whatever one was asked, the other may be asked to go on with it."""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Any

import pytest
import requests

from fokozat.kernel.words import Words
from tests.doors.cli.front_door import fokozat
from tests.doors.cli.own_database import own_database
from tests.doors.cli.test_serve import serving

EMAIL, PASSWORD = "anna@example.org", "kavics-es-fonal-7"
SETUP = re.compile(r"(/en/account/first/[\w-]+/)")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
SECRET = re.compile(r'class="secret">([^<]+)<')
PATIENCE = 30


class Reader:
    """A browser that is answered by either server, turn by turn."""

    def __init__(self, addresses: list[str]) -> None:
        self.turn = cycle(addresses)
        self.session = requests.Session()

    def get(self, path: str, **headers: str) -> requests.Response:
        return self.session.get(next(self.turn) + path.lstrip("/"), headers=headers, timeout=PATIENCE)

    def post(self, path: str, **fields: str) -> requests.Response:
        """The form as one server showed it, sent to the other."""
        token = TOKEN.search(self.get(path).text)
        assert token, path
        sent = {**fields, "csrfmiddlewaretoken": token[1]}
        url = next(self.turn) + path.lstrip("/")
        return self.session.post(url, data=sent, timeout=PATIENCE, allow_redirects=False)

    def call(self, method: str, path: str, key: str, document: Any = None, **headers: str) -> requests.Response:
        headers = {"Authorization": f"Bearer {key}", **{name.replace("_", "-"): text for name, text in headers.items()}}
        url = f"{next(self.turn)}api/v1/{path}"
        return requests.request(method, url, json=document, headers=headers, timeout=PATIENCE)


def say(name: str) -> str:
    return Words.of("web").say(name, "en")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Reader, str, dict[str, str]]]:
    """Two servers with one data folder; the way to the first administrator, which the second one said."""
    home = tmp_path_factory.mktemp("home")
    with ExitStack() as open_ones:
        named = {"DATABASE_URL": open_ones.enter_context(own_database())} if "DATABASE_URL" in os.environ else {}
        servers = [open_ones.enter_context(serving(home, **named)) for _ in range(2)]
        offered = servers[1][0].stdout
        assert offered is not None
        # before it stands what should be mended of the machine: a database of tests does not wait for the disk
        way = next((found for _ in range(5) if (found := SETUP.search(offered.readline()))), None)
        assert way
        yield Reader([address for _, address in servers]), way[1], {"FOKOZAT_HOME": str(home), **named}


def test_whichever_is_asked(site: tuple[Reader, str, dict[str, str]]) -> None:
    """One story, for each step needs what the other process did before."""
    reader, way, installation = site
    assert reader.post(way, email=EMAIL, password=PASSWORD).status_code == 302
    assert say("setup.done") in reader.get("en/account/sign-in/").text, "a notice of the other one is shown here"
    assert reader.get(way).status_code == 404, "the way was used up for both"
    assert reader.post("en/account/sign-in/", login=EMAIL, password=PASSWORD).status_code == 302
    for _ in range(2):
        assert reader.get("en/office/").status_code == 200

    page = reader.post("en/account/tokens/", name="try", scopes="people")
    found = SECRET.search(page.text) or SECRET.search(reader.get(page.headers.get("Location", "")).text)
    assert found
    assert fokozat("demo", **installation).returncode == 0
    assert all("fokozat demo --remove" in reader.get("en/people/").text for _ in range(2))
    body = reader.get("api/v1/bodies").json()["bodies"][0]["uid"]
    wish = {"family": "Minta", "given": "Kettős", "keeper": body}
    made = [reader.call("POST", "people", found[1], wish, Idempotency_Key="once") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json()["uid"] == made[1].json()["uid"]
    assert made[1].headers["Idempotency-Replayed"] == "true"

    person = made[0].json()["uid"]
    changed = [reader.call("PATCH", f"people/{person}", found[1], {"given": name}, If_Match='"1"') for name in "AB"]
    assert [answer.status_code for answer in changed] == [200, 412]
    assert fokozat("demo", "--remove", "--added", **installation).returncode == 0
    assert all("fokozat demo --remove" not in reader.get("en/people/").text for _ in range(2))


def test_guesses_are_counted_by_both_together(site: tuple[Reader, str, dict[str, str]]) -> None:
    reader, way, _ = site
    reader.session.cookies.clear()
    if reader.get(way).status_code == 200:
        reader.post(way, email=EMAIL, password=PASSWORD)
    told = say("account.fault-too-many-login-attempts")
    pages = [reader.post("en/account/sign-in/", login=EMAIL, password=f"wrong-{at}").text for at in range(6)]
    assert [told in page for page in pages] == [False] * 5 + [True]
    assert told in reader.post("en/account/sign-in/", login=EMAIL, password=PASSWORD).text
    assert told in reader.post("en/account/sign-in/", login=EMAIL, password=PASSWORD).text
