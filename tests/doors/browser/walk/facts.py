"""Fills a data folder for the walk: `facts.py demo|full|empty|bare` prints what stands there and who is signed in.

Run in a process of its own: Django would refuse the database where Playwright's event loop runs.
A thing is what an address names: the walk puts its fields into the routes that `routes.toml` gives it to.
"""

import json
import os
import sys
import time
from datetime import UTC, datetime
from typing import Any

PASSWORD = "kavics-es-fonal-7"
ROWS = 400
Things = dict[str, dict[str, str]]
TODAY = datetime.now(UTC).date()


def rows_of_demo() -> None:
    """The demo, as the button and the command make it, and what an office has after a while."""
    from fokozat.office.actions.make_demo import make_demo
    from fokozat.office.rights import operator

    make_demo(operator(), 1, TODAY)
    _after_a_while(operator())


def rows_of_full() -> None:
    """Four hundred of everything that is listed, with the longest words that a table has to bear."""
    from fokozat.office.rights import operator
    from tests.doors.browser.walk.many import many

    many(operator(), ROWS, TODAY)
    _after_a_while(operator())


def _after_a_while(by: Any) -> None:
    """Every kind of record once: a number, a consent, two cards that look alike, two that were merged."""
    from fokozat.office.actions.ask_work import ask_work
    from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact
    from fokozat.office.actions.merge_people import merge_people
    from fokozat.office.actions.open_system import open_system
    from fokozat.office.actions.register_person import register_person
    from fokozat.office.models import Body, Person

    club = Body.objects.filter(kind="club").order_by("pk")[0]
    facts = {"family": "Kettős", "given": "Kornélia", "country": "HUN", "keeper": str(club.uid)}
    one, _other, third = (register_person(by, facts) for _ in range(3))
    keep_birth_date(by, one, {"born": f"{TODAY.year - 11}-05-06"}, TODAY)
    keep_contact(by, one, {"email": "kornelia@example.org", "phone": "+36 1 555 0100"})
    keep_consent(by, one, {"given_by": "Kettős Kálmán", "on": f"{TODAY.year}-01-05"})
    merge_people(by, Person.objects.get(pk=one.pk), Person.objects.get(pk=third.pk))
    top = Body.objects.get(parent=None, kind="federation")
    system = {"name": "Próba", "key": "proba", "game": "go", "klass": "19x19", "edition": "mgsz-2012"}
    open_system(by, {**system, "from": f"{TODAY.year}-01-01", "body": str(top.uid)})
    ask_work(by, "export", {"body": str(top.uid), "form": "csv"})


def things() -> Things:
    """What addresses can name here, as the fields of a route; a thing that is not there is left out."""
    from allauth.account.forms import default_token_generator
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC
    from allauth.account.utils import user_pk_to_url_str

    from fokozat.office.models import (
        Account,
        Body,
        Consent,
        Import,
        Membership,
        Number,
        Person,
        Role,
        System,
        Token,
    )
    from fokozat.office.models.people import Merge
    from fokozat.office.models.work import Work

    found: dict[str, dict[str, Any]] = {"edition": {"edition": "mgsz-2012"}}
    living = Person.objects.filter(merged_into=None, erased_at=None)
    alike = living.filter(family="Kettős").order_by("pk")
    consent = Consent.objects.filter(withdrawn_on=None).first()
    # the card with most on it
    membership = Membership.objects.filter(person__numbers__isnull=False).order_by("pk").first()
    number = Number.objects.filter(person=membership.person).first() if membership else None
    if membership and number and consent:
        card = str(membership.person.uid)
        found |= {
            "person": {"uid": card},
            "membership": {"uid": card, "key": membership.pk},
            "number": {"uid": card, "key": number.pk},
            "consent": {"uid": str(consent.person.uid), "key": consent.pk},
            "pair": {"one": str(alike[0].uid), "other": str(alike[1].uid)},
            "merge": {"key": Merge.objects.filter(undone_at=None)[0].pk},
        }
    if body := Body.objects.filter(kind="federation").order_by("pk").first():
        found["body"] = {"uid": str(body.uid)}
    if club := Body.objects.filter(kind="club", closed_on=None).order_by("pk").first():
        found["club"] = {"uid": str(club.uid)}
    if kept := Import.objects.filter(kind="members", undone_at=None).order_by("pk").first():
        found["import"] = {"uid": str(kept.uid)}
    if system := System.objects.filter(openings=None).first():
        found["system"] = {"uid": str(system.uid)}
    if work := Work.objects.filter(kind="export").first():
        found["work"] = {"uid": str(work.uid)}
    if role := Role.objects.order_by("pk").first():
        found["role"] = {"key": role.pk}
    if token := Token.objects.filter(account__email="player@example.org", ends_at=None).order_by("pk").first():
        found["token"] = {"uid": str(token.uid)}
    if account := Account.objects.filter(email="player@example.org").first():
        key = {"uidb36": user_pk_to_url_str(account), "key": default_token_generator.make_token(account)}
        found["forgotten"] = key
        address = EmailAddress.objects.filter(verified=False).first()
        found["address"] = {"key": EmailConfirmationHMAC(address).key}
    return found


def accounts() -> dict[str, str]:
    """The sessions of a player, an administrator, one with a second factor, and one who still owes the code."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    from fokozat.office.models import Account, Claim, Person, Role
    from tests.doors.browser.walk.many import tokens

    player, officer, secured = (
        Account.objects.create_user(f"{name}@example.org", PASSWORD) for name in ("player", "administrator", "secured")
    )
    for account in (player, officer, secured):
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    EmailAddress.objects.create(user=player, email="uj@example.org", verified=False, primary=False)
    for account in (officer, secured):
        Role.objects.create(account=account, role="administrator")
    if card := Person.objects.filter(merged_into=None, numbers__isnull=False, account=None).order_by("pk").first():
        Account.objects.filter(pk=player.pk).update(person=card)
        Claim.objects.create(account=officer, person=card, asked_at=datetime.now(UTC))
    sessions = {"player": _signed_in(player.email), "administrator": _signed_in(officer.email)}
    sessions["secured"] = _signed_in(secured.email)
    if Person.objects.count() > ROWS:
        tokens(player, ROWS)
    TOTP.activate(secured, generate_totp_secret())
    sessions["half"] = _signed_in(secured.email)
    RecoveryCodes.activate(secured)
    return sessions


def _signed_in(email: str) -> str:
    """The key of the session after the sign-in page; what asks for the password again is content for a day."""
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1")
    client.post("/en/account/sign-in/", {"login": email, "password": PASSWORD})
    session = client.session
    for method in session.get("account_authentication_methods", ()):
        method.update(at=time.time() + 24 * 3600, reauthenticated=True)
    if begun := session.get("account_login"):  # the code may be typed all day
        begun["initiated_at"] = time.time() + 24 * 3600
    session.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def rows_of_empty() -> None:
    """Nothing but the accounts."""


FILLINGS = {"demo": rows_of_demo, "full": rows_of_full, "empty": rows_of_empty}

if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "fokozat.site.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    kind = sys.argv[1]
    told: dict[str, Any] = {"sessions": {}, "things": {"edition": {"edition": "mgsz-2012"}}}
    if kind in FILLINGS:
        FILLINGS[kind]()
        told["sessions"] = accounts()
        told["things"] = things()
    told["cookie"] = settings.SESSION_COOKIE_NAME
    print(json.dumps(told))  # noqa: T201
