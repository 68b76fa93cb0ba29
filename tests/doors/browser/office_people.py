"""Fills a new data folder with people who do not exist, and says what they are called in addresses.

Run in a process of its own: Django would refuse the database where Playwright's event loop runs.
"""

import os
from datetime import date
from importlib import import_module
from random import Random

FAMILIES = (
    "Minta", "Próba", "Teszt", "Példa", "Vázlat", "Ábra", "Képzelt", "Kitalált", "Nemlétező", "Sorminta", "Őrsi",
    "Olemata", "Näidis", "Proovi", "Väljamõeldud", "Šabloon", "Czímer", "Csábi", "Öves", "Ozorai",
)  # fmt: skip
GIVEN = ("Mária", "Péter", "Tünde", "Vilmos", "Gyula", "Zsófia", "Csilla", "Ödön", "Õie", "Ülo", "Anu", "Šura")
PEOPLE = 400


def fill() -> dict[str, str]:
    """A federation with clubs and people, a pair of doubles, a minor, and a registrar who is signed in."""
    from fokozat.office.actions.enrol import enrol
    from fokozat.office.actions.found_body import found_body
    from fokozat.office.actions.give_number import give_number
    from fokozat.office.actions.keep_private import keep_birth_date, keep_contact
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.rights import operator

    by, chance = operator(), Random(7)
    top = found_body(by, {"kind": "federation", "name": "Minta Szövetség", "country": "HUN", "place": "Budapest"})
    clubs = [
        found_body(by, {"kind": "club", "name": name, "country": country, "place": place, "parent": top.uid})
        for name, country, place in (
            ("Kavics Egyesület", "HUN", "Szeged"),
            ("Próba Gó Klub", "HUN", "Pécs"),
            ("Näidise Goklubi", "EST", "Tartu"),
        )
    ]
    cards = []
    for at in range(PEOPLE):
        club = chance.choice(clubs)
        family, given = FAMILIES[at % len(FAMILIES)], f"{chance.choice(GIVEN)} {chr(65 + at % 26)}{at}"
        card = register_person(by, {"family": family, "given": given, "country": club.country, "keeper": club.uid})
        enrol(by, card, {"body": club.uid, "year": date.today().year})  # noqa: DTZ011
        cards.append(card)
    facts = {"family": "Minta", "given": "Mária", "sex": "f", "country": "HUN", "keeper": clubs[0].uid}
    one, other = register_person(by, facts), register_person(by, {**facts, "country": ""})
    for scheme, value, begins in (("egf", "12345678", "2012-03-10"), ("mgsz", "M-0042", None)):
        give_number(by, one, {"scheme": scheme, "value": value, "begins": begins})
    keep_birth_date(by, one, {"born": f"{date.today().year - 11}-05-06"}, date.today())  # noqa: DTZ011
    keep_contact(by, one, {"email": "maria@example.org", "phone": "+36 1 555 0100"})
    for year in (2024, 2025, 2026):
        enrol(by, one, {"body": clubs[0].uid, "year": year})
    shared = register_person(by, {**facts, "family": "Közös"})
    return {"card": str(one.uid), "one": str(one.uid), "other": str(other.uid), "shared": str(shared.uid),
            "club": str(clubs[0].uid)}  # fmt: skip


def sign_in() -> dict[str, str]:
    """The session of a registrar."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from fokozat.office.models import Account, Role

    account = Account.objects.create_user("registrar@example.org")
    Role.objects.create(account=account, role="administrator")
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.save()
    return {"cookie": settings.SESSION_COOKIE_NAME, "session": session.session_key or ""}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "fokozat.site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for name, value in {**fill(), **sign_in()}.items():
        print(f"{name}={value}")  # noqa: T201
