"""What officers do with a card: register, change, give and end numbers, enrol for a year and strike."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from fokozat.kernel.errors import NotFound
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.enrol import enrol, strike
from fokozat.office.actions.give_number import end_number, give_number
from fokozat.office.actions.register_person import register_person
from fokozat.office.duplicates import alike
from fokozat.office.facts import person_facts
from fokozat.office.models import Membership, Number, Person
from fokozat.office.rights import may, require
from fokozat.office.wishes import Wish
from fokozat.web.people_desk import (
    asking,
    card_of,
    choices,
    office_page,
    open_bodies,
    require_somewhere,
    say,
    today,
    value_word,
)
from fokozat.web.people_forms import Field, Form, ask, sent_version

_SHOW_AND_SEND = ["GET", "HEAD", "POST"]


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_new(request: HttpRequest) -> HttpResponse:
    """Register a person; where somebody of that name is known already, the officer is led to look."""
    actor = asking(request)
    require_somewhere(actor, "register", "person")
    keeper = Field("keeper", "choice", open_bodies(actor, "register", "person"), "person.keeper-hint")
    form = Form(
        say("person.register"), "person.register", reverse("people"), (*_name_fields(), keeper),
        {"order": Person.Order.FAMILY_FIRST, "keeper": request.GET.get("body", "")}, above=say("people.title"),
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        card = register_person(actor, given)
        twin = alike(card)
        if twin and all(may(actor, "merge", "person", each) for each in (card, twin[0].other)):
            return reverse("duplicate", args=[twin[0].other.uid, card.uid])
        return reverse("person", args=[card.uid])

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_edit(request: HttpRequest, uid: object) -> HttpResponse:
    """Change what is kept of a person."""
    actor, card = asking(request), _card(request, uid)
    former = (Field("former_name", "switch", hint="person.former-hint"), Field("former_until", "day"))
    form = Form(
        say("person.change"), "office.save", reverse("person", args=[card.uid]), (*_name_fields(), *former),
        person_facts(card), card.version, above=card.shown_name, waits=True,
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        change_person(actor, card, sent_version(request), given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_number(request: HttpRequest, uid: object) -> HttpResponse:
    """Give a number."""
    actor, card = asking(request), _card(request, uid)
    fields = (
        Field("scheme", "choice", choices("scheme", Number.Scheme.values)),
        Field("value", optional=False, hint="person.number-hint"),
        Field("begins", "day"),
        Field("ends", "day"),
    )
    form = Form(say("person.give-number"), "person.give-number", _home(card), fields, above=card.shown_name)

    def act(given: Mapping[str, Any]) -> str:
        give_number(actor, card, given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def number_end(request: HttpRequest, uid: object, key: int) -> HttpResponse:
    """The number holds until a day."""
    actor, card = asking(request), _card(request, uid)
    number = card.numbers.select_related("person", "person__keeper").filter(pk=key).first()
    if number is None:
        raise NotFound("office.no-person", uid=str(uid))
    told = say("person.end-number-told", number=f"{value_word('scheme', number.scheme)} {number.value}")
    form = Form(
        say("person.end-number"), "person.end-number", _home(card), (Field("ends", "day", optional=False),),
        {"ends": today()}, told=(told,), above=card.shown_name,
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        wish = Wish(given)
        day = wish.required_day("ends")
        wish.refuse_faults()
        end_number(actor, number, day)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_enrol(request: HttpRequest, uid: object) -> HttpResponse:
    """Enrol for a year, as a member or with a licence."""
    actor, card = asking(request), card_of(uid)
    require_somewhere(actor, "change", "membership")
    fields = (
        Field("body", "choice", open_bodies(actor, "change", "membership")),
        Field("kind", "choice", choices("kind", Membership.Kind.values)),
        Field("year", optional=False, inputmode="numeric"),
    )
    start = {"year": today().year, "kind": Membership.Kind.MEMBER, "body": card.keeper.uid}
    form = Form(say("person.enrol"), "person.enrol", _home(card), fields, start, above=card.shown_name, waits=True)

    def act(given: Mapping[str, Any]) -> str:
        enrol(actor, card, given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_strike(request: HttpRequest, uid: object, key: int) -> HttpResponse:
    """Take an enrolment back."""
    actor, card = asking(request), card_of(uid)
    held = card.memberships.select_related("body", "body__parent", "person").filter(pk=key).first()
    if held is None:
        raise NotFound("office.no-person", uid=str(uid))
    require(actor, "change", "membership", held.body)
    told = say("person.strike-told", body=held.body.name, year=str(held.year), kind=value_word("kind", held.kind))
    form = Form(say("person.strike"), "person.strike", _home(card), told=(told,), above=card.shown_name)

    def act(given: Mapping[str, Any]) -> str:  # noqa: ARG001 - the form asks nothing
        strike(actor, held)
        return form.back

    return ask(request, form, act)


def _name_fields() -> tuple[Field, ...]:
    return (
        Field("family", optional=False),
        Field("given"),
        Field("order", "choice", choices("order", Person.Order.values)),
        Field("sex", "choice", choices("sex", ("", Person.Sex.FEMALE, Person.Sex.MALE))),
        Field("country", hint="person.country-hint"),
        Field("hidden_from_search", "switch", hint="person.hidden-hint"),
    )


def _home(card: Person) -> str:
    return reverse("person", args=[card.uid])


def _card(request: HttpRequest, uid: object) -> Person:
    card = card_of(uid)
    require(asking(request), "change", "person", card)
    return card
