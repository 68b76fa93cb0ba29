"""What templates may load."""

__all__: tuple[str, ...] = ()
