"""The pages of accounts: sign in and out, keys, the own card and data; for officers claims and roles."""

__all__: tuple[str, ...] = ()
