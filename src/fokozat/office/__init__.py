"""The office: the facts of a federation, the actions that change them, and the journal of who did what."""

__all__: tuple[str, ...] = ()
