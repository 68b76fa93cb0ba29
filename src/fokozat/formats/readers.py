"""Which format a file is in, told by its content, and the reader of each. A further format is one line in READERS."""

from collections.abc import Callable
from dataclasses import dataclass

from fokozat.formats.event_reader import event_of
from fokozat.formats.file_text import decode, refuse_unreadable
from fokozat.formats.h9 import is_h9, read_h9
from fokozat.formats.opengotha import is_opengotha, read_opengotha
from fokozat.formats.strict_json import parse
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.event import Event


@dataclass(frozen=True)
class Reader:
    """A format: its name for `--from`, how its files begin, and how it is read."""

    form: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], Event]


def read_event(data: bytes, form: str | None = None) -> Event:
    """The event that a file holds. Every fault that is found is named with its place; a faulty file is refused."""
    refuse_unreadable(data)
    return _reader(data, form).read(data)


def _reader(data: bytes, form: str | None) -> Reader:
    if form is not None:
        for reader in READERS:
            if reader.form == form:
                return reader
        raise InvalidInput("formats.unknown-form", form=form, known=FORMS)
    for reader in READERS:
        if reader.recognises(data):
            return reader
    raise InvalidInput("formats.unknown-format", known=FORMS)


def _begins_like_json(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def _read_document(data: bytes) -> Event:
    return event_of(parse(decode(data)))


READERS: tuple[Reader, ...] = (
    Reader("event/1", _begins_like_json, _read_document),
    Reader("opengotha", is_opengotha, read_opengotha),
    Reader("h9", is_h9, read_h9),
)
FORMS: tuple[str, ...] = tuple(reader.form for reader in READERS)
WRITTEN: tuple[str, ...] = ("event/1",)
