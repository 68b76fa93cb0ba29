"""What goes out: every table by right, in three forms; what goes out as members comes in elsewhere as the same."""

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import Forbidden, InvalidInput
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import end_number, give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.keep_private import keep_birth_date, keep_consent, keep_contact
from fokozat.office.actions.open_system import open_system
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.actions.register_person import register_person
from fokozat.office.columns import MEMBERS
from fokozat.office.exports import TABLES, Table, export
from fokozat.office.models import Account, Body, Person
from fokozat.office.preview import Agreed, File
from fokozat.office.rights import Actor, actor_of, operator
from fokozat.office.sheet_writers import FORMS, media_type, write_table

pytestmark = pytest.mark.django_db

TODAY = date(2012, 3, 10)
HARMFUL = ("=1+1", "+36 1 234", "-x", "@sum", "'=1", "''", "'ordinary")


def club_of(name: str) -> Body:
    return found_body(operator(), {"kind": "club", "name": name, "country": "HUN"})


@pytest.fixture
def club() -> Body:
    return club_of("Kavics Egyesület")


@pytest.fixture
def anna(club: Body) -> Person:
    made = register_person(operator(), {"family": "Minta", "given": "Anna", "sex": "f", "keeper": club.uid})
    keep_birth_date(operator(), made, {"born": "2001-02-03"}, TODAY)
    keep_contact(operator(), made, {"email": "anna@example.org", "phone": "+36 1 234"})
    give_number(operator(), made, {"scheme": "egf", "value": "007"})
    for year in (2011, 2012):
        enrol(operator(), made, {"body": club.uid, "year": year})
    return made


def actor(role: str, body: Body | None) -> Actor:
    account = Account.objects.create_user(f"{role}@example.org")
    grant_role(operator(), account, {"role": role, "body": body.uid if body else ""})
    return actor_of(account, TODAY)


def written(name: str, form: str, body: Body | None, language: str = "en") -> bytes:
    return b"".join(write_table(export(operator(), name, body), form, language))


def rows_of(name: str, body: Body | None = None) -> list[Any]:
    return list(export(operator(), name, body).rows)


def test_every_table_has_a_cell_for_every_column(club: Body, anna: Person) -> None:
    for name in TABLES:
        table = export(operator(), name, club)
        for row in table.rows:
            assert set(row) >= set(table.columns), name


def test_tables_hold_what_is_kept(club: Body, anna: Person) -> None:
    assert [row["family"] for row in rows_of("people")] == ["Minta"]
    assert [row["name"] for row in rows_of("bodies")] == ["Kavics Egyesület"]
    assert [row["year"] for row in rows_of("memberships", club)] == [2011, 2012]
    assert [(row["scheme"], row["value"]) for row in rows_of("numbers")] == [("egf", "007")]
    assert rows_of("birth-dates")[0]["born"] == date(2001, 2, 3)
    assert rows_of("contacts")[0]["email"] == "anna@example.org"
    assert rows_of("openings") == []


def test_every_kind_of_fact_goes_out(club: Body, anna: Person) -> None:
    keep_consent(operator(), anna, {"given_by": "Minta Szülő", "on": "2012-01-02"})
    change_person(operator(), anna, anna.version, {"family": "Új", "former_name": True, "former_until": "2012-03-01"})
    system = {"key": "go", "name": "Go", "game": "go", "klass": "19x19", "edition": "mgsz-2012", "from": "2012-01-01"}
    open_system(operator(), {**system, "body": club.uid})
    leader = actor("leader", club).account
    assert leader is not None
    assert [(row["given_by"], row["on"]) for row in rows_of("consents", club)] == [("Minta Szülő", date(2012, 1, 2))]
    (former,) = rows_of("former-names", club)
    assert (former["family"], former["former_family"], former["until"]) == ("Új", "Minta", date(2012, 3, 1))
    assert [(row["key"], row["edition"]) for row in rows_of("systems", club)] == [("go", "mgsz-2012")]
    assert [(row["email"], row["role"]) for row in rows_of("roles", club)] == [("leader@example.org", "leader")]
    chain = rows_of("journal", club)
    assert [row["place"] for row in chain] == list(range(1, len(chain) + 1))
    assert [row["previous"] for row in chain] == ["", *(row["hash"] for row in chain[:-1])]
    assert "Minta" not in str(rows_of("journal"))
    for name in TABLES:
        for form in FORMS:
            assert written(name, form, club), (name, form)


