"""The command line: turns what was typed into a question to the pure rooms, and words the answer."""

__all__: tuple[str, ...] = ()
