"""DATABASE_URL as Django's settings: an embedded SQLite file or a PostgreSQL server, nothing else."""

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from fokozat.kernel.errors import InvalidInput
from fokozat.site import sqlite

# What may stand behind the question mark of a PostgreSQL address, as its own library calls it.
SERVER_OPTIONS = frozenset(
    ("sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "application_name", "target_session_attrs")
)
_SECONDS_KEPT = 600


def database_settings(url: str, home: Path) -> dict[str, Any]:
    """The entry of DATABASES; without an address the file `fokozat.sqlite3` in the data folder."""
    if not url:
        return _sqlite(home / "fokozat.sqlite3")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # urlsplit looks at the port only when it is asked for
    except ValueError:
        raise InvalidInput("site.database-address", url=_without_secret(url)) from None
    if parts.scheme == "sqlite":
        return _sqlite(_sqlite_file(parts, url))
    if parts.scheme in ("postgresql", "postgres"):
        return _postgresql(parts, url)
    raise InvalidInput("site.database-kind", kind=parts.scheme or _without_secret(url))


def _sqlite_file(parts: SplitResult, url: str) -> Path:
    """`sqlite:///file` stands in the working folder, `sqlite:////folder/file` at its absolute place."""
    path = unquote(parts.path)[1:]
    if parts.netloc or parts.query or not path or "\0" in path or ":memory:" in path:
        raise InvalidInput("site.database-file", url=_without_secret(url))
    return Path(path).resolve()


def _sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": sqlite.start_commands(sqlite.version()),
        },
    }


def _postgresql(parts: SplitResult, url: str) -> dict[str, Any]:
    name, options = unquote(parts.path.lstrip("/")), dict(parse_qsl(parts.query))
    socket = options.pop("host", "")
    if unknown := sorted(set(options) - SERVER_OPTIONS):
        raise InvalidInput("site.database-option", options=tuple(unknown), known=tuple(sorted(SERVER_OPTIONS)))
    if not name or "/" in name or (socket and parts.hostname):
        raise InvalidInput("site.database-address", url=_without_secret(url))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": socket or parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": _SECONDS_KEPT,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def _without_secret(url: str) -> str:
    """The address as it may be shown: without user and password."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
