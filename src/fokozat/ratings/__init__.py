"""Runs an edition over an event; periods, lists and replay follow."""

from fokozat.ratings.document import rated_document
from fokozat.ratings.rating import RatedEvent, derive, rate, weigh

__all__ = ("RatedEvent", "derive", "rate", "rated_document", "weigh")
