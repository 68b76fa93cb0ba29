"""Pushes what changes to who is looking: the hub, what it hears from the database, the streams at `/events/`."""

from fokozat.site.live.stream import Events

__all__ = ("Events",)
