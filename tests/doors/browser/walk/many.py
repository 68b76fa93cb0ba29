"""Four hundred of everything that a page lists: made by the office's own actions where that is quick, else in bulk."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.register_person import register_person
from fokozat.office.models import Account, Body, Claim, Consent, Import, Membership, Person, Role, System, Token
from fokozat.office.models.accounts import Report
from fokozat.office.models.people import FormerName
from fokozat.office.preview import Agreed, File
from fokozat.office.rights import Actor

LONG = "Legmegengesztelhetetlenebbjeitekkel"
FAMILIES = ("Minta", "Próba", "Teszt", "Példa", "Vázlat", "Képzelt", "Kitalált", "Őrsi", "Näidis", "Väljamõeldud", LONG)
GIVEN = ("Mária", "Péter", "Tünde", "Zsófia", "Ödön", "Õie", "Ülo", "Šura", f"{LONG} Hosszúnevű")
NOW = datetime.now(UTC)


def many(by: Actor, rows: int, today: date) -> None:
    """A federation with so many clubs and people, a club with so many members, a card with so many years."""
    top = found_body(
        by, {"kind": "federation", "name": f"{LONG} Minta Szövetség", "country": "HUN", "place": "Budapest"}
    )
    clubs = [
        found_body(by, {"kind": "club", "name": f"{at}. {LONG if at % 50 == 0 else 'Kavics'} Egyesület",
                        "country": "HUN", "place": "Hódmezővásárhelykutasipuszta", "parent": str(top.uid)})
        for at in range(rows)
    ]  # fmt: skip
    cards = [
        register_person(by, {"family": FAMILIES[at % len(FAMILIES)], "given": f"{GIVEN[at % len(GIVEN)]} {at}",
                             "country": "HUN", "keeper": str(clubs[0].uid)})
        for at in range(rows)
    ]  # fmt: skip
    for card in cards:
        enrol(by, card, {"body": str(clubs[0].uid), "year": today.year})
    _long_card(by, cards[0], clubs, today)
    _alike(by, clubs[0])
    _imports(by, clubs[0], rows, today)
    _systems(top, rows, today)
    _accounts(top, cards, rows)


def _long_card(by: Actor, card: Person, clubs: list[Body], today: date) -> None:
    """One who was everywhere, every year, under many numbers and names."""
    years = range(today.year - 10, today.year)
    Membership.objects.bulk_create(
        Membership(person=card, body=club, kind="member", year=year)
        for year in years
        for club in clubs[: len(clubs) // 10]
    )
    for at in range(20):
        give_number(by, card, {"scheme": "mtte", "value": f"{LONG[:20]}-{at:04}", "begins": f"{today.year - at}-01-01",
                               "ends": f"{today.year - at}-12-31"})  # fmt: skip
    FormerName.objects.bulk_create(FormerName(person=card, family=f"{LONG} {at}", given="Mária") for at in range(20))
    Consent.objects.bulk_create(Consent(person=card, given_by=f"{LONG} {at}", on=today) for at in range(20))


def _alike(by: Actor, club: Body) -> None:
    """Cards of one name: every two of them are a pair to look at."""
    for _ in range(12):
        register_person(by, {"family": LONG, "given": "Azonos", "country": "HUN", "keeper": str(club.uid)})


def _imports(by: Actor, club: Body, rows: int, today: date) -> None:
    """One list of members that was really taken in, and many more that stand in the table."""
    text = "\n".join(("Vezetéknév;Utónév", *(f"Betöltött;Személy {at}" for at in range(rows))))
    file = File(f"{LONG.lower()}_tagok_{today.year}.csv", text.encode())
    import_members(by, club, file, Agreed(file.digest, {}), today)
    Import.objects.bulk_create(
        Import(kind="members", body=club, file_name=f"{LONG.lower() * 4}-{at}.csv", digest=_digest(at),
               made_at=NOW - timedelta(hours=at), actor="operator", undone_at=NOW if at % 2 else None, made={})
        for at in range(rows)
    )  # fmt: skip


def _systems(body: Body, rows: int, today: date) -> None:
    System.objects.bulk_create(
        System(body=body, key=f"rendszer-{at}", name=f"{LONG if at % 50 == 0 else 'Rendszer'} {at}", game="go",
               klass="19x19", editions=[{"edition": "mgsz-2012", "from": f"{today.year}-01-01"}])
        for at in range(rows)
    )  # fmt: skip


def _accounts(top: Body, cards: list[Person], rows: int) -> None:
    """Accounts with roles, claims that wait and reports of errors."""
    Account.objects.bulk_create(
        Account(email=f"{LONG.lower() if at % 50 == 0 else 'szemely'}.{at}@example.org", password="!")
        for at in range(rows)
    )  # fmt: skip
    accounts = list(Account.objects.order_by("pk"))
    Role.objects.bulk_create(Role(account=each, role="registrar", body=top) for each in accounts)
    pairs = list(zip(accounts, cards, strict=True))
    Claim.objects.bulk_create(Claim(account=account, person=card, asked_at=NOW) for account, card in pairs)
    Report.objects.bulk_create(
        Report(account=account, person=card, text=f"{LONG} " * 20 + LONG * 5, told_at=NOW) for account, card in pairs
    )


def tokens(account: Any, rows: int) -> None:
    """So many keys of one account."""
    Token.objects.bulk_create(
        Token(account=account, name=f"{LONG} {at}"[:60], digest=_digest(at), scopes=["read", "people"])
        for at in range(rows)
    )  # fmt: skip


def _digest(at: int) -> str:
    return sha256(f"made up {at}".encode()).hexdigest()
