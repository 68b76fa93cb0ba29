"""The page of the multiplier: three ways to give an event, three languages, and every fault at its field."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from fokozat.formats import read_event
from fokozat.kernel.event import TRAITS
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.web import forms
from fokozat.web.multiplier import EXAMPLES

pytestmark = pytest.mark.django_db  # the frame of a page asks whether the demo stands
Document = dict[str, Any]
FILLED = {
    "way": "form", "name": "Minta Kupa", "start": "2012-03-10", "rounds": "5", "participants": "84", "board": "19x19",
    "even": "on", "base": "60", "overtime": "japanese", "periods": "3", "seconds": "20",
}  # fmt: skip


def page_of(language: str) -> str:
    return f"/{language}/multiplier/"


def figure(page: str) -> str:
    """The large figure of the answer."""
    found = re.search(r'<p class="figure"><span class="value[^"]*">([^<]*)</span>', page)
    assert found, "the page has no answer"
    return found[1]


def faults(page: str) -> list[tuple[str, str]]:
    """The summary on top: which field, and the sentence."""
    summary = page.partition('class="fault-summary"')[2].partition("</div>")[0]
    found = re.findall(r'<li>(?:<a href="#(\w+)">)?(.*?)(?:</a>)?</li>', summary)
    return [(field, unescape(re.sub("<[^>]+>", "", text))) for field, text in found]


def test_the_empty_form_says_what_would_stand_here(client: Client) -> None:
    response = client.get("/hu/multiplier/")
    page = response.content.decode()
    assert response.status_code == 200
    assert Words.of("web").say("multiplier.awaited", "hu") in page
    assert 'class="fault-summary"' not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_is_answered_step_by_step(client: Client, language: str) -> None:
    page = client.post(page_of(language), FILLED).content.decode()
    assert figure(page) == "25"
    words = Words.of("mgsz_2012")
    assert words.text("paragraph", "table 2 a)", language, {}) in page
    assert words.text("paragraph", "table 3 row 2", language, {}) in page
    assert "Minta Kupa" in page
    assert "{" not in page.split("</head>")[1].split("event/1")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_calculation_has_an_address(client: Client, language: str) -> None:
    response = client.get(page_of(language), {name: text for name, text in FILLED.items() if name != "way"})
    assert figure(response.content.decode()) == "25"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pasted_document(
    client: Client, language: str, document: Document, text_of: Callable[[Document], str]
) -> None:
    page = client.post(page_of(language), {"way": "paste", "document": text_of(document)}).content.decode()
    assert figure(page) == "25"
    assert "Minta Kupa" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_uploaded_document(
    client: Client, language: str, document: Document, text_of: Callable[[Document], str]
) -> None:
    file = SimpleUploadedFile("event.json", text_of(document).encode("utf-8-sig"))
    assert figure(client.post(page_of(language), {"way": "file", "file": file}).content.decode()) == "25"


def test_with_htmx_the_same_page_is_taken_apart_by_the_browser(client: Client) -> None:
    page = client.post("/en/multiplier/", FILLED, headers={"hx-request": "true"}).content.decode()
    assert 'id="work"' in page
    assert figure(page) == "25"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["traits"]))
def test_the_examples_of_the_page_hold(client: Client, example: dict[str, str]) -> None:
    page = unescape(client.get("/hu/multiplier/").content.decode())
    address = next(url for url in re.findall(r'href="(/hu/multiplier/\?[^"#]+)', page) if example["traits"] in url)
    assert figure(client.get(address).content.decode()).isdecimal()


def test_the_european_championship_is_split_in_two(client: Client) -> None:
    page = client.get("/en/multiplier/", {"start": "2012-03-10", **EXAMPLES[0]}).content.decode()
    assert figure(page) == "45"
    assert "45 × 5 = 225" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"start": ""}, "start"),
        ({"start": "10. 3. 2012"}, "start"),
        ({"rounds": ""}, "rounds"),
        ({"rounds": "five"}, "rounds"),
        ({"rounds": "0"}, "rounds"),
        ({"rounds": "9" * 200}, "rounds"),
        ({"participants": ""}, "participants"),
        ({"participants": "-1"}, "participants"),
        ({"participants": "1e9"}, "participants"),
        ({"base": ""}, "base"),
        ({"base": "an hour"}, "base"),
        ({"base": "-5"}, "base"),
        ({"base": "1/0"}, "base"),
        ({"overtime": "sudden"}, "overtime"),
        ({"seconds": ""}, "seconds"),
        ({"seconds": "20.5"}, "seconds"),
        ({"overtime": "canadian", "moves": "0"}, "moves"),
        ({"overtime": "canadian", "moves": ""}, "moves"),
        ({"periods": "three"}, "periods"),
        ({"traits": "birthday-party"}, "traits"),
        ({"ruling_multiplier": "thirty"}, "ruling_multiplier"),
        ({"ruling_reason": "so it is"}, "ruling_multiplier"),
        ({"name": "x" * 5000}, "name"),
        ({"board": "x" * 5000}, "board"),
    ],
    ids=lambda given: (
        "+".join(f"{name}={text[:8]}" for name, text in given.items()) if isinstance(given, dict) else given
    ),
)
def test_every_fault_stands_at_its_field(client: Client, language: str, change: dict[str, str], field: str) -> None:
    response = client.post(page_of(language), FILLED | change)
    page = response.content.decode()
    assert response.status_code == 422
    assert field in [name for name, _ in faults(page)]
    assert all(text.strip() and "{" not in text for _, text in faults(page))
    assert f'id="{field}"' in page, "the summary leads to nothing"
    assert 'name="name" type="text" value="' in page, "what was typed is lost"


def test_several_faults_are_told_at_once_in_the_order_of_the_form(client: Client) -> None:
    page = client.post("/en/multiplier/", FILLED | {"start": "", "participants": "", "seconds": "x"}).content.decode()
    assert [field for field, _ in faults(page)] == ["start", "participants", "seconds"]


def test_what_was_typed_is_shown_again_and_escaped(client: Client) -> None:
    page = client.post(
        "/en/multiplier/", FILLED | {"name": '"><script>alert(1)</script>', "base": "x"}
    ).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_a_comma_is_a_decimal_mark_too(client: Client) -> None:
    page = client.post("/hu/multiplier/", FILLED | {"base": "62,5"}).content.decode()
    assert figure(page) == "25"
    assert "77,5" in page


def test_the_small_board_needs_no_time(client: Client) -> None:
    change = {"board": "13x13", "base": "", "overtime": "none"}
    assert figure(client.post("/en/multiplier/", FILLED | change).content.decode()) == "5"


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_board_is_not_rated(client: Client, language: str) -> None:
    page = client.post(page_of(language), FILLED | {"board": "other"}).content.decode()
    assert figure(page) == Words.of("web").say("multiplier.not-rated", language)


def test_a_ruling_is_followed(client: Client) -> None:
    change = {"ruling_multiplier": "30", "ruling_reason": "rounds of different length"}
    page = client.post("/en/multiplier/", FILLED | change).content.decode()
    assert figure(page) == "30"
    assert "rounds of different length" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "pasted",
    ["", "   ", "Minta Kupa", "{", "[]", "[" * 100_000, '{"fokozat": "event/1"}', '{"fokozat": "event/2"}', "\0"],
)
def test_a_pasted_text_that_is_none_is_told_in_a_line(client: Client, language: str, pasted: str) -> None:
    response = client.post(page_of(language), {"way": "paste", "document": pasted})
    told = faults(response.content.decode())
    assert response.status_code == 422
    assert told
    assert all(field == "document" and text.strip() for field, text in told)
    assert all("\n" not in text for _, text in told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "content",
    [b"", b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04", b"\xff\xfe{\x00}\x00", b'{"name": "\xff"}', b"{" * 100_000],
)
def test_a_file_that_is_no_document_is_told_in_a_line(client: Client, language: str, content: bytes) -> None:
    response = client.post(page_of(language), {"way": "file", "file": SimpleUploadedFile("event.json", content)})
    told = faults(response.content.decode())
    assert response.status_code == 422
    assert [field for field, _ in told] == ["file"] * len(told)
    assert told


def test_no_file_at_all(client: Client) -> None:
    response = client.post("/en/multiplier/", {"way": "file"})
    assert response.status_code == 422
    assert len(faults(response.content.decode())) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_40_mb_is_told_in_one_line(client: Client, language: str) -> None:
    file = SimpleUploadedFile("big.json", b" " * 40_000_000)
    response = client.post(page_of(language), {"way": "file", "file": file})
    assert response.status_code == 422
    large = Words.of("web").say("multiplier.file-large", language)
    assert faults(response.content.decode()) == [("file", f"big.json: {large}")]


@pytest.mark.parametrize("size", [5_000_001, 20_000_000])
def test_a_pasted_text_that_is_too_large_is_told_in_one_line(client: Client, size: int) -> None:
    response = client.post("/hu/multiplier/", {"way": "paste", "document": "x" * size})
    assert response.status_code == 422
    [(field, text)] = faults(response.content.decode())
    assert field == "document"
    assert Words.of("web").say("multiplier.file-large", "hu") in text


def test_the_document_made_of_the_form_can_be_saved_and_read_again(client: Client) -> None:
    response = client.post("/hu/multiplier/", FILLED | {"as": "document"})
    assert "attachment" in response["Content-Disposition"]
    event = read_event(response.content)
    assert (event.name, event.participants, event.round_numbers) == ("Minta Kupa", 84, (1, 2, 3, 4, 5))
    again = client.post("/hu/multiplier/", {"way": "paste", "document": response.content.decode()})
    assert figure(again.content.decode()) == "25"


def test_the_tree_as_json_is_that_of_the_api(
    client: Client, document: Document, text_of: Callable[[Document], str]
) -> None:
    text = text_of(document)
    mine = client.post("/et/multiplier/", {"way": "paste", "document": text, "as": "json"}).json()
    api = client.post("/api/v1/explain?edition=mgsz-2012&lang=et", data=text, content_type="application/json").json()
    assert mine == api
    assert mine["value"]["multiplier"] == 25
    assert json.dumps(mine)


def test_every_trait_of_the_form_is_one_of_an_event() -> None:
    assert {str(tick["value"]) for tick in forms.Typed().ticks()} <= set(TRAITS)


@pytest.mark.parametrize("name", ["name", "start", "base", "traits", "board"])
def test_an_address_with_strange_bytes_is_a_fault_and_no_crash(client: Client, name: str) -> None:
    assert client.get(f"/hu/multiplier/?{name}=%00%ff%ed%a0%80").status_code == 422
