"""Text to values and back: the event document `event/1`, and the place for every other exchange format."""

from fokozat.formats.event_document import document_of, write_event
from fokozat.formats.event_reader import event_of
from fokozat.formats.readers import FORMS, WRITTEN, read_event

__all__ = ("FORMS", "WRITTEN", "document_of", "event_of", "read_event", "write_event")
