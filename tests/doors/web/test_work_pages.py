"""Long work on the pages and in the API: asked for, watched, cancelled, tried again, its file; in three languages."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from fokozat.kernel.errors import Fault
from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office import work_running, works
from fokozat.office.actions.ask_work import ask_work
from fokozat.office.actions.cancel_work import cancel_work
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.make_token import digest_of_secret
from fokozat.office.check import check
from fokozat.office.models import Account, Body, Role, Token
from fokozat.office.models.work import Work
from fokozat.office.rights import operator
from fokozat.office.work_kinds import KINDS, kind_of
from fokozat.web.work_words import difference_text
from fokozat.work.lease import STATES
from fokozat.work.loop import Held, Progress

pytestmark = pytest.mark.django_db
SignIn = Callable[..., Client]
WORDS = Words.of("web")


def say(name: str, language: str = "en", **fields: object) -> str:
    return WORDS.say(name, language, **fields)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, settings: Any) -> None:
    settings.WORK_FOLDER = tmp_path / "work"


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    def signed_in(role: str, body: Body | None = None) -> Client:
        account, _ = Account.objects.get_or_create(email=f"{role}@example.org")
        if role != "player":
            Role.objects.create(account=account, role=role, body=body)
        client.force_login(account)
        return client

    return signed_in


def main_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, response.status_code
    return unescape(response.content.decode())


def take() -> Held:
    held = works.take(lambda kind: kind_of(kind).seconds)
    assert held is not None
    return held


def through(held: Held) -> None:
    work_running.do(held, lambda _done, _total, _fields: None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_export_from_the_button_to_the_file(sign_in: SignIn, club: Body, language: str) -> None:
    client, home = sign_in("registrar", club), f"/{language}/office/work/"
    assert say("works.none", language) in main_of(client, home)
    assert say("works.title", language) in main_of(client, f"/{language}/office/")
    response = client.post(f"{home}new/", {"kind": "export", "body": str(club.uid), "form": "json"})
    work = Work.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"{home}{work.uid}/")
    waiting = main_of(client, f"{home}{work.uid}/")
    assert say("works.state-waiting", language) in waiting
    assert f'hx-get="{home}{work.uid}/now/" hx-trigger="every 1s"' in waiting
    assert say("works.cancel", language) in waiting
    held = take()
    works.beat(held, Progress(3, 12, {"rows": 7}))
    running = main_of(client, f"{home}{work.uid}/now/")
    assert '<progress max="12" value="3"' in running
    assert "<html" not in running
    assert re.search(r"25.?%", running)
    assert "hx-trigger" in main_of(client, home).partition('id="listed"')[2].partition(">")[0]
    through(held)
    done = main_of(client, f"{home}{work.uid}/now/")
    assert say("works.state-done", language) in done
    assert "hx-" not in done
    assert "<progress" not in done
    assert "hx-trigger" not in main_of(client, home).partition('id="listed"')[2].partition(">")[0]
    file = client.get(f"{home}{work.uid}/file/")
    assert (file.status_code, file["Content-Disposition"]) == (200, 'attachment; filename="fokozat-export.zip"')
    assert file.getvalue().startswith(b"PK")
    assert "no-store" in file["Cache-Control"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cancelled_and_tried_again(sign_in: SignIn, club: Body, language: str) -> None:
    client, home = sign_in("officer", club), f"/{language}/office/work/"
    client.post(f"{home}new/", {"kind": "export", "body": str(club.uid)})
    one = f"{home}{Work.objects.get().uid}/"
    assert client.post(f"{one}cancel/")["Location"] == one
    page = main_of(client, one)
    assert say("works.state-cancelled", language) in page
    assert f"{one}cancel/" not in page
    assert say("works.cancel-told", language) not in page
    late = client.post(f"{one}cancel/", follow=True)
    assert Words.of("office").text("error", "work-ended", language, {}) in unescape(late.content.decode())
    assert client.post(f"{one}retry/").status_code == 303
    works.beat(held := take(), None)
    client.post(f"{one}cancel/")
    assert say("works.state-stopping", language) in main_of(client, one)
    works.stop(held)
    assert say("works.state-cancelled", language) in main_of(client, one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failure_is_told_in_words(sign_in: SignIn, club: Body, language: str) -> None:
    client = sign_in("administrator")
    client.post(f"/{language}/office/work/new/", {"kind": "check"})
    works.fail(take(), Fault("office.work-too-long", "", {"seconds": 90}), again=True)
    one = f"/{language}/office/work/{Work.objects.get().uid}/"
    sentence = Words.of("office").text("error", "work-too-long", language, {"seconds": 90})
    assert f"{say('works.last-try', language)} {sentence}" in main_of(client, one)
    Work.objects.update(state="failed")
    assert sentence in main_of(client, one)
    assert say("works.retry", language) in main_of(client, one)


def test_asked_twice_leads_to_the_same(sign_in: SignIn, club: Body) -> None:
    client = sign_in("administrator")
    first, second = (client.post("/en/office/work/new/", {"kind": "check"})["Location"] for _ in range(2))
    assert first == second
    assert say("works.same") in main_of(client, second)


def test_what_is_wrong_is_told_beside(sign_in: SignIn, club: Body) -> None:
    client = sign_in("registrar", club)
    for given in (
        {"kind": "dance"},
        {"kind": "export", "body": str(club.uid), "form": "pdf"},
        {"kind": "export", "body": "x"},
    ):
        response = client.post("/en/office/work/new/", given)
        assert response.status_code == 422
        assert 'class="fault-summary"' in response.content.decode()
    assert not Work.objects.exists()


@pytest.mark.parametrize(
    "case",
    [
        ("administrator", False, 200, {"check", "export", "upkeep"}), ("registrar", False, 200, {"check", "export"}),
        ("registrar", True, 200, {"export"}), ("officer", True, 200, {"export"}), ("leader", True, 403, set()),
        ("player", False, 403, set()),
    ],
)  # fmt: skip
def test_each_role_is_offered_what_it_may(sign_in: SignIn, club: Body, case: tuple[str, bool, int, set[str]]) -> None:
    role, own, status, buttons = case
    response = sign_in(role, club if own else None).get("/en/office/work/")
    assert response.status_code == status
    assert set(re.findall(r'name="kind" value="(\w+)"', response.content.decode())) == buttons


def test_others_with_the_right_see_it_and_get_no_file(sign_in: SignIn, club: Body) -> None:
    ask_work(operator(), "export", {"body": str(club.uid)})
    through(take())
    client, one = sign_in("registrar", club), f"/en/office/work/{Work.objects.get().uid}/"
    assert say("works.state-done") in main_of(client, one)
    assert f"{one}file/" not in main_of(client, one)
    assert client.get(f"{one}file/").status_code == 403


def test_every_kind_state_and_difference_has_its_words() -> None:
    for kind in KINDS:
        assert all(WORDS.has("say", f"works.{part}-{kind.key}") for part in ("kind", "line", "result"))
    assert all(WORDS.has("say", f"works.state-{state}") for state in STATES)
    assert check().differences == ()
    for what in ("migration", "guards", "missing", "changed", "detail-changed", "head", "alias"):
        fields = {"what": what, "name": "x", "chain": "people", "body": "", "place": 7, "uid": "x"}
        assert difference_text(fields)


def secret_of(account: Account, scopes: list[str]) -> str:
    Token.objects.create(account=account, name="x", digest=digest_of_secret(f"secret-{account.pk}"), scopes=scopes)
    return f"secret-{account.pk}"


def test_a_program_asks_how_it_stands(client: Client, club: Body) -> None:
    def account(name: str, role: str, body: Body) -> str:
        made = Account.objects.create(email=f"{name}@example.org")
        Role.objects.create(account=made, role=role, body=body)
        return secret_of(made, ["read"])

    other = found_body(operator(), {"kind": "club", "name": "Näidis Klubi", "country": "EST"})
    work, _ = ask_work(operator(), "export", {"body": str(club.uid)})
    works.beat(take(), Progress(3, 12, {"rows": 7}))
    path = f"/api/v1/work/{work.uid}"
    allowed = client.get(path, headers={"authorization": f"Bearer {account('a', 'officer', club)}"})
    assert allowed.status_code == 200
    told = allowed.json()
    assert (told["state"], told["progress"], told["tries"]) == ("running", {"done": 3, "total": 12}, 1)
    foreign = client.get(path, headers={"authorization": f"Bearer {account('b', 'officer', other)}"})
    assert (foreign.status_code, client.get(path).status_code) == (404, 404)
    cancel_work(operator(), work)
    works.fail(Held(str(work.uid), 1, 1), Fault("office.work-died"), again=False)
    again = client.get(f"{path}?lang=hu", headers={"authorization": f"Bearer {secret_of_name('a')}"}).json()
    assert again["state"] == "cancelled"


def secret_of_name(name: str) -> str:
    return f"secret-{Account.objects.get(email=f'{name}@example.org').pk}"
