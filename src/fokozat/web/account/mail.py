"""A page that tries whether letters arrive."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from fokozat.office.actions.try_mail import try_mail
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, given_by, status_of
from fokozat.web.account.own import account_of, notice
from fokozat.web.actors import actor_of_request
from fokozat.web.templatetags.words import language


@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """The own address stands in the field; where the letter went is said, or why it did not."""
    values: dict[str, Any] = {"email": account_of(request).email}
    error = None
    if request.method == "POST":
        values = given_by(request)
        try:
            email, where = try_mail(actor_of_request(request), values, language())
        except TOLD as refused:
            error = refused
        else:
            notice(request, "mail.sent", email=email, where=where)
            return redirect("mail")
    return frame.page(request, "account/mail.html", {"values": values, **faults_of(error)}, status_of(error))
