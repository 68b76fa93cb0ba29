"""The questions that programs may ask: `/api/v1/`."""

import json
from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page
from ninja import NinjaAPI, Query
from ninja.decorators import decorate_view
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema

from fokozat import __version__
from fokozat.api import problems
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

# curl -d calls every body a form, so the document itself decides; a real form with files cannot be one.
BODIES = ("", "application/json", "application/octet-stream", "application/x-www-form-urlencoded", "text/plain")
ABOUT = "Every figure explains itself by its paragraph. Errors are problem documents with the place of every fault."


class Door(NinjaAPI):
    """An API whose OpenAPI document says that errors are problem documents."""

    def get_openapi_schema(self, *args: Any, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(*args, **kwargs)
        for operations in schema["paths"].values():
            for operation in operations.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400:
                        answer["content"] = {problems.MEDIA_TYPE: answer["content"]["application/json"]}
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


@api.get("/editions", response=answers(EditionsShape), summary="The regulations in the library")
@decorate_view(conditional_page)
def editions(request: HttpRequest, asked: Query[Reader]) -> HttpResponse:
    language = asked.lang or language_of(request)
    return _answer({"editions": [edition_summary(room, language) for room in rooms()]}, language)


@api.get("/editions/{edition}", response=answers(WholeEditionShape, 404), summary="One regulation")
@decorate_view(conditional_page)
def edition(request: HttpRequest, edition: str, asked: Query[Reader]) -> HttpResponse:
    language = asked.lang or language_of(request)
    return _answer(whole_edition(edition_room(edition), language), language)


@api.post(
    "/rate",
    response=answers(RatedShape, 403, 404, 413, 415),
    openapi_extra=EVENT_BODY,
    summary="The figures of an event",
)
def rate_event(request: HttpRequest, asked: Query[EventQuestion]) -> HttpResponse:
    switches = _switches(asked)
    rated = rate(_event(request), asked.edition, switches)
    return _answer(rated_document(rated), asked.lang or language_of(request))


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
    return _answer(tree(step, edition_room(asked.edition).words, language), language)


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
    kind = (request.content_type or "").lower()
    if kind not in BODIES and not kind.endswith("+json"):
        raise problems.Refused(415)
    if len(request.body) > settings.DOCUMENT_MAX_BYTES:
        raise problems.Refused(413)
    return read_event(request.body)


def _answer(document: object, language: str) -> HttpResponse:
    response = HttpResponse(json.dumps(document, ensure_ascii=False), content_type="application/json")
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = "no-cache"
    return response
