"""Long work: worker processes with timeout and progress, campaigns.

The one room below the office that may use the clock, processes and the network.
"""

__all__: tuple[str, ...] = ()
