"""A player reports an error on the own card; an officer settles the report."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from fokozat.kernel.errors import Conflict, Forbidden
from fokozat.office.facts import hold_card
from fokozat.office.journal import Change, write
from fokozat.office.models.accounts import Report
from fokozat.office.notices import tell_account
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish

LONGEST = 2000
MOST_OPEN = 10


def report_error(actor: Actor, given: Mapping[str, Any]) -> Report:
    """Keep what was said; the journal records that it was said, the row what."""
    person = actor.account.person if actor.account else None
    require(actor, "report-error", "person", person)
    if actor.account is None or person is None:
        raise Forbidden("office.no-right", "", verb="report-error", kind="person")
    wish = Wish(given)
    text = wish.text("text", LONGEST, required=True)
    wish.refuse_faults()
    with transaction.atomic():
        card = hold_card(person)
        if Report.objects.filter(person=card, state=Report.State.OPEN).count() >= MOST_OPEN:
            raise Conflict("office.many-reports", most=MOST_OPEN)
        report = Report.objects.create(account=actor.account, person=card, text=text, told_at=datetime.now(UTC))
        write(actor.name, Change("report-error", "person", str(card.uid), None, {"report": str(report.uid)}))
    return report


def settle_report(actor: Actor, report: Report) -> Report:
    """Somebody has seen to it; of two officers the first is recorded."""
    require(actor, "settle", "report", report.person)
    with transaction.atomic():
        report = Report.objects.select_for_update(of=("self",)).select_related("person").get(pk=report.pk)
        if report.state != Report.State.OPEN:
            raise Conflict("office.settled-already")
        report.state, report.settled_at = Report.State.SETTLED, datetime.now(UTC)
        report.save(update_fields=("state", "settled_at"))
        after = {"report": str(report.uid), "state": str(report.state)}
        write(actor.name, Change("settle-report", "person", str(report.person.uid), None, after))
        tell_account(report.account, "report-settled", report.person.keeper.name)
    return report
