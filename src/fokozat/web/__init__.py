"""The pages: translate a request into a query, word the answer."""

__all__: tuple[str, ...] = ()
