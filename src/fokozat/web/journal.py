"""The journal as a page: who changed what and when, newest first, with what was before and after.

Details of private facts are shown to whom the facts themselves are shown; who sees a chain and not a fact reads
that it was changed, no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.kernel.errors import Forbidden, InvalidInput, NotFound
from fokozat.kernel.words import Words
from fokozat.office.facts import read_uid
from fokozat.office.journal import PEOPLE
from fokozat.office.live import journal_topic
from fokozat.office.models import Account, Body, Person, Record
from fokozat.office.models.journal import Chain
from fokozat.office.rights import OPERATOR, VISITOR, Actor, may
from fokozat.office.wishes import Wish
from fokozat.web.frame import page
from fokozat.web.live_marks import marks
from fokozat.web.people_desk import (
    asking,
    bodies_of,
    holds,
    label,
    moment,
    office_page,
    reaches_everywhere,
    say,
    shown,
)
from fokozat.web.people_forms import NOT_ACCEPTED, Worded, words_of
from fokozat.web.tables import ASIDE, MAIN, NAME, QUIET, Address, Cell, Column, Empty, Pages, Row, Table

PAGE = 50
Facts = Mapping[str, object] | None
VERBS = (
    "register", "change", "give-number", "end-number", "enrol", "strike", "merge", "undo-merge", "tell-apart", "erase",
    "keep-birth-date", "keep-contact", "keep-consent", "withdraw-consent", "forget-private", "claim", "decide-claim",
    "report-error", "settle-report", "found", "change-look", "close", "reopen", "import", "undo-import", "open",
    "grant", "end", "make", "revoke", "offer", "open-account", "confirm-address", "change-password", "reset-password",
    "start-second-factor", "end-second-factor", "choose-language", "choose-notices", "make-demo", "remove-demo",
    "ask", "cancel", "retry", "take-out",
)  # fmt: skip
_PRIVATE = {
    "keep-birth-date": "birth-date", "keep-contact": "contact", "keep-consent": "consent",
    "withdraw-consent": "consent",
}  # fmt: skip
_MOST_WATCHED = 8
_SIDES = ("before", "after")
_FILTERS = ("chain", "verb", "since", "until", "who", "subject")


@dataclass(frozen=True)
class Named:
    """What the uids of a page are called, and where they lead."""

    people: Mapping[str, Person]
    bodies: Mapping[str, Body]
    accounts: Mapping[str, str]

    def value(self, name: str, value: object) -> str:
        """A fact for a reader; a uid by the name of what it means."""
        known = self.people.get(str(value)) or self.bodies.get(str(value))
        return known.shown_name if known else self.accounts.get(str(value)) or shown(name, value)


@require_safe
@office_page
def journal(request: HttpRequest) -> HttpResponse:
    """A page of records, filtered."""
    actor, asked = asking(request), request.GET
    live = marks(*(journal_topic(body.uid if body else None) for body in _watched(actor, asked)))
    faults: tuple[Worded, ...] = ()
    records = _seen(actor, asked)
    try:
        records = _filtered(actor, records, asked)
    except InvalidInput as error:
        faults = words_of(error, {name: label(name) for name in ("since", "until")})
        records = records.none()
    found = list(_after(records, asked.get("before", ""))[: PAGE + 1])
    kept = found[:PAGE]
    named = _named(actor, kept)
    first = asked.get("before", "")
    columns = (
        Column("what", say("journal.verb"), NAME),
        Column("subject", say("journal.subject")),
        Column("who", say("journal.who"), QUIET),
        Column("when", say("journal.when"), QUIET, MAIN),
        Column("place", say("journal.chain"), QUIET, ASIDE),
    )
    filtered = any(asked.get(name) for name in _FILTERS)
    address = Address.of(request)
    table = Table(
        say("journal.title"), columns, tuple(_row(actor, record, named) for record in kept),
        Empty(say("journal.none-found" if filtered else "journal.empty"), say("journal.empty-cure")), key="records",
        pages=Pages(address.but(before="") if first else "",
                    address.but(before=str(kept[-1].pk)) if len(found) > PAGE else ""),
    )  # fmt: skip
    context = {
        "table": table,
        "live": live,
        "filters": {name: asked.get(name, "") for name in _FILTERS},
        "chains": [("", say("journal.all-chains")), *_chains(actor)],
        "verbs": [("", say("journal.all-verbs")), *((verb, verb_word(verb)) for verb in VERBS)],
        "filtered": filtered,
        "faults": faults,
        "fault_of": {fault.field: fault.beside for fault in faults},
    }
    return page(request, "office/journal.html", context, NOT_ACCEPTED if faults else 200)


def newest(body: Body | None, count: int) -> list[dict[str, object]]:
    """The last records of a chain as everybody reads them who may see it: without details, without addresses."""
    name = f"body:{body.uid}" if body else PEOPLE
    records = Record.objects.select_related("chain__body").filter(chain__name=name).order_by("-place")[:count]
    found = list(records)
    named = _named(VISITOR, found)
    return [
        {
            "at": moment(each.at),
            "verb": verb_word(each.verb),
            "subject": _subject(each, named)[0],
            "who": _who(each, named),
        }
        for each in found
    ]


def _watched(actor: Actor, asked: QueryDict) -> list[Body | None]:
    """Of which chains the page tells that they have grown: of the one that was chosen, else of the own ones."""
    uid = read_uid(asked.get("chain", ""))
    if uid:
        chosen = Body.objects.select_related("parent").filter(uid=uid).first()
        return [chosen] if chosen and may(actor, "see", "journal", chosen) else []
    everywhere = reaches_everywhere(actor, "see", "journal")
    if asked.get("chain") or everywhere:
        return [None] if everywhere else []
    return list(bodies_of(actor, "see", "journal")[:_MOST_WATCHED])


def verb_word(verb: str) -> str:
    """What was done, in words; a verb that has none yet stands for itself."""
    return say(f"journal.verb-{verb}") if Words.of("web").has("say", f"journal.verb-{verb}") else verb


def _seen(actor: Actor, asked: QueryDict) -> QuerySet[Record]:
    """The records that the actor may see; of a card that is under the own hand, its part of the people's chain."""
    records = Record.objects.select_related("chain__body", "detail").order_by("-at", "-pk")
    if reaches_everywhere(actor, "see", "journal"):
        return records
    uid = read_uid(asked.get("subject", ""))
    card = Person.objects.select_related("keeper").filter(uid=uid).first() if uid else None
    own = Q(kind="person", subject=str(uid)) if card and may(actor, "see", "journal", card) else Q(pk=None)
    if not (card and may(actor, "see", "journal", card)) and not holds(actor, "see", "journal"):
        raise Forbidden("office.no-right", "", verb="see", kind="journal")
    return records.filter(Q(chain__body__in=bodies_of(actor, "see", "journal")) | own)


