"""Fills the scratch installation of the bench `live` in a process of its own; says the body and the token.

`python -m fokozat.cli.bench.live_house`, with FOKOZAT_HOME and DATABASE_URL as the server will have them.
"""

import json
import os
from datetime import UTC, date, datetime

PEOPLE = 60


def fill(today: date) -> dict[str, str]:
    """A federation with a club of some people, and a program's key that may change both."""
    from fokozat.office.actions.enrol import enrol
    from fokozat.office.actions.found_body import found_body
    from fokozat.office.actions.make_token import make_token
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.models import Account, Role
    from fokozat.office.rights import actor_of, operator

    by = operator()
    top = found_body(by, {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})
    club = found_body(by, {"kind": "club", "name": "Kavics Kör", "place": "n0", "parent": top.uid})
    for at in range(PEOPLE):
        card = register_person(by, {"family": "Minta", "given": f"Próba {at}", "keeper": club.uid})
        enrol(by, card, {"body": club.uid, "year": today.year})
    account = Account.objects.create_user("writer@example.org")
    Role.objects.create(account=account, role="registrar")
    _, secret = make_token(actor_of(account, today), {"name": "bench", "scopes": ["bodies"]})
    return {"body": str(club.uid), "token": secret}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "fokozat.site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(fill(datetime.now(UTC).date())))


if __name__ == "__main__":
    main()
