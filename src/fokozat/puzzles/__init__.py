"""Puzzle contests: values, generation with proofs, judging of answers, scoring."""

__all__: tuple[str, ...] = ()
