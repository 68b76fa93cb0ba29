"""Board games behind one protocol, their boards as drawings."""

__all__: tuple[str, ...] = ()
