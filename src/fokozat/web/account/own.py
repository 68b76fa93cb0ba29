"""The pages of who is signed in: the own account, card, data."""

import json
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_POST, require_safe

from fokozat.kernel.errors import FokozatError, InvalidInput
from fokozat.kernel.words import Words
from fokozat.office import queries
from fokozat.office.actions.choose_notices import choose_notices
from fokozat.office.actions.claim_card import claim_card
from fokozat.office.actions.open_account import choose_language
from fokozat.office.actions.report_error import report_error
from fokozat.office.facts import find_person
from fokozat.office.models import Account, Claim
from fokozat.office.models.accounts import Report
from fokozat.office.notices import NOTICES
from fokozat.office.own_data import own_data
from fokozat.office.rights import reaches
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, given_by, status_of
from fokozat.web.actors import actor_of_request
from fokozat.web.templatetags.words import language

FOUND = 20


def notice(request: HttpRequest, name: str, **fields: object) -> None:
    """A sentence for the next page."""
    messages.success(request, Words.of("web").say(name, language(), **fields))


def account_of(request: HttpRequest) -> Account:
    """Whoever is signed in; the gate let nobody else through."""
    return cast(Account, request.user)


@require_safe
def own_account(request: HttpRequest) -> HttpResponse:
    """Where everything about the account begins."""
    actor, account = actor_of_request(request), account_of(request)
    return frame.page(
        request,
        "account/own.html",
        {
            "account": account,
            "chosen": account.language or language(),
            "card": account.person,
            "letters": [(each, f"own.notice-{each}", each not in account.refused_notices) for each in NOTICES],
            "may_decide": reaches(actor, "decide", "claim"),
            "may_grant": reaches(actor, "grant", "role"),
        },
    )


@require_POST
def own_language(request: HttpRequest) -> HttpResponse:
    """The language of letters, and of the page that follows."""
    try:
        chosen = choose_language(actor_of_request(request), given_by(request))
    except InvalidInput:
        return redirect("own-account")
    with override(chosen):
        notice(request, "own.language-kept")
        return redirect("own-account")


@require_POST
def own_notices(request: HttpRequest) -> HttpResponse:
    """Which letters may come."""
    try:
        choose_notices(actor_of_request(request), given_by(request))
    except InvalidInput:
        return redirect("own-account")
    notice(request, "own.notices-kept")
    return redirect("own-account")


@require_safe
def own_card(request: HttpRequest) -> HttpResponse:
    """The own card, or the search for it; nothing is claimed by looking."""
    return _card_page(request)


def _card_page(request: HttpRequest, error: FokozatError | None = None, typed: str = "") -> HttpResponse:
    account = account_of(request)
    sought = request.GET.get("q", "").strip()[:200]
    found = () if account.person or not sought else _found(sought)
    return frame.page(
        request,
        "account/card.html",
        {
            "card": account.person,
            "claims": Claim.objects.filter(account=account).select_related("person__keeper").order_by("-pk")[:FOUND],
            "reports": Report.objects.filter(account=account).order_by("-pk")[:FOUND],
            "sought": sought,
            "found": found,
            "typed": typed,
            **faults_of(error),
        },
        status_of(error),
    )


def _found(sought: str) -> tuple[Any, ...]:
    return queries.people(queries.Sought(search=sought, language=language(), limit=FOUND)).rows


@require_POST
def own_claim(request: HttpRequest) -> HttpResponse:
    """Say that a card is one's own; an officer decides."""
    try:
        claim_card(actor_of_request(request), find_person(request.POST.get("person")))
    except TOLD as error:
        return _card_page(request, error)
    notice(request, "own.claimed")
    return redirect("own-card")


@require_POST
def own_error(request: HttpRequest) -> HttpResponse:
    """Say what is wrong on the own card."""
    given = given_by(request)
    try:
        report_error(actor_of_request(request), given)
    except TOLD as error:
        return _card_page(request, error, str(given.get("text", "")))
    notice(request, "own.reported")
    return redirect("own-card")


@require_safe
def own_data_page(request: HttpRequest) -> HttpResponse:
    """Everything that is kept, as it is kept."""
    data = own_data(account_of(request))
    parts = [(f"own.part-{name}", _shown(part)) for name, part in data.items() if name != "fokozat"]
    return frame.page(request, "account/data.html", {"parts": parts, "file": reverse("own-data-file")})


@require_safe
def own_data_file(request: HttpRequest) -> HttpResponse:
    """The same to take away."""
    text = _shown(own_data(account_of(request)))
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="fokozat-own-data.json"'
    return response


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
