"""A long journal proved as a stream: how many records a second, and in how much memory, on a scratch database.

The peer of the pace is the same reading without looking at any digest; that of the memory a chain of a tenth.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from fokozat.cli.bench.measure import Figure, median, once

if TYPE_CHECKING:
    from fokozat.office.models.journal import Chain

RECORDS = 1_000_000
SHORT = RECORDS // 10
RUNS = 3
MEBI = 1024  # kibibytes
MARK, FORGET_THE_HIGHEST = Path("/proc/self/clear_refs"), "5"  # what Linux keeps of a process's memory begins anew


def journal() -> tuple[Figure, ...]:
    """Proving a chain of a million records."""
    import tempfile

    from fokozat.cli.bench.office_data import fill_journal, scratch_database

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as folder, scratch_database(folder) as vendor:
        short, long = fill_journal(SHORT, "short"), fill_journal(RECORDS, "long")
        prove(short)  # whatever is made once is made now
        return (*_memory(vendor, short, long), _pace(vendor, long))


def prove(chain: "Chain") -> None:
    """Look at every record; a chain that was just made holds."""
    from fokozat.office.journal import broken_links

    if list(broken_links(chain)):
        raise RuntimeError(f"{chain.name} does not hold")


def _pace(vendor: str, chain: "Chain") -> Figure:
    def read() -> None:
        for _ in chain.records.order_by("place").values_list().iterator(2000):
            pass

    ours = median([once(lambda: prove(chain)) for _ in range(RUNS)])
    peer = median([once(read) for _ in range(RUNS)])
    what = f"{vendor}, {RECORDS:,} records"
    return Figure("journal", what, "records/s", RECORDS / ours, "reading only", RECORDS / peer)


def _memory(vendor: str, short: "Chain", long: "Chain") -> tuple[Figure, ...]:
    """The most memory of the process while it proved; nothing where the system does not tell it."""
    if not MARK.exists():
        return ()
    less, more = _highest(short), _highest(long)
    return (Figure("journal", f"{vendor}, memory for {RECORDS:,}", "MiB", more, f"memory for {SHORT:,}", less),)


def _highest(chain: "Chain") -> float:
    MARK.write_text(FORGET_THE_HIGHEST)
    prove(chain)
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / MEBI
