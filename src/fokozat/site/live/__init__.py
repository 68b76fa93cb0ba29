"""Pushes what changes to who is looking: the hub, what it hears from the database, the streams at `/events/`."""

__all__: tuple[str, ...] = ()  # the hub stands without Django, so nothing is shown here
