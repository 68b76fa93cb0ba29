"""The door for programs: the same questions and answers as on the command line, over HTTP."""

__all__: tuple[str, ...] = ()
