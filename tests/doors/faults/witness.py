"""Fills an installation and then says, whenever it is asked, what is really kept: `python witness.py`.

Runs in a process of its own on the installation that the environment names. A line of JSON in, a line of JSON out.
"""

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fokozat.site.settings")

FAMILY = "Próba"
Answer = dict[str, Any]


def fill(wanted: Answer) -> Answer:
    """A club, cards of made-up people, and a registrar with keys and signed-in browsers."""
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0, interactive=False)
    from fokozat.office.actions.found_body import found_body
    from fokozat.office.actions.make_token import make_token
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.models import Account, Role
    from fokozat.office.rights import actor_of, operator

    club = found_body(operator(), {"kind": "club", "name": "Kavics Kör", "country": "HUN"})
    wish = {"family": "Minta", "given": "0", "keeper": club.uid}
    cards = [str(register_person(operator(), wish).uid) for _ in range(wanted["cards"])]
    today, keys, sessions = datetime.now(UTC).date(), [], []
    for at in range(wanted["accounts"]):
        account = Account.objects.create_user(f"writer{at}@example.org", "kavics-es-fonal-7")
        Role.objects.create(account=account, role="registrar")
        actor = actor_of(account, today)
        keys.append(make_token(actor, {"name": "k", "scopes": ["people"]})[1])
        browser = Client()
        browser.force_login(account)
        sessions.append(browser.cookies["session"].value)
    return {"club": str(club.uid), "cards": cards, "keys": keys, "sessions": sessions}


def look(wanted: Answer) -> Answer:
    """What stands in the tables and in the journal, and whether both are whole."""
    from django.db import connection

    from fokozat.office.check import check
    from fokozat.office.models import Person, Record

    registered = Record.objects.filter(verb="register", detail__after__family=FAMILY)
    cards = {}
    for uid in wanted["cards"]:
        told = Record.objects.filter(subject=uid, verb="change").order_by("place")
        card = Person.objects.get(uid=uid)
        marks = list(told.values_list("detail__after__given", flat=True))
        cards[uid] = {"version": card.version, "given": card.given, "changes": marks}
    proved, quick = check(), "ok"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            quick = cursor.fetchone()[0]
    return {
        "people": list(Person.objects.filter(family=FAMILY).values_list("given", flat=True)),
        "registered": list(registered.values_list("detail__after__given", flat=True)),
        "cards": cards,
        "differences": [[each.key, repr(each.fields)] for each in proved.differences],
        "records": proved.records,
        "quick": quick,
    }


def ask(_wanted: Answer) -> Answer:
    """Something to do for the worker."""
    from fokozat.office.actions.ask_work import ask_work
    from fokozat.office.rights import operator

    work, is_new = ask_work(operator(), "check", {})
    return {"uid": str(work.uid), "new": is_new}


def works(wanted: Answer) -> Answer:
    """How those that were asked for stand, with how often the journal says that somebody asked."""
    from fokozat.office.models import Record
    from fokozat.office.models.work import Work

    told = {}
    for work in Work.objects.filter(uid__in=wanted["uids"]):
        asked = Record.objects.filter(verb="ask", subject=str(work.uid)).count()
        told[str(work.uid)] = {"state": work.state, "tries": work.tries, "most": work.most_tries, "asked": asked}
    return told


COMMANDS: dict[str, Callable[[Answer], Answer]] = {"fill": fill, "look": look, "ask": ask, "works": works}


def main() -> None:
    import django

    django.setup()
    from django.db import connection

    for line in sys.stdin:
        wanted = json.loads(line)
        answer = COMMANDS[wanted["command"]](wanted)
        connection.close()  # the server may be killed before the next question
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