def test_another_body_and_the_erased_stay_out(club: Body, anna: Person) -> None:
    other = club_of("Homok Egyesület")
    assert all(rows_of(name, other) == [] for name in TABLES if name not in ("bodies", "journal"))
    erase_person(operator(), anna)
    assert all(rows_of(name, club) == [] for name in TABLES if name not in ("bodies", "journal"))


def test_rights_are_asked_for_every_table(club: Body, anna: Person) -> None:
    officer, visitor = actor("officer", club), actor_of(None, TODAY)
    for name in TABLES:
        if name not in ("bodies", "systems"):
            with pytest.raises(Forbidden):
                export(visitor, name, club)
            with pytest.raises(Forbidden):
                export(officer, name if name != "members" else "people")  # of the installation
    for name in ("birth-dates", "contacts", "consents", "roles", "accounts", "tokens", "claims", "reports", "merges"):
        with pytest.raises(Forbidden):
            export(officer, name, club)
    row = next(iter(export(officer, "members", club).rows))
    assert (row["born"], row["email"], row["phone"]) == (None, "", "")
    assert next(iter(export(actor("registrar", club), "members", club).rows))["email"] == "anna@example.org"


def test_private_facts_of_a_card_that_others_keep_stay_there(club: Body, anna: Person) -> None:
    other = club_of("Homok Egyesület")
    enrol(operator(), anna, {"body": other.uid, "year": 2012})
    registrar = actor("registrar", other)
    row = next(iter(export(registrar, "members", other).rows))
    assert (row["family"], row["born"], row["email"], row["member_years"]) == ("Minta", None, "", [2012])
    assert list(export(registrar, "birth-dates", other).rows) == []
    assert list(export(registrar, "contacts", other).rows) == []


def test_unknown_tables_and_forms_are_refused(club: Body) -> None:
    for name, body in (("secrets", club), ("members", None)):
        with pytest.raises(InvalidInput):
            export(operator(), name, body)
    with pytest.raises(InvalidInput):
        write_table(export(operator(), "people", club), "pdf", "en")
    assert [media_type(form).split(";")[0] for form in FORMS][::2] == ["text/csv", "application/json"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spreadsheet_of_the_land_opens_the_text(club: Body, anna: Person, language: str) -> None:
    data = written("people", "csv", club, language)
    assert data.startswith(b"\xef\xbb\xbf")
    heads, row = csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter="," if language == "en" else ";")
    assert heads[1] == {"en": "Family name", "hu": "Vezetéknév", "et": "Perekonnanimi"}[language]
    assert row[4] == {"en": "female", "hu": "nő", "et": "naine"}[language]


def test_no_cell_is_a_formula() -> None:
    def table() -> Table:
        return Table("people", ("family",), iter([{"family": text} for text in HARMFUL]))

    text = b"".join(write_table(table(), "csv", "hu")).decode("utf-8-sig")
    cells = [row[0] for row in csv.reader(io.StringIO(text))][1:]
    assert cells == ["'=1+1", "'+36 1 234", "'-x", "'@sum", "''=1", "''", "'ordinary"]
    page = load_workbook(io.BytesIO(b"".join(write_table(table(), "xlsx", "hu")))).worksheets[0]
    assert [(cell.value, cell.data_type) for cell in page["A"][1:]] == [(text, "s") for text in HARMFUL]
    assert page["A1"].font.bold


def test_json_is_plain_facts(club: Body, anna: Person) -> None:
    document = json.loads(written("members", "json", club))
    assert [tuple(row) for row in document] == [MEMBERS]
    assert (document[0]["born"], document[0]["egf"], document[0]["member_years"]) == (
        "2001-02-03",
        ["007"],
        [2011, 2012],
    )
    assert json.loads(written("openings", "json", club)) == []


def test_days_of_a_workbook_are_days(club: Body, anna: Person) -> None:
    page = load_workbook(io.BytesIO(written("birth-dates", "xlsx", club))).worksheets[0]
    assert page["D2"].is_date
    page = load_workbook(io.BytesIO(written("memberships", "xlsx", club))).worksheets[0]
    assert page["F2"].value == 2011


