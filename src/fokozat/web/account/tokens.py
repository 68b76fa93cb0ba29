"""Keys to the API: made and shown once, listed, taken back."""

from collections.abc import Iterable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from fokozat.office.actions.make_token import SCOPES, make_token, revoke_token
from fokozat.office.models import Token
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, given_by, status_of
from fokozat.web.account.own import account_of, notice
from fokozat.web.actors import actor_of_request
from fokozat.web.people_desk import office_page, period, say
from fokozat.web.people_forms import Form, ask
from fokozat.web.tables import MAIN, NAME, QUIET, Action, Cell, Column, Empty, Row, Table


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
        "table": _kept(Token.objects.filter(account=account_of(request)).order_by("-pk")),
        "secret": secret,
        "scopes": [(scope, f"own.scope-{scope}", scope in chosen) for scope in SCOPES],
        "values": given if error else {},
        **faults_of(error),
    }
    return frame.page(request, "account/tokens.html", context, status_of(error))


def _kept(tokens: Iterable[Token]) -> Table:
    """The keys of the account, the newest first; what has ended stays in the list."""
    columns = (
        Column("name", say("own.token-name"), NAME),
        Column("scopes", say("own.token-scopes"), QUIET),
        Column("period", say("person.period"), QUIET),
        Column("end", say("office.doors"), QUIET, MAIN),
    )
    rows = tuple(_token(token) for token in tokens)
    return Table(say("own.tokens.title"), columns, rows, Empty(say("own.no-tokens")), key="keys")


def _token(token: Token) -> Row:
    ended = token.ends_at is not None and token.ends_at <= timezone.now()
    end = Action(say("own.token-end"), reverse("own-token-end", args=[token.uid]), token.name, asks=True)
    return Row((
        Cell(token.name),
        Cell(", ".join(token.scopes)),
        Cell(period(token.made_at.date(), token.ends_at.date() if token.ends_at else None)),
        Cell(say("own.token-is-ended")) if ended else Cell(actions=(end,)),
    ))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def end_token(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Asks first, then it opens nothing any more. Somebody else's token is not there."""
    token = Token.objects.filter(account=account_of(request), uid=uid).first()
    if token is None:
        raise Http404
    form = Form(
        say("own.token-end-title"), "own.token-end", reverse("own-tokens"),
        told=(say("own.token-end-told", key=token.name),), above=say("own.tokens.title"),
    )  # fmt: skip

    def act(_given: object) -> str:
        revoke_token(actor_of_request(request), token)
        notice(request, "own.token-ended")
        return form.back

    return ask(request, form, act)
