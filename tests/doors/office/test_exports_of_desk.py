"""The office's own work goes out as tables too, and no table of the office is forgotten."""

from typing import Any

import pytest
from django.apps import apps

from fokozat.office.actions.claim_card import claim_card, decide_claim
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.make_token import make_token
from fokozat.office.actions.merge_people import merge_people, tell_apart, undo_merge
from fokozat.office.actions.report_error import report_error
from fokozat.office.exports import TABLES, export
from fokozat.office.models import Body, Person
from fokozat.office.preview import Agreed, File
from fokozat.office.rights import operator
from fokozat.office.sheet_writers import FORMS, write_table
from tests.doors.office.conftest import TODAY, NewActor, NewPerson

pytestmark = pytest.mark.django_db

# Every model of the office and the tables by which its rows go out; or why they do not.
GO_OUT = {
    "Person": "people", "Body": "bodies", "Membership": "memberships", "Number": "numbers",
    "FormerName": "former-names", "BirthDate": "birth-dates", "Contact": "contacts", "Consent": "consents",
    "System": "systems", "Opening": "openings", "OpeningRow": "openings", "Role": "roles",
    "Record": "journal", "Chain": "journal",
    "Account": "accounts", "Token": "tokens", "Claim": "claims", "Report": "reports", "Merge": "merges",
    "Alias": "merges", "NotSame": "told-apart", "Import": "imports",
}  # fmt: skip
STAY_IN = {
    "SearchWord": "made of names and numbers",
    "Detail": "names persons; who may see it reads it on the page of the journal",
    "SetupLink": "a secret that ends within a day",
    "Idempotency": "answers of the API that end within a day",
    "Topic": "how often something was announced, forgotten after a month",
    "Tally": "how often somebody asked, forgotten after a day",
    "Work": "what a worker did, forgotten after its days; its page has it",
    "Logo": "a picture; the table of bodies has its digest",
}


def test_every_table_of_the_office_goes_out_or_says_why_not() -> None:
    """Whoever adds a model adds a table here, or a reason."""
    models = {model.__name__ for model in apps.get_app_config("office").get_models()}
    assert models == {*GO_OUT, *STAY_IN}
    assert {*GO_OUT.values(), "members"} == set(TABLES)


def rows_of(name: str, body: Body | None) -> list[Any]:
    return list(export(operator(), name, body).rows)


def test_the_work_of_the_office_goes_out(
    society: Body, person: Person, new_person: NewPerson, new_actor: NewActor
) -> None:
    other, third, owner = new_person(), new_person(), new_actor("leader", society)
    decide_claim(operator(), claim_card(owner, person), confirmed=True)
    assert owner.account is not None
    owner.account.refresh_from_db()
    _, secret = make_token(owner, {"name": "laptop", "scopes": ["read"]})
    report_error(owner, {"text": "the year is wrong"})
    tell_apart(operator(), person, third)
    undo_merge(operator(), merge_people(operator(), person, other))
    merge_people(operator(), person, other)
    file = File("tagok.csv", b"Family name\nPr\xc3\xb3ba\n")
    kept = import_members(operator(), society, file, Agreed(file.digest, {}), TODAY)
    for body in (society, None):
        (account,) = rows_of("accounts", body)
        assert (account["email"], account["uid"], account["active"]) == (owner.account.email, str(person.uid), True)
        assert [(row["name"], row["scopes"]) for row in rows_of("tokens", body)] == [("laptop", ["read"])]
        assert [(row["given"], row["state"]) for row in rows_of("claims", body)] == [("Mária", "confirmed")]
        assert [(row["text"], row["settled_at"]) for row in rows_of("reports", body)] == [("the year is wrong", "")]
        merged = [(row["merged"], row["undone_at"] > "") for row in rows_of("merges", body)]
        assert merged == [(str(other.uid), True), (str(other.uid), False)]
        assert [row["other"] for row in rows_of("told-apart", body)] == [str(third.uid)]
        assert [(row["uid"], row["file_name"]) for row in rows_of("imports", body)] == [(str(kept.uid), "tagok.csv")]
    forms = {form: b"".join(write_table(export(operator(), "tokens", None), form, "en")) for form in FORMS}
    assert not any(secret.encode() in data for data in forms.values())
    assert b",yes," in b"".join(write_table(export(operator(), "accounts", None), "csv", "en"))


def test_the_work_of_another_body_stays_out(beside: Body, person: Person, new_actor: NewActor) -> None:
    claim_card(new_actor("officer", person.keeper), person)
    for name in ("accounts", "tokens", "claims", "reports", "merges", "told-apart", "imports"):
        assert rows_of(name, beside) == [], name
    assert len(rows_of("claims", person.keeper)) == len(rows_of("accounts", person.keeper)) == 1
