"""The OpenAPI document is true: schemathesis makes requests of it and looks at every answer.

FOKOZAT_THOROUGH=1 makes 10,000 of them and more, as a visitor, with a token of every role and of every scope;
with `pytest -n 0 -s` it ends with how many there were of whom, and how they were answered.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from fokozat.office.actions.make_token import SCOPES
from fokozat.office.models import Person
from tests.doors.api.conftest import Key

OPENAPI = "/api/v1/openapi.json"
# Not among them: positive_data_acceptance, for a schema cannot say that a round names only players of the event.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]

# it would look at packed answers without unpacking them
HEADERS = {"Host": "localhost", "Accept-Encoding": "identity"}

# tokens are the tests' own matter: one made up opens nothing
CONFIG = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
THOROUGH = os.environ.get("FOKOZAT_THOROUGH") == "1"
MANY = 10_000
BOUNDS = hypothesis.settings(
    max_examples=120 if THOROUGH else 15,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)

PAGES = get_wsgi_application()


def at_this_machine(environ: dict[str, Any], start: Any) -> Any:
    """Whoever asks from the machine itself may ask as often as a test does."""
    return PAGES({"REMOTE_ADDR": "127.0.0.1", **environ}, start)


schema = schemathesis.openapi.from_wsgi(OPENAPI, at_this_machine, headers=HEADERS, config=CONFIG)
office = schema.include(path_regex="^/api/v1/(people|bodies)")


@pytest.fixture
def connected(db: None) -> Iterator[None]:
    """One connection for all requests of a test: Django would drop one whose transaction is still open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask_for_an_edition_that_exists(case: schemathesis.Case[Any]) -> None:
    """Or no event would ever be rated; what is meant to be refused stays as it is."""
    if case.meta and case.meta.generation.mode.is_positive:
        for given in (case.query, case.path_parameters):
            if "edition" in given:
                given["edition"] = "mgsz-2012"


def ask_for_what_exists(case: schemathesis.Case[Any], person: Person) -> None:
    """Or everything would only ever be not found; half of the questions, for the others are worth asking too."""
    if not (case.meta and case.meta.generation.mode.is_positive):
        return
    kept = person if "people/" in case.path else person.keeper
    if "uid" in case.path_parameters:
        case.path_parameters["uid"] = str(kept.uid)
    for name in {"body", "parent"} & set(case.query):
        case.query[name] = str(person.keeper.uid)
    if "cursor" in case.query:
        del case.query["cursor"]
    if isinstance(case.body, dict):
        case.body |= {name: str(person.keeper.uid) for name in {"keeper", "body", "parent"} & set(case.body)}
    if case.method == "PATCH":
        kept.refresh_from_db()
        case.headers["If-Match"] = f'"{kept.version}"'


Answered = Counter[tuple[str, int]]


@pytest.fixture(scope="module")
def answered() -> Iterator[Answered]:
    """Who asked and how it was answered; a thorough run is one of many requests, of everybody."""
    seen: Answered = Counter()
    yield seen
    if THOROUGH:
        lines = (f"{who:16} {status} {count:6}" for (who, status), count in sorted(seen.items()))
        sys.stdout.write("\n".join(("", *lines, f"{seen.total()} requests", "")))
        assert seen.total() >= MANY
        assert {who for who, _ in seen} == {"visitor", *TOKENS}
        assert {who for who, status in seen if status < 300} == {"visitor", *TOKENS}


def ask(case: schemathesis.Case[Any], secret: str = "") -> int:
    """Ask and look at the answer; its status."""
    headers = HEADERS | ({"Authorization": f"Bearer {secret}"} if secret else {})
    return case.call_and_validate(headers=headers, checks=CHECKS).status_code


@pytest.mark.usefixtures("connected")
@schema.parametrize()
@BOUNDS
def test_answers_keep_to_the_document(case: schemathesis.Case[Any], answered: Answered) -> None:
    ask_for_an_edition_that_exists(case)
    answered["visitor", ask(case)] += 1


# Of whom the token is, and what it was made for: every role with every scope, and each scope alone.
TOKENS = {
    **{role: (role, SCOPES) for role in ("administrator", "officer", "leader", "player")},
    **{f"registrar {scope}": ("registrar", (scope,)) for scope in SCOPES},
}


@pytest.fixture(params=TOKENS)
def caller(request: pytest.FixtureRequest, new_key: Key) -> tuple[str, str]:
    """The name of a caller and the secret of its token."""
    role, scopes = TOKENS[request.param]
    return request.param, new_key(role, None, scopes)[1]


@pytest.mark.usefixtures("connected")
@office.parametrize()
@BOUNDS
def test_answers_to_a_token_keep_to_the_document(
    case: schemathesis.Case[Any], anna: Person, caller: tuple[str, str], answered: Answered
) -> None:
    """On a person and a body that exist."""
    ask_for_what_exists(case, anna)
    name, secret = caller
    answered[name, ask(case, secret)] += 1


def test_errors_are_problem_documents_in_the_openapi_document(client: Client) -> None:
    document = client.get(OPENAPI).json()
    assert document["openapi"].startswith("3.1")
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                kind = "application/json" if status.startswith("2") else "application/problem+json"
                assert list(answer["content"]) == [kind]
            assert {"400", "405", "422", "500"} <= set(operation["responses"])
            assert {"200", "201"} & set(operation["responses"])


@pytest.mark.parametrize("name", ["/api/v1/rate", "/api/v1/explain"])
def test_the_event_document_is_described(client: Client, name: str) -> None:
    operation: dict[str, Any] = client.get(OPENAPI).json()["paths"][name]["post"]
    shown = operation["requestBody"]["content"]["application/json"]
    assert shown["schema"]["required"] == ["fokozat", "name", "game", "start", "players", "rounds"]
    assert {"403", "404", "413", "415"} <= set(operation["responses"])
    assert [parameter["name"] for parameter in operation["parameters"] if parameter["required"]] == ["edition"]