# ---------------------------------------------------------------- what goes out comes in

WORDS = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x17F, exclude_categories=("C", "Z")), min_size=1, max_size=20
)
NAMES = st.one_of(
    WORDS, st.sampled_from([*HARMFUL, "Őrsi", "Õun", 'a "b"', "a;b,c", "Nagy Kis", "7", "TRUE", "2001-02-03"])
)


def is_number(text: str) -> bool:
    return "|" not in text and plain_number(text) != ""


SCHEMED = st.sampled_from(["komir", "fide", "egf", "mgsz", "mtte", "licence"])
MEMBER = st.fixed_dictionaries(
    {
        "family": NAMES,
        "given": st.one_of(st.just(""), NAMES),
        "order": st.sampled_from(["family-first", "given-first"]),
        "sex": st.sampled_from(["f", "m", ""]),
        "country": st.sampled_from(["HUN", "EST", ""]),
        "hidden_from_search": st.booleans(),
        "born": st.one_of(st.just(""), st.dates(date(1900, 1, 1), date(2012, 1, 1)).map(date.isoformat)),
        "phone": st.one_of(st.just(""), WORDS),
        "address": st.one_of(st.just(""), NAMES),
        "numbers": st.lists(st.tuples(SCHEMED, WORDS.filter(is_number)), max_size=3),
        "years": st.lists(st.tuples(st.sampled_from(["member", "licence"]), st.integers(1990, 2012)), max_size=3),
    }
)


def keep(body: Body, facts: dict[str, Any], taken: set[tuple[str, str]]) -> None:
    card = register_person(operator(), {**facts, "keeper": body.uid})
    keep_birth_date(operator(), card, {"born": facts["born"]}, TODAY)
    keep_contact(operator(), card, {"phone": facts["phone"], "address": facts["address"]})
    for scheme, value in facts["numbers"]:
        if (scheme, plain_number(value)) not in taken:
            taken.add((scheme, plain_number(value)))
            give_number(operator(), card, {"scheme": scheme, "value": value})
    for kind, year in facts["years"]:
        enrol(operator(), card, {"body": body.uid, "kind": kind, "year": year})


def members_of(body: Body) -> list[str]:
    rows = ({**row, "uid": ""} for row in rows_of("members", body))
    return sorted(json.dumps(row, default=str, sort_keys=True) for row in rows)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(MEMBER, min_size=1, max_size=4), st.sampled_from(["csv", "xlsx"]), st.sampled_from(LANGUAGES))
def test_members_that_went_out_come_in_as_they_were(people: list[dict[str, Any]], form: str, language: str) -> None:
    with transaction.atomic():
        first, taken = club_of("Kavics Egyesület"), set[tuple[str, str]]()
        for facts in people:
            keep(first, facts, taken)
        before = members_of(first)
        data = written("members", form, first, language)
        transaction.set_rollback(True)
    with transaction.atomic():
        second = club_of("Homok Egyesület")
        file = File(f"tagok.{form}", data)
        preview = preview_members(operator(), second, file, TODAY)
        asked = {line.line: "new" for line in preview.lines if line.verdict == "doubtful"}
        twice = [fault.key for fault in preview.faults]
        if not twice:
            import_members(operator(), second, file, Agreed(preview.digest, asked), TODAY)
            assert members_of(second) == before
        assert set(twice) <= {"office.person-twice"}  # the same name and birth date: no sheet tells them apart
        transaction.set_rollback(True)


def test_an_ended_number_does_not_come_in_again(club: Body, anna: Person) -> None:
    end_number(operator(), anna.numbers.get(), TODAY)
    assert rows_of("members", club)[0]["egf"] == []
    assert rows_of("numbers", club)[0]["ends"] == TODAY


def test_members_that_went_out_are_known_when_they_come_back(club: Body, anna: Person) -> None:
    register_person(operator(), {"family": "Minta", "given": "Anna", "keeper": club.uid})
    for form in ("csv", "xlsx"):
        preview = preview_members(operator(), club, File("x", written("members", form, club, "et")), TODAY)
        assert [(line.verdict, line.by, line.added, line.kept) for line in preview.lines] == [
            ("known", "uid", (), ())
        ] * 2
