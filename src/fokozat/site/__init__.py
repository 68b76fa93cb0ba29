"""Puts the doors together: settings, addresses, and the one callable that a server runs."""

__all__: tuple[str, ...] = ()
