"""Pairing systems, tie-breaks, standings, formats and series."""

__all__: tuple[str, ...] = ()
