"""The words that all rooms share; imports nothing but the standard library."""

from fokozat.kernel.event import Event
from fokozat.kernel.paragraph import explain, note, paragraph
from fokozat.kernel.words import LANGUAGES, Words

__all__ = ("LANGUAGES", "Event", "Words", "explain", "note", "paragraph")
