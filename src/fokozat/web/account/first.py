"""The page behind the link that `fokozat serve` prints: the first administrator chooses address and password."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from fokozat.kernel.errors import InvalidInput
from fokozat.office.actions.set_up import is_offered, set_up
from fokozat.office.models import Account
from fokozat.office.wishes import Wish
from fokozat.web import frame
from fokozat.web.account.asked import faults_of, given_by
from fokozat.web.account.own import notice
from fokozat.web.templatetags.words import language


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, secret: str) -> HttpResponse:
    """A link that was used, has ended or was never there is no page; looking at it uses nothing up."""
    if not is_offered(secret, datetime.now(UTC)):
        raise Http404
    context: dict[str, Any] = {"values": {}}
    if request.method == "POST":
        given = given_by(request)
        context = {"values": {"email": given.get("email", "")}, **_faults(given)}
        if not context.get("faults"):
            set_up(secret, str(given["email"]), str(given["password"]), language())
            notice(request, "setup.done")
            return redirect("account_login")
    return frame.page(request, "account/setup.html", context, 422 if context.get("faults") else 200)


def _faults(given: dict[str, Any]) -> dict[str, Any]:
    """What is wrong with the address, then with the password."""
    wish = Wish(given)
    email, password = wish.email("email"), str(given.get("password", ""))
    for name in ("email", "password"):
        if not given.get(name):
            wish.fault(name, "missing")
    told: dict[str, Any] = {"faults": [], "fault_of": {}}
    if wish.faults:
        told = faults_of(InvalidInput.of(tuple(wish.faults)))
    try:
        if password:
            validate_password(password, Account(email=email))
    except ValidationError as error:
        text = " ".join(error.messages)
        told["faults"].append({"field": "password", "text": text})
        told["fault_of"]["password"] = text
    return told
