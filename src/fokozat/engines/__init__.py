"""Players, solvers and the laboratory, written once over the protocol of `games`."""

__all__: tuple[str, ...] = ()
