"""`/api/v1/work`: how a long work stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from fokozat.api.answering import personal
from fokozat.api.answers import Loose, Reader, answers
from fokozat.api.language import language_of
from fokozat.api.office_schema import READ_SECURITY
from fokozat.api.tokens import reader
from fokozat.office.work_document import work_document
from fokozat.office.work_queries import find_work

router = Router(tags=["work"])


class WorkFault(Loose):
    """Why it failed, or why its last try did."""

    key: str
    text: str
    fields: dict[str, Any]


class WorkProgress(Loose):
    """So much of so much; a total of 0 where nothing was counted yet."""

    done: int
    total: int


class WorkShape(Loose):
    """A long work, as `fokozat work show --json`. `state`: waiting, running, done, failed or cancelled."""

    uid: str
    kind: str
    body: str | None
    state: str
    cancel_asked: bool
    tries: int
    most_tries: int
    progress: WorkProgress
    result: dict[str, Any]
    fault: WorkFault | None
    file_ends_at: str | None
    asked_at: str
    started_at: str | None
    ended_at: str | None


@router.get(
    "/{uid}",
    response=answers(WorkShape, 401, 404),
    openapi_extra=READ_SECURITY,
    url_name="work",
    summary="How a long work stands",
)
def work(request: HttpRequest, uid: str, asked: Query[Reader]) -> HttpResponse:
    """The own, and those of bodies in which the token's account sees what runs; nothing else is there."""
    language = asked.lang or language_of(request)
    return personal(work_document(find_work(reader(request), uid), language), language)
