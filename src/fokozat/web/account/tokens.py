"""Keys to the API: made and shown once, listed, taken back."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from fokozat.office.actions.make_token import SCOPES, make_token, revoke_token
from fokozat.office.models import Token
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, given_by, status_of
from fokozat.web.account.own import account_of, notice
from fokozat.web.actors import actor_of_request


@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list, and the form; a new secret stands on the answer to the form and nowhere else."""
    secret, error, given = "", None, given_by(request)
    if request.method == "POST":
        try:
            _, secret = make_token(actor_of_request(request), given)
        except TOLD as refused:
            error = refused
    chosen = given.get("scopes", SCOPES[:1]) if error else SCOPES[:1]
    context = {
        "tokens": Token.objects.filter(account=account_of(request)).order_by("-pk"),
        "now": timezone.now(),
        "secret": secret,
        "scopes": [(scope, f"own.scope-{scope}", scope in chosen) for scope in SCOPES],
        "values": given if error else {},
        **faults_of(error),
    }
    return frame.page(request, "account/tokens.html", context, status_of(error))


@require_POST
def end_token(request: HttpRequest, uid: UUID) -> HttpResponse:
    """It opens nothing any more. Somebody else's token is not there."""
    token = Token.objects.filter(account=account_of(request), uid=uid).first()
    if token is None:
        raise Http404
    revoke_token(actor_of_request(request), token)
    notice(request, "own.token-ended")
    return redirect("own-tokens")
