"""Fills an installation for tests with real processes: `python filling.py people COUNT | works COUNT`.

Run in a process of its own, on the installation that the environment names.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fokozat.site.settings")


def people(count: int) -> str:
    """A body with so many made-up people."""
    from fokozat.cli.bench.office_data import fill_people

    return str(fill_people(count).uid)


def works(count: int) -> str:
    """So many small works, each of its own key."""
    from django.db import transaction

    from fokozat.office.models.work import Work
    from fokozat.office.rights import OPERATOR
    from fokozat.office.works import clock, put

    with transaction.atomic():
        for at in range(count):
            put(Work(kind="check", key=f"small {at}", actor=OPERATOR, asked_at=clock()))
    return str(count)


if __name__ == "__main__":
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    sys.stdout.write({"people": people, "works": works}[sys.argv[1]](int(sys.argv[2])))
