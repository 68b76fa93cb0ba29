"""A database of PostgreSQL for one test, beside the others of the same server, gone afterwards."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Identifier


@contextmanager
def own_database() -> Iterator[str]:
    """Its address; the server is that of DATABASE_URL."""
    server, name = os.environ["DATABASE_URL"], f"own_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
