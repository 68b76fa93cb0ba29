"""Fokozat: a mind-sport federation run from its written regulations."""

__all__ = ("__version__",)

__version__ = "0.1.0"
