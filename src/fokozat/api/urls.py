"""The questions that programs may ask: `/api/v1/`."""

from collections.abc import Mapping
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page
from ninja import NinjaAPI, Query
from ninja.decorators import decorate_view
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema

from fokozat import __version__
from fokozat.api import bodies, people, problems, work
from fokozat.api.answering import answer, body_of
from fokozat.api.answers import (
    EditionsShape,
    EventQuestion,
    PlayerQuestion,
    RatedShape,
    Reader,
    TreeShape,
    WholeEditionShape,
    answers,
)
from fokozat.api.event_schema import EVENT_BODY
from fokozat.api.language import language_of
from fokozat.formats import read_event
from fokozat.kernel.derivation import tree
from fokozat.kernel.errors import FokozatError, InvalidInput
from fokozat.kernel.event import Event
from fokozat.ratings import derive, rate, rated_document
from fokozat.regulations import edition_room, rooms
from fokozat.regulations.document import edition_summary, whole_edition

TOKEN = {"type": "http", "scheme": "bearer", "description": "A token of an account; public lists need none."}
ABOUT = "Every figure explains itself by its paragraph. Errors are problem documents with the place of every fault."


class Door(NinjaAPI):
    """An API whose OpenAPI document says that errors are problem documents."""

    def get_openapi_schema(self, *args: Any, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(*args, **kwargs)
        for operations in schema["paths"].values():
            for operation in operations.values():
                for status, told in operation["responses"].items():
                    if int(status) >= 400:
                        told["content"] = {problems.MEDIA_TYPE: told["content"]["application/json"]}
        schema["components"]["securitySchemes"] = {"token": TOKEN}
        return schema


api = Door(
    title="Fokozat",
    version=__version__,
    description=ABOUT,
    docs_url=None,
    docs_decorator=conditional_page,
    urls_namespace="api-1",
)
for kind, worded in (
    (FokozatError, problems.told),
    (ValidationError, problems.mistyped),
    (problems.Refused, problems.refused),
    (RequestDataTooBig, problems.refused),
):
    api.add_exception_handler(kind, cast(Any, worded))  # ninja types handlers as taking the class as well

api.add_router("/people", people.router)
api.add_router("/bodies", bodies.router)
api.add_router("/work", work.router)


@api.get("/editions", response=answers(EditionsShape), summary="The regulations in the library")
@decorate_view(conditional_page)
def editions(request: HttpRequest, asked: Query[Reader]) -> HttpResponse:
    language = asked.lang or language_of(request)
    return answer({"editions": [edition_summary(room, language) for room in rooms()]}, language)


@api.get("/editions/{edition}", response=answers(WholeEditionShape, 404), summary="One regulation")
@decorate_view(conditional_page)
def edition(request: HttpRequest, edition: str, asked: Query[Reader]) -> HttpResponse:
    language = asked.lang or language_of(request)
    return answer(whole_edition(edition_room(edition), language), language)


@api.post(
    "/rate",
    response=answers(RatedShape, 403, 404, 413, 415),
    openapi_extra=EVENT_BODY,
    summary="The figures of an event",
)
def rate_event(request: HttpRequest, asked: Query[EventQuestion]) -> HttpResponse:
    switches = _switches(asked)
    rated = rate(_event(request), asked.edition, switches)
    return answer(rated_document(rated), asked.lang or language_of(request))


@api.post(
    "/explain",
    response=answers(TreeShape, 403, 404, 413, 415),
    openapi_extra=EVENT_BODY,
    summary="How the figures of an event came about",
)
def explain_event(request: HttpRequest, asked: Query[PlayerQuestion]) -> HttpResponse:
    switches = _switches(asked)
    step = derive(_event(request), asked.edition, switches, asked.player)
    language = asked.lang or language_of(request)
    return answer(tree(step, edition_room(asked.edition).words, language), language)


def _switches(asked: EventQuestion) -> Mapping[str, str]:
    """Edition and switches are looked at before the document: a slip there is not one of the event."""
    switches = {}
    for each in asked.switch:
        name, equals, choice = each.partition("=")
        if not (name and equals and choice):
            raise InvalidInput("api.switch", "query.switch")
        switches[name] = choice
    edition_room(asked.edition).law(switches=switches)
    return switches


def _event(request: HttpRequest) -> Event:
    return read_event(body_of(request))
