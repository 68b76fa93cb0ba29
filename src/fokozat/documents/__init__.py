"""Printed matter: certificates, pairing sheets, cross tables and booklets from typst templates."""

__all__: tuple[str, ...] = ()
