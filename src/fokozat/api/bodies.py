"""`/api/v1/bodies`: federations, societies, clubs, organisers, and their people."""

from base64 import b64decode
from binascii import Error as NoBase64
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import conditional_page
from ninja import Query, Router
from ninja.decorators import decorate_view

from fokozat.api.answering import answer, made, versioned
from fokozat.api.answers import Reader, answers, changes
from fokozat.api.cursors import cursor_after, row_before
from fokozat.api.language import language_of
from fokozat.api.office_answers import (
    BodiesQuestion,
    BodiesShape,
    BodyShape,
    PageQuestion,
    PeopleQuestion,
    PeopleShape,
    body_document,
)
from fokozat.api.office_schema import CHANGED_BODY, CHANGED_LOOK, NEW_BODY, READ_SECURITY, sent
from fokozat.api.people import followed, named_body, people_page
from fokozat.api.tokens import reader
from fokozat.api.writing import IF_MATCH, KEY, Door, seen_version, write
from fokozat.kernel.errors import InvalidInput
from fokozat.office import queries
from fokozat.office.actions.change_body import change_body
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.actions.found_body import found_body
from fokozat.office.facts import find_body
from fokozat.office.models import Body
from fokozat.office.rights import Actor

SCOPE = "bodies"
router = Router(tags=["bodies"])


@router.get(
    "",
    response=answers(BodiesShape, 401),
    openapi_extra=READ_SECURITY,
    url_name="bodies",
    summary="Bodies, in the order of an alphabet",
)
@decorate_view(conditional_page)
def bodies(request: HttpRequest, asked: Query[BodiesQuestion]) -> HttpResponse:
    reader(request)
    language = asked.lang or language_of(request)
    parent = named_body(asked.parent, "query.parent") if asked.parent else None
    question = ("bodies", language, asked.q, str(parent.uid) if parent else "")
    after = row_before(asked.cursor, question)
    page = followed(queries.bodies, queries.Sought(asked.q, parent, None, language, after, asked.limit))
    following = cursor_after(page.next, question) if page.next else None
    return answer({"bodies": [body_document(body) for body in page.rows], "next": following}, language)


@router.get(
    "/{uid}",
    response=answers(BodyShape, 401, 404),
    openapi_extra=READ_SECURITY,
    url_name="body",
    summary="One body",
)
@decorate_view(conditional_page)
def body(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    reader(request)
    return _shown(request, find_body(uid), asked.lang)


@router.get(
    "/{uid}/people",
    response=answers(PeopleShape, 401, 404),
    openapi_extra=READ_SECURITY,
    url_name="body-people",
    summary="The people of a body and of the bodies in it",
)
@decorate_view(conditional_page)
def body_people(request: HttpRequest, uid: str, asked: Query[PageQuestion]) -> HttpResponse:
    actor = reader(request)
    return people_page(request, PeopleQuestion(**asked.model_dump()), find_body(uid), actor)


@router.post(
    "",
    response=changes(BodyShape, 201),
    openapi_extra=sent(NEW_BODY, {"kind": "club", "name": "Minta Egyesület", "country": "HUN"}, KEY),
    url_name="bodies",
    summary="Found a body",
)
def found(request: HttpRequest, asked: Query[Reader]) -> HttpResponse:
    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        new = found_body(actor, wish)
        return made(_shown(request, new, asked.lang), reverse("api-1:body", args=(new.uid,)))

    return write(request, Door(SCOPE, NEW_BODY), do)


@router.patch(
    "/{uid}",
    response=changes(BodyShape, 200, 404, 412, 428),
    openapi_extra=sent(CHANGED_BODY, {"place": "Mintaváros"}, KEY, IF_MATCH),
    url_name="body",
    summary="Change what is kept of a body",
)
def change(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        return _shown(request, change_body(actor, find_body(uid), seen_version(request), wish), asked.lang)

    return write(request, Door(SCOPE, CHANGED_BODY), do)


@router.patch(
    "/{uid}/look",
    response=changes(BodyShape, 200, 404, 412, 428),
    openapi_extra=sent(CHANGED_LOOK, {"light": "#0a5c36"}, KEY, IF_MATCH),
    url_name="body-look",
    summary="Change the colours and the logo of a body",
)
def look(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    """Of one colour alone the other theme's is found; `logo` is a picture in base64, null takes it down."""

    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        if "logo" in wish:
            wish = {
                **wish,
                "no_logo": wish["logo"] is None,
                "logo": _picture(wish["logo"]) if wish["logo"] is not None else b"",
            }
        return _shown(request, change_body_look(actor, find_body(uid), seen_version(request), wish), asked.lang)

    return write(request, Door(SCOPE, CHANGED_LOOK), do)


def _picture(text: str) -> bytes:
    try:
        return b64decode(text, validate=True) or b"\0"  # an empty picture is one that is refused
    except (NoBase64, ValueError) as error:
        raise InvalidInput("office.logo-unknown", "logo") from error


def _shown(request: HttpRequest, kept: Body, lang: str | None) -> HttpResponse:
    return versioned(answer(body_document(kept), lang or language_of(request)), kept.version)
