"""Opens the office for a command: Django, the data folder, the database as it must be. Imported when a command runs."""

import os

from fokozat.cli.server import SETTINGS
from fokozat.kernel.errors import InvalidInput, NotFound


def open_office(migrated: bool = True) -> None:
    """From here on a command may ask the office; whoever types on the machine itself is its operator."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    try:
        django.setup()
    except OSError as error:
        raise NotFound("cli.no-home", file=error.filename or "", reason=error.strerror or "") from error
    from django.db import connection
    from django.db.utils import OperationalError

    from fokozat.office.unkept import AWAY, why_unkept

    try:
        connection.ensure_connection()
        if migrated:
            from fokozat.office.upgrade import bring_up_to_date

            bring_up_to_date()
    except OperationalError as error:
        if why_unkept(error) not in ("", AWAY):
            raise
        raise InvalidInput("cli.no-database", reason=str(error)) from error