def _filtered(actor: Actor, records: QuerySet[Record], asked: QueryDict) -> QuerySet[Record]:
    wish = Wish({name: asked.get(name, "") for name in _FILTERS})
    since, until = wish.period("since", "until")
    wish.refuse_faults()
    if asked.get("chain") == PEOPLE:
        records = records.filter(chain__name=PEOPLE)
    elif asked.get("chain"):
        records = records.filter(chain__name=f"body:{read_uid(asked.get('chain', ''))}")
    if asked.get("verb") in VERBS:
        records = records.filter(verb=asked["verb"])
    if since:
        records = records.filter(at__gte=_begin(since))
    if until:
        records = records.filter(at__lt=_begin(until + timedelta(days=1)))
    if who := asked.get("who", "").strip():
        records = records.filter(actor__in=_actors(actor, who))
    if asked.get("subject"):
        records = records.filter(subject=str(read_uid(asked.get("subject", "").strip())))
    return records


def _begin(of: date) -> datetime:
    return datetime.combine(of, time(), tzinfo=UTC)


def _actors(actor: Actor, who: str) -> list[str]:
    """The names under which records were written: of the machine's operator, or of accounts."""
    if who == OPERATOR:
        return [OPERATOR]
    found = Q(uid=read_uid(who)) if read_uid(who) else Q(pk=None)
    if who.isprintable() and holds(actor, "see", "role"):
        found |= Q(email__iexact=who)
    return [str(uid) for uid in Account.objects.filter(found).values_list("uid", flat=True)]


