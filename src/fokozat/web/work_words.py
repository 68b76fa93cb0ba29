"""A long work in the reader's words: its name, its state, how far it is, what came of it, why it did not go on."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from fokozat.kernel import figures
from fokozat.kernel.words import word_fault
from fokozat.office.models.work import Work
from fokozat.office.rights import OPERATOR, Actor
from fokozat.office.work_document import fault_of, share_of
from fokozat.office.work_files import has_result
from fokozat.office.work_queries import may_hand
from fokozat.web.people_desk import moment, say
from fokozat.web.templatetags.words import language
from fokozat.work import lease


@dataclass(frozen=True)
class Now:
    """A work as `office/work_now.html` and the list show it. Addresses are empty where there is nothing to do."""

    uid: str
    url: str
    title: str
    about: tuple[str, ...]
    state: str
    word: str
    lives: bool
    done: int
    total: int
    line: str
    fault: str
    result: tuple[str, ...]
    poll: str
    cancel: str
    retry: str
    file: str
    file_until: str


def now_of(actor: Actor, work: Work) -> Now:
    """As it stands at this moment, for this reader."""
    lives, fault = not work.is_ended, fault_of(work)
    cancellable = lives and not work.cancel_asked and may_hand(actor, "cancel", work)
    again = work.state in (lease.FAILED, lease.CANCELLED) and may_hand(actor, "retry", work)
    has_file = has_result(actor, work)
    return Now(
        uid=str(work.uid),
        url=reverse("work", args=[work.uid]),
        title=title_of(work),
        about=_about(work),
        state=str(work.state),
        word=_state(work),
        lives=lives,
        done=min(work.progress_done, work.progress_total),
        total=work.progress_total,
        line=_line(work) if work.state == lease.RUNNING else "",
        fault=word_fault(fault, language()) if fault else "",
        result=_result(work) if work.state == lease.DONE else (),
        poll=reverse("work-progress", args=[work.uid]) if lives else "",
        cancel=reverse("work-cancel", args=[work.uid]) if cancellable else "",
        retry=reverse("work-retry", args=[work.uid]) if again else "",
        file=reverse("work-file", args=[work.uid]) if has_file else "",
        file_until=moment(work.file_ends_at) if has_file and work.file_ends_at else "",
    )


def title_of(work: Work) -> str:
    return say(f"works.kind-{work.kind}")


def _about(work: Work) -> tuple[str, ...]:
    """Of which body, by whom, when, and the tries where there was more than one."""
    told = [work.body.name] if work.body else []
    if work.slot:
        told.append(say("works.by-itself"))
    else:
        told.append(say("works.asked-by", name=_asker(work)))
    told.append(moment(work.asked_at))
    if work.tries > 1:
        told.append(say("works.try", number=work.tries, most=work.most_tries))
    return tuple(told)


def _asker(work: Work) -> str:
    if work.actor == OPERATOR:
        return say("journal.operator")
    if work.account is None:
        return say("works.nobody")
    return work.account.person.shown_name if work.account.person else work.account.email


def _state(work: Work) -> str:
    if work.cancel_asked and not work.is_ended:
        return say("works.state-stopping")
    return say(f"works.state-{work.state}")


def _line(work: Work) -> str:
    """How far it is, in figures; before anything was counted nothing is said."""
    share = share_of(work)
    if share is None:
        return ""
    rows = work.progress_fields.get("rows", work.progress_fields.get("records", 0))
    share_text = figures.percent(share, language())
    return say(
        f"works.line-{work.kind}", share=share_text, done=work.progress_done, total=work.progress_total, rows=rows
    )


def _result(work: Work) -> tuple[str, ...]:
    """What came of it; of a proof every difference that was kept."""
    result = work.result
    if work.kind == "check" and result["differences"]:
        more = result["differences"] - len(result["told"])
        told = [difference_text(each) for each in result["told"]]
        head = say("works.check-differs", count=result["differences"])
        return (head, *told, *((say("works.check-more", count=more),) if more else ()))
    said = [say(f"works.result-{work.kind}", **{name: each for name, each in result.items() if name != "told"})]
    if result.get("left_out"):
        said.append(say("works.left-out", tables=", ".join(say(f"exports.{name}") for name in result["left_out"])))
    return tuple(said)


def difference_text(difference: dict[str, Any]) -> str:
    """One thing that does not hold, and where."""
    fields = {**difference, "chain": difference.get("body") or say("journal.people")}
    return say(f"works.differs-{difference['what']}", **fields)
