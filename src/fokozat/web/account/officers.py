"""For officers: what waits for a decision, and who is what."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from fokozat.kernel.errors import FokozatError, InvalidInput
from fokozat.office.actions.claim_card import decide_claim
from fokozat.office.actions.grant_role import end_role, grant_role
from fokozat.office.actions.report_error import settle_report
from fokozat.office.models import Account, Body, Claim, Role
from fokozat.office.models.accounts import Report
from fokozat.office.rights import Actor, require, table
from fokozat.office.waiting import reach_of
from fokozat.web import frame
from fokozat.web.account.asked import TOLD, faults_of, given_by, status_of
from fokozat.web.account.own import notice
from fokozat.web.actors import actor_of_request
from fokozat.web.people_desk import moment, office_page, period, say
from fokozat.web.people_forms import Form, ask
from fokozat.web.queues import Door, Item, Queue
from fokozat.web.tables import ASIDE, MAIN, NAME, QUIET, Action, Address, Cell, Column, Empty, Pages, Row, Table
from fokozat.web.templatetags.words import language

# the least of them first: what stands first is what is granted by mistake
GRANTED = tuple(role for role in reversed(table()["roles"]) if role not in ("player", "anyone"))
MOST = 500
PAGE = 20
LONGEST_KEY = 19


@require_safe
def claims(request: HttpRequest) -> HttpResponse:
    """The queue, the oldest first; only what this officer may decide."""
    return _queue(request)


def _queue(request: HttpRequest, error: FokozatError | None = None) -> HttpResponse:
    actor = actor_of_request(request)
    deciding, settling = reach_of(actor, "decide", "claim"), reach_of(actor, "settle", "report")
    asked = Claim.objects.filter(state=Claim.State.OPEN).select_related("account", "person__keeper")
    told = Report.objects.filter(state=Report.State.OPEN).select_related("account", "person__keeper")
    context = {
        "claims": _page(request, _kept_by(asked, deciding), "asked_at", _claim, say("claims.none")),
        "reports": _page(request, _kept_by(told, settling), "told_at", _report, say("claims.nothing-told")),
        **faults_of(error),
    }
    return frame.page(request, "account/claims.html", context, status_of(error))


def _page(request: HttpRequest, waiting: Any, moment_of: str, item: Callable[[Any], Item], none: str) -> Queue:
    """The oldest of what waits, or those after the one that the address names."""
    name = f"after_{moment_of}"
    after, address = request.GET.get(name, ""), Address(reverse("claims"), Address.of(request).asked)
    count = waiting.count()
    last = _known(waiting.model, after)
    if last:
        at = getattr(last, moment_of)
        waiting = waiting.filter(Q(**{f"{moment_of}__gt": at}) | Q(**{moment_of: at, "pk__gt": last.pk}))
    found = list(waiting.order_by(moment_of, "pk")[: PAGE + 1])
    following = address.but(**{name: str(found[PAGE - 1].pk)}) if len(found) > PAGE else ""
    pages = Pages(address.but(**{name: ""}) if last else "", following)
    told = say("claims.count", count=count) if count > PAGE else ""
    return Queue(tuple(item(each) for each in found[:PAGE]), Empty(none), told, pages)


def _known(model: Any, key: str) -> Any:
    """Nonsense leads to the beginning, and so does what is gone."""
    whole = key.isascii() and key.isdecimal() and len(key) < LONGEST_KEY
    return model.objects.filter(pk=int(key)).first() if whole else None


def _claim(claim: Claim) -> Item:
    name, email = claim.person.shown_name, claim.account.email
    return Item(
        name, reverse("person", args=[claim.person.uid]), (claim.person.keeper.name, email), moment(claim.asked_at),
        reverse("claim-decided", args=[claim.pk]),
        (
            Door(say("claims.confirm"), say("claims.confirm-told", name=name, email=email), "decision", "confirm"),
            Door(say("claims.refuse"), say("claims.refuse-told", email=email), "decision", "refuse"),
        ),
    )  # fmt: skip


def _report(report: Report) -> Item:
    card = report.person
    return Item(
        card.shown_name, reverse("person", args=[card.uid]), (card.keeper.name, report.account.email),
        moment(report.told_at), reverse("report-settled", args=[report.uid]),
        (Door(say("claims.settle"), say("claims.settle-told", email=report.account.email)),), report.text,
    )  # fmt: skip


@require_POST
def claim_decided(request: HttpRequest, key: int) -> HttpResponse:
    """Confirm or refuse."""
    claim = Claim.objects.select_related("person__keeper").filter(pk=key).first()
    decision = request.POST.get("decision")
    if claim is None or decision not in ("confirm", "refuse"):
        raise Http404
    try:
        decide_claim(actor_of_request(request), claim, decision == "confirm")
    except TOLD as error:
        return _queue(request, error)
    notice(request, f"claims.{decision}ed" if decision == "confirm" else "claims.refused")
    return redirect("claims")


@require_POST
def report_settled(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Seen to."""
    report = Report.objects.select_related("person__keeper").filter(uid=uid).first()
    if report is None:
        raise Http404
    try:
        settle_report(actor_of_request(request), report)
    except TOLD as error:
        return _queue(request, error)
    notice(request, "claims.settled")
    return redirect("claims")


