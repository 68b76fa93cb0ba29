"""What waits for a decision of who asks: how much of each kind and since when, the oldest first."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, Min, OuterRef, QuerySet

from fokozat.office.ages import below_consent_age
from fokozat.office.duplicates import likenesses, living
from fokozat.office.models import Body, Claim, Consent, Person
from fokozat.office.models.accounts import Report
from fokozat.office.queries import bodies_within
from fokozat.office.rights import INSTALLATION, Actor, may, verbs

MOST = 100  # who has more before him need not know how many
_EVERY_MINOR = 18  # years; no country's age of consent is higher


@dataclass(frozen=True)
class Waiting:
    """One queue; `more` where there are more than were counted, `since` where somebody asked on a day."""

    kind: str
    count: int
    more: bool = False
    since: date | None = None


def waiting(actor: Actor, today: date) -> tuple[Waiting, ...]:
    """The queues that are not empty: first those in which somebody waits, the longest waiting before the others."""
    found = (
        _asked("claims", _kept(actor, "decide", "claim", Claim.objects.filter(state=Claim.State.OPEN)), "asked_at"),
        _asked("reports", _kept(actor, "settle", "report", Report.objects.filter(state=Report.State.OPEN)), "told_at"),
        _counted("consents", len(minors_without_consent(actor, today, MOST + 1))),
        _counted("duplicates", _likenesses(actor)),
    )
    queues = [queue for queue in found if queue.count]
    return tuple(sorted(queues, key=lambda queue: queue.since or date.max))


def minors_without_consent(actor: Actor, today: date, most: int) -> list[Person]:
    """Cards whose owners are too young to consent and for whom nobody did, as far as the actor may see consents."""
    reach = reach_of(actor, "see", "consent")
    given = Consent.objects.filter(person=OuterRef("pk"), withdrawn_on=None, on__lte=today)
    after = date(today.year - _EVERY_MINOR, 1, 1)
    young = living().filter(~Exists(given), birth_date__born__gte=after).select_related("birth_date", "keeper")
    young = young if reach is None else young.filter(keeper__in=reach)
    found: list[Person] = []
    for card in young.order_by("name_sort_en", "pk").iterator(MOST):
        if below_consent_age(card, today):
            found.append(card)
        if len(found) == most:
            break
    return found


def reach_of(actor: Actor, verb: str, kind: str) -> list[int] | None:
    """The keys of the bodies in which the actor may do this; None: in all of them."""
    if may(actor, verb, kind):
        return None
    allowed = set(verbs().get(kind, {}).get(verb, ())) - {"player"}
    own = [body for role, body in actor.roles if role in allowed and body is not INSTALLATION]
    return sorted({key for body in Body.objects.filter(pk__in=own) for key in bodies_within(body)}) if own else []


def _kept(actor: Actor, verb: str, kind: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    reach = reach_of(actor, verb, kind)
    return rows if reach is None else rows.filter(person__keeper__in=reach)


def _asked(kind: str, rows: QuerySet[Any], when: str) -> Waiting:
    first: datetime | None = rows.aggregate(first=Min(when))["first"]
    return Waiting(kind, rows.count() if first else 0, since=first.date() if first else None)


def _counted(kind: str, count: int) -> Waiting:
    return Waiting(kind, min(count, MOST), more=count > MOST)


def _likenesses(actor: Actor) -> int:
    """How many pairs both cards of which the actor may merge."""
    reach = reach_of(actor, "merge", "person")
    if reach == []:
        return 0
    known = None if reach is None else set(reach)
    pairs = likenesses(MOST + 1)
    return sum(1 for pair in pairs if known is None or {pair.one.keeper_id, pair.other.keeper_id} <= known)
