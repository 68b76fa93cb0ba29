"""What every answer says about itself."""

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

# closing the answer with a file ends the request, and Django then looks after its connections
pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/", "/hu/multiplier/",
    "/hu/regulations/mgsz-2012/", "/hu/nothing", "/api/v1/editions", "/api/v1/nothing", "/healthz",
]  # fmt: skip


@pytest.mark.parametrize("address", [*ADDRESSES, "static"])
def test_strict_headers_everywhere(client: Client, address: str) -> None:
    response = client.get(static("dist/app.css") if address == "static" else address)
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    response.close()


@pytest.mark.parametrize("address", ["/en/multiplier/", "/en/regulations/mgsz-2012/", "/en/nothing"])
def test_no_page_holds_scripts_or_styles_of_its_own(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script ") == page.count("<script src=") == page.count("</script>")


def test_static_files_are_kept_for_ever_under_a_name_that_changes(client: Client) -> None:
    response = client.get(static("dist/app.js"))
    assert settings.STATIC_STAMP in static("dist/app.js")
    assert "immutable" in response["Cache-Control"]
    assert "javascript" in response["Content-Type"]
    response.close()


def test_texts_are_packed_and_fonts_are_not(client: Client) -> None:
    accepts = {"accept-encoding": "gzip"}
    page = client.get("/hu/multiplier/", headers=accepts)
    assert page["Content-Encoding"] == "gzip"
    font = client.get(static("dist/fonts/inter-latin-wght-normal.woff2"), headers=accepts)
    assert "Content-Encoding" not in font
    font.close()


def test_the_only_cookies_are_the_form_s_token_and_the_language(client: Client) -> None:
    cookies = client.get("/et/multiplier/").cookies
    assert set(cookies) == {"form", "language"}
    assert all(cookie["httponly"] for cookie in cookies.values())
    assert cookies["form"]["samesite"] == "Strict"


def test_the_api_sets_no_cookie(client: Client) -> None:
    assert not client.get("/api/v1/editions").cookies


def test_a_strange_host_is_refused_in_the_design(client: Client) -> None:
    response = client.get("/hu/multiplier/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "<h1>" in response.content.decode()
    assert "evil.example" not in response.content.decode()


def test_robots_and_icon(client: Client) -> None:
    assert client.get("/robots.txt")["Content-Type"].startswith("text/plain")
    icon = client.get("/favicon.ico", follow=True)
    assert icon["Content-Type"] == "image/svg+xml"
    icon.close()
