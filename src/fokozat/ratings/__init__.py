"""Runs an edition over an event; periods, lists and replay follow."""

from fokozat.ratings.document import rated_document
from fokozat.ratings.rating import RatedEvent, RatedPlayer, derive, rate

__all__ = ("RatedEvent", "RatedPlayer", "derive", "rate", "rated_document")
