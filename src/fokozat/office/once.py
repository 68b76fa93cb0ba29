"""Whoever asks again under the same key gets the answer of the first time, and nothing is done twice.

Programs and the pages of the outbox choose their own keys. The answer is kept in the transaction of the change: of
two who come at once the second waits for the first. What failed is not kept and may be tried again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from fokozat.office.models import Account, Idempotency

KEPT_FOR = timedelta(hours=24)


class KeyUsed(Exception):
    """The key stands for another change."""


@dataclass(frozen=True)
class Question:
    """Who asks, under which key, and a digest of what for."""

    account: Account
    key: str
    digest: str


@dataclass(frozen=True)
class Answer:
    """What was said; a later asker gets exactly this."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    content: str = ""


def once(question: Question, do: Callable[[], Answer]) -> tuple[Answer, bool]:
    """The answer, and whether it is that of an earlier time."""
    now = timezone.now()
    forget_old_answers(now)
    with transaction.atomic():
        kept, new = Idempotency.objects.get_or_create(
            account=question.account, key=question.key, defaults={"digest": question.digest, "made_at": now}
        )
        if not new:
            if kept.digest != question.digest:
                raise KeyUsed
            return Answer(kept.status, kept.headers, kept.content), True
        answer = do()
        kept.status, kept.headers, kept.content = answer.status, dict(answer.headers), answer.content
        kept.save(update_fields=("status", "headers", "content"))
    return answer, False


def forget_old_answers(now: datetime) -> int:
    """Answers that nobody may ask for again; they name persons."""
    return Idempotency.objects.filter(made_at__lt=now - KEPT_FOR).delete()[0]
