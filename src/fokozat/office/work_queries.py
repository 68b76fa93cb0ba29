"""Who sees which long work, finds it, and may put a hand to it."""

from django.db.models import Q, QuerySet

from fokozat.kernel.errors import NotFound
from fokozat.office.facts import read_uid
from fokozat.office.models import Body
from fokozat.office.models.work import Work
from fokozat.office.queries import bodies_within
from fokozat.office.rights import INSTALLATION, Actor, may, require, verbs
from fokozat.office.wishes import shown


def works_seen_by(actor: Actor) -> QuerySet[Work]:
    """The own, and those of the bodies in which the actor sees what runs; the newest first."""
    found = Work.objects.select_related("body__parent", "account__person")
    if may(actor, "see", "work", INSTALLATION):
        return found
    roles = set(verbs()["work"]["see"])
    keys = {body for role, body in actor.roles if role in roles and body}
    within = {key for body in Body.objects.filter(pk__in=keys) for key in bodies_within(body)}
    own = Q(account=actor.account) if actor.account else Q(pk__in=())
    return found.filter(own | Q(body__in=within))


def find_work(actor: Actor, uid: object) -> Work:
    """The work of a uid, for who may see it; for everybody else there is none."""
    known = read_uid(uid)
    work = works_seen_by(actor).filter(uid=known).first() if known else None
    if work is None:
        raise NotFound("office.no-work", uid=shown(uid))
    return work


def is_own(actor: Actor, work: Work) -> bool:
    """Whether the actor asked for it."""
    return actor.is_operator or (actor.account is not None and actor.account.pk == work.account_id)


def may_hand(actor: Actor, verb: str, work: Work) -> bool:
    """Whoever asked may cancel and retry; others by a right over its body."""
    return is_own(actor, work) or may(actor, verb, "work", work.body)


def require_hand(actor: Actor, verb: str, work: Work) -> None:
    if not may_hand(actor, verb, work):
        require(actor, verb, "work", work.body)
