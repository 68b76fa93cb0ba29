"""The private part of a card: birth date, contact, a parent's consent; and erasing the person."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from fokozat.kernel.errors import NotFound
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact, withdraw_consent
from fokozat.office.ages import born_on
from fokozat.office.models import Person
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish
from fokozat.web.people_desk import asking, card_of, office_page, say, today
from fokozat.web.people_forms import Field, Form, ask

_SHOW_AND_SEND = ["GET", "HEAD", "POST"]


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_birth_date(request: HttpRequest, uid: object) -> HttpResponse:
    """Keep or forget the birth date."""
    actor, card = _opened(request, uid, "birth-date")
    told = (say("person.birth-date-told"),)
    form = Form(
        say("person.keep-birth-date"), "office.save", _home(card), (Field("born", "day"),), {"born": born_on(card)},
        told=told, above=card.shown_name,
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        keep_birth_date(actor, card, given, today())
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_contact(request: HttpRequest, uid: object) -> HttpResponse:
    """Keep or forget how a person is reached."""
    actor, card = _opened(request, uid, "contact")
    kept = getattr(card, "contact", None)
    fields = (Field("email", inputmode="email"), Field("phone", inputmode="tel"), Field("address"))
    values = {each.name: getattr(kept, each.name, "") for each in fields}
    told = (say("person.contact-told"),)
    form = Form(
        say("person.keep-contact"), "office.save", _home(card), fields, values, told=told, above=card.shown_name
    )

    def act(given: Mapping[str, Any]) -> str:
        keep_contact(actor, card, given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_consent(request: HttpRequest, uid: object) -> HttpResponse:
    """Keep a parent's consent."""
    actor, card = _opened(request, uid, "consent")
    fields = (Field("given_by", optional=False), Field("on", "day", optional=False))
    form = Form(say("person.keep-consent"), "office.save", _home(card), fields, {"on": today()}, above=card.shown_name)

    def act(given: Mapping[str, Any]) -> str:
        keep_consent(actor, card, given)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def consent_withdraw(request: HttpRequest, uid: object, key: int) -> HttpResponse:
    """A parent takes the consent back."""
    actor, card = _opened(request, uid, "consent")
    consent = card.consents.select_related("person", "person__keeper").filter(pk=key, withdrawn_on=None).first()
    if consent is None:
        raise NotFound("office.no-person", uid=str(uid))
    form = Form(
        say("person.withdraw-consent"), "person.withdraw-consent", _home(card),
        (Field("withdrawn_on", "day", optional=False),), {"withdrawn_on": today()},
        told=(say("person.withdraw-told", by=consent.given_by),), above=card.shown_name,
    )  # fmt: skip

    def act(given: Mapping[str, Any]) -> str:
        wish = Wish(given)
        day = wish.required_day("withdrawn_on")
        wish.refuse_faults()
        withdraw_consent(actor, consent, day)
        return form.back

    return ask(request, form, act)


@require_http_methods(_SHOW_AND_SEND)
@office_page
def person_erase(request: HttpRequest, uid: object) -> HttpResponse:
    """Erase a person; what goes and what stays is said before the button."""
    actor, card = asking(request), card_of(uid)
    require(actor, "erase", "person", card)
    told = tuple(say(f"person.erase-told-{at}") for at in ("goes", "stays", "journal", "final"))
    sure = Field("sure", "switch")
    form = Form(say("person.erase", name=card.shown_name), "person.erase-now", _home(card), (sure,), told=told)

    def act(given: Mapping[str, Any]) -> str:
        wish = Wish(given)
        if not wish.switched("sure"):
            wish.fault("sure", "missing")
        wish.refuse_faults()
        erase_person(actor, card)
        return form.back

    return ask(request, form, act)


def _opened(request: HttpRequest, uid: object, kind: str) -> tuple[Actor, Person]:
    actor, card = asking(request), card_of(uid)
    require(actor, "change", kind, card)
    return actor, card


def _home(card: Person) -> str:
    return reverse("person", args=[card.uid])