def _after(records: QuerySet[Record], before: str) -> QuerySet[Record]:
    """Older than a record."""
    if not before:
        return records
    if not (before.isascii() and before.isdecimal() and len(before) < 19):
        raise NotFound("office.no-page", "before", uid=before[:40])
    last = Record.objects.filter(pk=int(before)).values_list("at", flat=True).first()
    if last is None:
        raise NotFound("office.no-page", "before", uid=before)
    return records.filter(Q(at__lt=last) | Q(at=last, pk__lt=int(before)))


def _chains(actor: Actor) -> list[tuple[str, str]]:
    chains = [(str(each.uid), each.name) for each in bodies_of(actor, "see", "journal")]
    return [(PEOPLE, say("journal.people")), *chains] if reaches_everywhere(actor, "see", "journal") else chains


def _named(actor: Actor, records: list[Record]) -> Named:
    uids = {uid for each in records for name in _mentioned(each) if (uid := read_uid(name))}
    people = {str(each.uid): each for each in Person.objects.select_related("keeper").filter(uid__in=uids)}
    bodies = {str(each.uid): each for each in Body.objects.filter(uid__in=uids)}
    accounts = {}
    for account in Account.objects.select_related("person").filter(uid__in=uids):
        name = account.person.shown_name if account.person else ""
        seen = holds(actor, "see", "role")
        accounts[str(account.uid)] = name or (
            account.email if seen else say("journal.account", uid=str(account.uid)[:8])
        )
    return Named(people, bodies, accounts)


def _mentioned(record: Record) -> list[object]:
    """The uids of a record, and those in its detail."""
    detail = getattr(record, "detail", None)
    sides = (detail.before, detail.after) if detail else ()
    return [record.subject, record.actor, *(each for side in sides if side for each in side.values())]


def _row(actor: Actor, record: Record, named: Named) -> Row:
    person = named.people.get(record.subject)
    detail = getattr(record, "detail", None)
    private = record.kind == "person" and record.verb in _PRIVATE
    withheld = private and not (person and may(actor, "see", _PRIVATE[record.verb], person))
    told = {
        "erased": detail is None,
        "withheld": bool(detail) and withheld,
        "changes": _changes(detail.before, detail.after, named) if detail and not withheld else [],
    }
    below = render_to_string("parts/changes.html", told) if any(told.values()) else None
    return Row((
        Cell(verb_word(record.verb)), Cell(*_subject(record, named)), Cell(_who(record, named)),
        Cell(moment(record.at)),
        Cell(f"{_chain_name(record.chain)} {record.place}"),
    ), below=below)  # fmt: skip


def _subject(record: Record, named: Named) -> tuple[str, str]:
    """What a record is about, and where that leads."""
    if person := named.people.get(record.subject):
        return person.shown_name, reverse("person", args=[person.uid])
    if body := named.bodies.get(record.subject):
        return body.name, reverse("body", args=[body.uid])
    return named.accounts.get(record.subject, ""), ""


def _who(record: Record, named: Named) -> str:
    return named.accounts.get(record.actor, say("journal.operator") if record.actor == OPERATOR else record.actor)


def _chain_name(chain: Chain) -> str:
    """Whose chain it is; the chain of a body that was removed belongs to nobody any more."""
    if chain.body:
        return chain.body.name
    return say("journal.people" if chain.name == PEOPLE else "journal.removed-body")


def _changes(before: Facts, after: Facts, named: Named) -> list[dict[str, str]]:
    """Fact by fact, what differs."""
    sides = (before or {}, after or {})
    names = [name for name in dict.fromkeys((*sides[0], *sides[1])) if name != "uid"]
    return [
        {
            "label": label(name),
            **{key: named.value(name, side.get(name)) for key, side in zip(_SIDES, sides, strict=True)},
        }
        for name in names
        if sides[0].get(name) != sides[1].get(name)
    ]
