"""Which SQLite serves, and how it writes.

Versions before 3.51.3 can corrupt a WAL database when two connections write and checkpoint at once; the wheel
`pysqlite3` brings a newer one than most systems have. Where it is missing, the rollback journal serves instead.
"""

import sys

SAFE_WAL = (3, 51, 3)


def use_newest() -> None:
    """Put the wheel's SQLite in the place of Python's own. Must run before Django opens its backend."""
    try:
        import pysqlite3
    except ImportError:
        return  # not built for this platform; journal_mode() then looks at Python's own version
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def version() -> tuple[int, ...]:
    """The version of the library that is in use."""
    import sqlite3

    return sqlite3.sqlite_version_info


def journal_mode(found: tuple[int, ...]) -> str:
    """WAL only where it is safe."""
    return "WAL" if found >= SAFE_WAL else "TRUNCATE"


def start_commands(found: tuple[int, ...]) -> str:
    """What every connection is told first. mmap stays off: it was reported to make the WAL fault worse."""
    return f"PRAGMA journal_mode={journal_mode(found)}; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"
