"""Selection levels, certificates, organisers and the society's year."""

__all__: tuple[str, ...] = ()
