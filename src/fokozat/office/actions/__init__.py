"""What changes facts: one verb a file, each asks the rights, checks the wish, changes and journals in one transaction.

Import an action from its own module; there is nothing to gather here.
"""

__all__: tuple[str, ...] = ()
