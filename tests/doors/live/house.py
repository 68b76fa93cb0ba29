"""What the live tests do in processes of their own: fill a new database, change a role, undo what was begun.

Run as a script: `house.py fill`, `house.py end-role`, `house.py place TEXT`, `house.py roll-back`.
"""

import os
import sys
from importlib import import_module

EMAIL = "officer@example.org"


def fill() -> dict[str, str]:
    """A federation, a society in it, an officer of the society with a session, and a token that may change bodies."""
    from fokozat.office.actions.found_body import found_body
    from fokozat.office.actions.make_token import make_token
    from fokozat.office.models import Account, Role
    from fokozat.office.rights import actor_of, operator
    from fokozat.web.people_desk import today

    top = found_body(operator(), {"kind": "federation", "name": "Minta Szövetség", "country": "HUN"})
    society = found_body(operator(), {"kind": "society", "name": "Kavics Kör", "parent": str(top.uid)})
    officer = Account.objects.create_user(EMAIL)
    Role.objects.create(account=officer, role="officer", body=society)
    writer = Account.objects.create_user("writer@example.org")
    Role.objects.create(account=writer, role="registrar")
    _, secret = make_token(actor_of(writer, today()), {"name": "live", "scopes": ["bodies", "people"]})
    return {"federation": str(top.uid), "society": str(society.uid), "session": session(officer), "token": secret}


def session(account: object) -> str:
    """The key of a session in which the account is signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(account.pk)  # type: ignore[attr-defined]
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = account.get_session_auth_hash()  # type: ignore[attr-defined]
    store.save()
    return str(store.session_key)


def new_session() -> dict[str, str]:
    from fokozat.office.models import Account

    return {"session": session(Account.objects.get(email=EMAIL))}


def end_role() -> dict[str, str]:
    """Take the officer's role away, as of yesterday."""
    from datetime import timedelta

    from fokozat.office.actions.grant_role import end_role as end
    from fokozat.office.models import Role
    from fokozat.office.rights import operator
    from fokozat.web.people_desk import today

    end(operator(), Role.objects.get(account__email=EMAIL), today() - timedelta(days=1))
    return {}


def place(text: str) -> dict[str, str]:
    """Change where the society is."""
    from fokozat.office.actions.change_body import change_body
    from fokozat.office.models import Body
    from fokozat.office.rights import operator

    body = Body.objects.get(name="Kavics Kör")
    change_body(operator(), body, body.version, {"place": text})
    return {}


def roll_back() -> dict[str, str]:
    """Change it, and take it back before it is kept."""
    from django.db import transaction

    with transaction.atomic():
        place("Sehol")
        transaction.set_rollback(True)
    return {}


WORK = {"fill": fill, "session": new_session, "end-role": end_role, "place": place, "roll-back": roll_back}

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "fokozat.site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    if sys.argv[1] == "fill":
        call_command("migrate", verbosity=0)
    for name, value in WORK[sys.argv[1]](*sys.argv[2:]).items():  # type: ignore[operator]
        print(f"{name}={value}")  # noqa: T201
