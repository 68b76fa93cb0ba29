"""The OpenAPI document is true: schemathesis makes requests of it and looks at every answer."""

from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
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

schema = schemathesis.openapi.from_wsgi(OPENAPI, get_wsgi_application(), headers=HEADERS)


def ask_for_an_edition_that_exists(case: schemathesis.Case[Any]) -> None:
    """Or no event would ever be rated; what is meant to be refused stays as it is."""
    if case.meta and case.meta.generation.mode.is_positive:
        for given in (case.query, case.path_parameters):
            if "edition" in given:
                given["edition"] = "mgsz-2012"


@pytest.mark.django_db  # an answer that ends makes Django look after its connections
@schema.parametrize()
@hypothesis.settings(
    max_examples=50,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_answers_keep_to_the_document(case: schemathesis.Case[Any]) -> None:
    ask_for_an_edition_that_exists(case)
    case.call_and_validate(headers=HEADERS, checks=CHECKS)


def test_errors_are_problem_documents_in_the_openapi_document(client: Client) -> None:
    document = client.get(OPENAPI).json()
    assert document["openapi"].startswith("3.1")
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                kind = "application/json" if status == "200" else "application/problem+json"
                assert list(answer["content"]) == [kind]
            assert {"200", "400", "405", "422", "500"} <= set(operation["responses"])


@pytest.mark.parametrize("name", ["/api/v1/rate", "/api/v1/explain"])
def test_the_event_document_is_described(client: Client, name: str) -> None:
    operation: dict[str, Any] = client.get(OPENAPI).json()["paths"][name]["post"]
    shown = operation["requestBody"]["content"]["application/json"]
    assert shown["schema"]["required"] == ["fokozat", "name", "game", "start", "players", "rounds"]
    assert {"403", "404", "413", "415"} <= set(operation["responses"])
    assert [parameter["name"] for parameter in operation["parameters"] if parameter["required"]] == ["edition"]
