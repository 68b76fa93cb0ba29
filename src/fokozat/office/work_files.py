"""The file that came of a long work: for who asked for it and nobody else, as long as it is kept."""

from collections.abc import Iterator
from pathlib import Path

from django.utils import timezone

from fokozat.kernel.errors import Forbidden, NotFound
from fokozat.office.models.work import Work
from fokozat.office.rights import Actor
from fokozat.office.work_queries import is_own
from fokozat.office.works import folder

_PIECE = 1 << 16


def has_result(actor: Actor, work: Work) -> bool:
    """Whether there is a file for this actor."""
    return bool(work.file) and is_own(actor, work) and _is_kept(work)


def open_result(actor: Actor, work: Work) -> Path:
    """Where the file lies. What it holds is what its asker may see, so others with the same right ask themselves."""
    if not is_own(actor, work):
        raise Forbidden("office.no-right", "", verb="take-out", kind="work")
    if not _is_kept(work):
        raise NotFound("office.work-no-file")
    return folder() / work.file


def pieces(path: Path) -> Iterator[bytes]:
    """The file, piece by piece."""
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def _is_kept(work: Work) -> bool:
    in_time = work.file_ends_at is not None and timezone.now() < work.file_ends_at
    return bool(work.file) and in_time and (folder() / work.file).is_file()
