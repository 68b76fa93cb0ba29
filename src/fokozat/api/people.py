"""`/api/v1/people`: cards, their numbers and memberships."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import conditional_page
from ninja import Query, Router
from ninja.decorators import decorate_view

from fokozat.api.answering import made, personal, versioned
from fokozat.api.answers import Reader, answers, changes
from fokozat.api.cursors import cursor_after, row_before
from fokozat.api.language import language_of
from fokozat.api.office_answers import PeopleQuestion, PeopleShape, PersonShape, people_documents, person_document
from fokozat.api.office_schema import (
    CHANGED_PERSON,
    NEW_MEMBERSHIP,
    NEW_NUMBER,
    NEW_PERSON,
    READ_SECURITY,
    Schema,
    sent,
)
from fokozat.api.problems import Refused
from fokozat.api.tokens import reader
from fokozat.api.writing import IF_MATCH, KEY, Door, seen_version, write
from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.office import queries
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.register_person import register_person
from fokozat.office.facts import find_body, find_person
from fokozat.office.models import Body, Person
from fokozat.office.rights import Actor

SCOPE = "people"
router = Router(tags=["people"])

NEW_EXAMPLE = {"family": "Minta", "given": "Anna", "country": "HUN", "keeper": "00000000-0000-4000-8000-000000000001"}
NUMBER_EXAMPLE = {"scheme": "komir", "value": "10001"}
MEMBERSHIP_EXAMPLE = {"body": "00000000-0000-4000-8000-000000000001", "kind": "member", "year": 2012}


@router.get(
    "",
    response=answers(PeopleShape, 401),
    openapi_extra=READ_SECURITY,
    url_name="people",
    summary="People, in the order of an alphabet",
)
@decorate_view(conditional_page)
def people(request: HttpRequest, asked: Query[PeopleQuestion]) -> HttpResponse:
    """Who wants to be hidden from search is listed only for those who may change the card."""
    actor = reader(request)
    body = named_body(asked.body, "query.body") if asked.body else None
    return people_page(request, asked, body, actor)


@router.get(
    "/{uid}",
    response=answers(PersonShape, 401, 404, 410),
    openapi_extra=READ_SECURITY,
    url_name="person",
    summary="One person, also by a uid that a merge has given up",
)
@decorate_view(conditional_page)
def person(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    """A uid that was given up leads to who it is now; then `asked` repeats it. An erased person is gone (410).

    The ETag begins with the version of the card: send it as If-Match with a change.
    """
    actor = reader(request)
    return _card(request, actor, _living(uid), asked.lang, uid)


@router.post(
    "",
    response=changes(PersonShape, 201),
    openapi_extra=sent(NEW_PERSON, NEW_EXAMPLE, KEY),
    url_name="people",
    summary="Register a person",
)
def register(request: HttpRequest, asked: Query[Reader]) -> HttpResponse:
    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        return _new(request, actor, register_person(actor, wish), asked.lang)

    return write(request, Door(SCOPE, NEW_PERSON), do)


@router.patch(
    "/{uid}",
    response=changes(PersonShape, 200, 404, 410, 412, 428),
    openapi_extra=sent(CHANGED_PERSON, {"given": "Anna Mária"}, KEY, IF_MATCH),
    url_name="person",
    summary="Change what is kept of a person",
)
def change(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        changed = change_person(actor, _living(uid), seen_version(request), wish)
        return _card(request, actor, changed, asked.lang)

    return write(request, Door(SCOPE, CHANGED_PERSON), do)


@router.post(
    "/{uid}/numbers",
    response=changes(PersonShape, 201, 404, 410),
    openapi_extra=sent(NEW_NUMBER, NUMBER_EXAMPLE, KEY),
    url_name="person-numbers",
    summary="Give a person a number of a scheme",
)
def number(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    """A number that is another person's is a conflict (409) that names the holder."""
    return _added(request, uid, asked.lang, NEW_NUMBER, give_number)


@router.post(
    "/{uid}/memberships",
    response=changes(PersonShape, 201, 404, 410),
    openapi_extra=sent(NEW_MEMBERSHIP, MEMBERSHIP_EXAMPLE, KEY),
    url_name="person-memberships",
    summary="Enrol a person in a body for a year",
)
def membership(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    """Enrolling twice changes nothing."""
    return _added(request, uid, asked.lang, NEW_MEMBERSHIP, enrol)


def _added(
    request: HttpRequest, uid: str, lang: str | None, shape: Schema, add: Callable[[Actor, Person, Any], object]
) -> HttpResponse:
    """Something that belongs to a card from now on; answered with the whole card."""

    def do(actor: Actor, wish: dict[str, Any]) -> HttpResponse:
        card = _living(uid)
        add(actor, card, wish)
        return _new(request, actor, card, lang)

    return write(request, Door(SCOPE, shape), do)


def people_page(request: HttpRequest, asked: PeopleQuestion, body: Body | None, actor: Actor) -> HttpResponse:
    """A page of people, of a body or of all."""
    language = asked.lang or language_of(request)
    question = ("people", language, asked.q, str(body.uid) if body else "")
    after = row_before(asked.cursor, question)
    page = followed(queries.people, queries.Sought(asked.q, body, None, language, after, asked.limit))
    following = cursor_after(page.next, question) if page.next else None
    listed = people_documents(page.rows, actor, timezone.localdate())
    return personal({"people": listed, "next": following}, language)


def followed(ask: Any, sought: queries.Sought) -> Any:
    """A page; a cursor whose row is gone for good leads nowhere."""
    try:
        return ask(sought)
    except NotFound:
        raise InvalidInput("api.cursor", "query.cursor") from None


def named_body(uid: str, place: str) -> Body:
    """A body that the address names beside its path."""
    try:
        return find_body(uid, place)
    except NotFound as error:
        raise InvalidInput.of(error.faults) from None


def _living(uid: str) -> Person:
    """The card of a uid. One that was erased is gone: its results stay under a pseudonym, and nothing else does."""
    found = find_person(uid)
    if found.erased_at:
        raise Refused(410)
    return found


def _card(request: HttpRequest, actor: Actor, card: Person, lang: str | None, uid: str = "") -> HttpResponse:
    document = person_document(card, actor, timezone.localdate())
    if uid and uid.lower() != document["uid"]:
        document["asked"] = uid
    return versioned(personal(document, lang or language_of(request)), card.version)


def _new(request: HttpRequest, actor: Actor, card: Person, lang: str | None) -> HttpResponse:
    return made(_card(request, actor, card, lang), reverse("api-1:person", args=(card.uid,)))
