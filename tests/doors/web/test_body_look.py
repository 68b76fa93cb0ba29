"""Colours and logo through the pages: the form, the style sheet and the picture that browsers keep, who wears what."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.actions.found_body import found_body
from fokozat.office.exports import export
from fokozat.office.models import Account, Body, Role
from fokozat.office.rights import operator
from tests.doors.pictures import HOSTILE, png

pytestmark = pytest.mark.django_db
GREEN, BLUE = {"light": "#0a5c36", "dark": "#7cc39c"}, {"light": "#1f5673", "dark": "#7fb6d4"}
SignIn = Callable[..., Client]


@pytest.fixture
def federation() -> Body:
    return found_body(operator(), {"kind": "federation", "name": "Minta Szövetség"})


@pytest.fixture
def club(federation: Body) -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Kör", "parent": federation.uid})


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    def signed_in(role: str, body: Body | None = None) -> Client:
        account = Account.objects.create_user(f"{role}@example.org")
        Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


def wear(body: Body, look: dict[str, object]) -> Body:
    body.refresh_from_db()
    return change_body_look(operator(), body, body.version, look)


def sheet(client: Client, path: str) -> str:
    found = re.findall(r'<link rel="stylesheet" href="(/bodies/[^"]+)">', client.get(path).content.decode())
    return client.get(found[0]).content.decode() if found else ""


def test_a_body_s_pages_wear_its_colours_and_the_site_those_of_the_federation(client: Client, club: Body) -> None:
    assert club.parent
    for path in ("/en/", f"/en/bodies/{club.uid}/"):
        assert sheet(client, path) == ""
    wear(club, dict(BLUE))
    assert sheet(client, f"/en/bodies/{club.uid}/") == (
        ":root{--accent:var(--by-day,#1f5673) var(--by-night,#7fb6d4)}\n"
    )
    assert sheet(client, "/en/") == ""
    wear(club.parent, dict(GREEN))
    for path in ("/en/", "/en/people/", "/hu/account/sign-in/", "/en/nothing/", f"/en/bodies/{club.parent.uid}/"):
        assert "#0a5c36" in sheet(client, path)
    assert "#1f5673" in sheet(client, f"/en/bodies/{club.uid}/systems/")
    wear(club, {"light": "", "dark": ""})
    assert "#0a5c36" in sheet(client, f"/en/bodies/{club.uid}/")


def test_browsers_keep_a_look_for_ever_under_an_address_that_changes(sign_in: SignIn, club: Body) -> None:
    client = sign_in("leader", club)
    wear(club, {**BLUE, "logo": png(40, 20)})
    page = client.get(f"/en/bodies/{club.uid}/").content.decode()
    style, logo = re.findall(r'"(/bodies/[^"]+(?:css|png))"', page)
    for address, kind in ((style, "text/css; charset=utf-8"), (logo, "image/png")):
        response = client.get(address)
        assert response["Content-Type"] == kind
        assert response["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response["X-Content-Type-Options"] == "nosniff"
    assert client.get(logo)["Content-Security-Policy"] == "default-src 'none'; sandbox"
    wear(club, {**GREEN, "logo": png(20, 20)})
    assert [client.get(address).status_code for address in (style, logo)] == [404, 404]
    assert Client().get(f"/bodies/{club.uid}/look-000000000000.css").status_code == 404


def test_the_federation_s_logo_stands_in_the_head_of_every_page(client: Client, federation: Body) -> None:
    wear(federation, {"logo": png(96, 48)})
    page = client.get("/en/people/").content.decode()
    assert re.search(r'<img class="mark" src="/bodies/[^"]+\.png" width="96" height="48" alt="">Fokozat', page)


def test_the_form_changes_both(sign_in: SignIn, club: Body) -> None:
    client = sign_in("leader", club)
    address = f"/en/bodies/{club.uid}/look/"
    assert f'href="{address}"' in client.get(f"/en/bodies/{club.uid}/").content.decode()
    sent = {"version": str(club.version), "light": "#0a5c36", "dark": ""}
    response = client.post(address, {**sent, "logo": SimpleUploadedFile("x.svg", png(30, 30), "text/html")})
    assert (response.status_code, response["Location"]) == (303, f"/en/bodies/{club.uid}/")
    club.refresh_from_db()
    assert club.colours == {"light": "#0a5c36", "dark": "#5e947b"}
    assert (club.logo["width"], club.logo["height"]) == (30, 30)
    page = client.get(address).content.decode()
    assert 'value="#0a5c36"' in page
    assert 'name="no_logo"' in page
    client.post(address, {"version": str(club.version), **club.colours, "no_logo": "on"})
    club.refresh_from_db()
    assert club.logo == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_stands_at_its_field_and_above_with_what_was_typed(
    sign_in: SignIn, club: Body, language: str
) -> None:
    client = sign_in("leader", club)
    sent = {"version": str(club.version), "light": "#c0a000", "dark": "<b>", "logo": SimpleUploadedFile("x.png", b"x")}
    response = client.post(f"/{language}/bodies/{club.uid}/look/", sent)
    assert response.status_code == 422
    page = response.content.decode()
    summary = page.partition('class="fault-summary"')[2].partition("</div>")[0]
    assert re.findall(r'href="#(\w+)"', summary) == ["dark", "logo"]  # what cannot be read is told before what is pale
    assert 'value="#c0a000"' in page
    assert f'value="{escape("<b>")}"' in page
    response = client.post(f"/{language}/bodies/{club.uid}/look/", {**sent, "dark": "", "logo": ""})
    told = unescape(response.content.decode())
    assert "#816b00" in told
    assert f"{Words.of('web').say('look.light', language)}: " in told


@pytest.mark.parametrize("what", ["svg", "a bomb", "too many bytes", "a png that breaks off"])
def test_a_hostile_file_leaves_nothing_behind(sign_in: SignIn, club: Body, what: str) -> None:
    client = sign_in("leader", club)
    sent = {"version": str(club.version), "logo": SimpleUploadedFile("logo.png", HOSTILE[what][0], "image/png")}
    response = client.post(f"/en/bodies/{club.uid}/look/", sent)
    assert response.status_code == 422
    assert 'id="logo-wrong"' in response.content.decode()
    club.refresh_from_db()
    assert club.logo == {}


def test_two_who_change_it_at_once(sign_in: SignIn, club: Body) -> None:
    client = sign_in("leader", club)
    seen = club.version
    wear(club, dict(GREEN))
    response = client.post(f"/en/bodies/{club.uid}/look/", {"version": str(seen), **BLUE})
    assert response.status_code == 409
    page = response.content.decode()
    assert 'value="#1f5673"' in page
    club.refresh_from_db()
    assert club.colours == GREEN
    assert f'name="version" value="{club.version}"' in page


def test_who_may_not_is_kept_out(sign_in: SignIn, club: Body) -> None:
    assert Client().get(f"/en/bodies/{club.uid}/look/").status_code == 302
    assert sign_in("officer", club).get(f"/en/bodies/{club.uid}/look/").status_code == 403


def test_the_list_of_bodies_goes_out_with_its_colours(club: Body) -> None:
    wear(club, {**BLUE, "logo": png(40, 20)})
    row = next(row for row in export(operator(), "bodies").rows if row["uid"] == str(club.uid))
    assert (row["colour_light"], row["colour_dark"]) == ("#1f5673", "#7fb6d4")
    assert row["logo"] == Body.objects.get(pk=club.pk).logo["digest"]
