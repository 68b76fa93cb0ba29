"""MGSZ 2012: the Go rating regulation of the Hungarian Go Association."""

__all__ = ("players", "rules")

from fokozat.regulations.mgsz_2012 import players, rules