@require_http_methods(["GET", "HEAD", "POST"])
def roles(request: HttpRequest) -> HttpResponse:
    """Who is what, as far as the own rights reach; and the form that grants a role."""
    actor, error, given = actor_of_request(request), None, given_by(request)
    if request.method == "POST":
        try:
            grant_role(actor, _account(str(given.get("email", ""))), given)
        except TOLD as refused:
            error = refused
        else:
            notice(request, "roles.granted")
            return redirect("roles")
    return frame.page(request, "account/roles.html", _roles(actor, given, error), status_of(error))


def _roles(actor: Actor, given: dict[str, Any], error: FokozatError | None) -> dict[str, Any]:
    reach = reach_of(actor, "grant", "role")
    seen, bodies = Role.objects.select_related("account", "body"), Body.objects.filter(closed_on=None)
    if reach is not None:
        seen, bodies = seen.filter(body__in=reach), bodies.filter(pk__in=reach)
    near = bodies.order_by(f"name_sort_{language()}", "pk")[:MOST]
    everywhere = [("", say("roles.everywhere"))] if reach is None else []
    return {
        "table": _held(seen.order_by("account__email", "pk")[:MOST]),
        "choices": [(name, say(f"role.{name}")) for name in GRANTED],
        "bodies": [*((str(each.uid), each.name) for each in near), *everywhere],
        "values": given if error else {"role": None, "body": None},
        **faults_of(error),
    }


def _held(roles: Iterable[Role]) -> Table:
    """Who is what; what has ended stays in the list."""
    columns = (
        Column("account", say("account.field-email"), NAME),
        Column("role", say("roles.role"), phone=MAIN),
        Column("body", say("roles.body"), QUIET),
        Column("period", say("person.period"), QUIET),
        Column("end", say("office.doors"), QUIET, ASIDE),
    )
    rows = tuple(_role(role) for role in roles)
    return Table(say("roles.title"), columns, rows, Empty(say("roles.none")), key="held")


def _role(role: Role) -> Row:
    ended = role.ends is not None and role.ends < timezone.localdate()
    end = Action(say("roles.end"), reverse("role-ended", args=[role.pk]), role.account.email, asks=True)
    return Row((
        Cell(role.account.email),
        Cell(say(f"role.{role.role}")),
        Cell(role.body.name if role.body else say("roles.everywhere")),
        Cell(period(role.begins, role.ends)),
        Cell(say("own.token-is-ended")) if ended else Cell(actions=(end,)),
    ))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def role_ended(request: HttpRequest, key: int) -> HttpResponse:
    """Asks first, then at once: yesterday was its last day."""
    actor = actor_of_request(request)
    role = Role.objects.select_related("account", "body").filter(pk=key).first()
    if role is None:
        raise Http404
    require(actor, "grant", "role", role.body)
    held = say(f"role.{role.role}")
    body = role.body.name if role.body else say("roles.everywhere")
    told = say("roles.end-told", email=role.account.email, role=held, body=body)
    form = Form(say("roles.end-title"), "roles.end", reverse("roles"), told=(told,), above=say("roles.title"))

    def act(_given: object) -> str:
        end_role(actor, role, timezone.localdate() - timedelta(days=1))
        notice(request, "roles.ended")
        return form.back

    return ask(request, form, act)


def _kept_by(rows: Any, bodies: list[int] | None) -> Any:
    return rows if bodies is None else rows.filter(person__keeper__in=bodies)


def _account(email: str) -> Account:
    if not email.strip():
        raise InvalidInput("office.missing", "email")
    account = Account.objects.filter(email=email.strip().lower(), is_active=True).first()
    if account is None:
        raise InvalidInput("office.no-account", "email", email=email.strip()[:60])
    return account
