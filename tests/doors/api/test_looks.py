"""Colours and logo of a body over HTTP."""

from base64 import b64encode

import pytest

from fokozat.office.models import Body
from tests.doors.api.conftest import Caller
from tests.doors.api.test_problems import problem_of
from tests.doors.pictures import png

pytestmark = pytest.mark.django_db


def test_the_look_of_a_body(admin: Caller, visitor: Caller, club: Body) -> None:
    address = f"bodies/{club.uid}"
    bare = admin("GET", address)
    assert (bare.json()["colours"], bare.json()["logo"]) == (None, None)
    logo = b64encode(png(40, 20)).decode()
    changed = admin("PATCH", f"{address}/look", {"light": "#0a5c36", "logo": logo}, if_match=bare["ETag"])
    assert changed.status_code == 200
    assert changed.json()["colours"] == {"light": "#0a5c36", "dark": "#5e947b"}
    told = changed.json()["logo"]
    assert (told["width"], told["height"]) == (40, 20)
    assert visitor.client.get(told["url"])["Content-Type"] == "image/png"
    assert visitor("GET", address).json()["logo"] == told
    problem_of(admin("PATCH", f"{address}/look", {"light": "#1f5673"}, if_match=bare["ETag"]), 412)
    pale = problem_of(admin("PATCH", f"{address}/look", {"light": "#c0a000"}, if_match=changed["ETag"]), 422)
    assert "#816b00" in str(pale)
    for file in ("not base64", b64encode(b"<svg/>").decode(), ""):
        problem_of(admin("PATCH", f"{address}/look", {"logo": file}, if_match=changed["ETag"]), 422)
    problem_of(visitor("PATCH", f"{address}/look", {"light": "#1f5673"}, if_match=changed["ETag"]), 401)
    gone = admin("PATCH", f"{address}/look", {"logo": None}, if_match=changed["ETag"])
    assert gone.json()["logo"] is None
    assert gone.json()["colours"] == {"light": "#0a5c36", "dark": "#5e947b"}
