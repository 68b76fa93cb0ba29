"""Long work: the law of a lease, and the loop of a worker with time limits and bounded children.

The one room below the office that may use the clock, processes and the network.
"""

__all__: tuple[str, ...] = ()
