"""Lists of members and of opening balances: looked at, decided, taken in whole or not at all, and taken back."""

import io
from datetime import date
from time import process_time
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from openpyxl import Workbook

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import Conflict, FokozatError, Forbidden, InvalidInput, NotFound
from fokozat.kernel.words import word_fault
from fokozat.office import import_keeping
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.grant_role import grant_role
from fokozat.office.actions.import_members import import_members
from fokozat.office.actions.keep_private import keep_birth_date
from fokozat.office.actions.merge_people import merge_people
from fokozat.office.actions.preview_import import preview_members
from fokozat.office.actions.register_person import register_person
from fokozat.office.actions.undo_import import undo_import
from fokozat.office.journal import broken_links
from fokozat.office.models import Account, Body, Import, Membership, Number, Person
from fokozat.office.models.journal import Chain, Detail
from fokozat.office.models.people import SearchWord
from fokozat.office.preview import Agreed, File, Preview, read_decision
from fokozat.office.rights import Actor, actor_of, operator

pytestmark = pytest.mark.django_db

TODAY = date(2012, 3, 10)
HEADS = "Vezetéknév;Utónév;Született;EGF-szám;Tagság éve;E-mail-cím"
UNTOUCHED = ("chain", "record", "detail", "import")


@pytest.fixture
def club() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Kavics Egyesület", "country": "HUN"})


@pytest.fixture
def other() -> Body:
    return found_body(operator(), {"kind": "club", "name": "Homok Egyesület", "country": "HUN"})


def file(*lines: str, heads: str = HEADS) -> File:
    return File("tagok.csv", "\r\n".join((heads, *lines)).encode())


def look(body: Body, *lines: str, heads: str = HEADS) -> Preview:
    return preview_members(operator(), body, file(*lines, heads=heads), TODAY)


def take(body: Body, taken: File, decisions: dict[int, str] | None = None, actor: Actor | None = None) -> Import:
    return import_members(actor or operator(), body, taken, Agreed(taken.digest, decisions or {}), TODAY)


def person(body: Body, family: str, given: str = "", **more: Any) -> Person:
    made = register_person(operator(), {"family": family, "given": given, "keeper": body.uid})
    if "born" in more:
        keep_birth_date(operator(), made, {"born": more["born"]}, TODAY)
    for scheme in ("egf", "fide"):
        if scheme in more:
            give_number(operator(), made, {"scheme": scheme, "value": more[scheme]})
    return made


def facts() -> dict[str, Any]:
    """Every row of the office but the journal and the imports themselves; words of the search are made anew at will."""
    models = [model for model in apps.get_app_config("office").get_models() if model._meta.model_name not in UNTOUCHED]
    words = {"SearchWord": sorted(SearchWord.objects.values_list("person", "word"))}
    return {model.__name__: sorted(map(repr, model._default_manager.values_list())) for model in models} | words


def faults(error: FokozatError) -> list[tuple[str, str]]:
    assert all(word_fault(fault, language) for fault in error.faults for language in LANGUAGES)
    return [(fault.key.removeprefix("office."), fault.place) for fault in error.faults]


def links() -> list[Any]:
    return [link for chain in Chain.objects.all() for link in broken_links(chain)]


# ---------------------------------------------------------------- the look


def test_a_look_gives_every_line_its_verdict_and_changes_nothing(club: Body) -> None:
    person(club, "Minta", "Anna", egf="12345678")
    person(club, "Próba", "Béla", born="2001-02-03")
    person(club, "Kavics", "Csaba")
    before = facts()
    preview = look(
        club,
        "Minta;Anna;;12345678;2012;",
        "Próba;Béla;2001-02-03;;2012;",
        "Kavics;Csaba;1999-01-01;;2012;",
        "Homok;Dóra;2003-13-01;;2012;",
        "Agyag;Emil;;;2012;",
    )
    assert [(line.line, line.verdict, line.by) for line in preview.lines] == [
        (2, "known", "number"),
        (3, "known", "name-and-birth-date"),
        (4, "doubtful", ""),
        (5, "faulty", ""),
        (6, "new", ""),
    ]
    assert preview.counts == {"new": 1, "known": 2, "doubtful": 1, "faulty": 1}
    assert not preview.is_ready
    assert [each.shown_name for each in preview.lines[2].candidates] == ["Kavics Csaba"]
    assert facts() == before


def test_different_birth_dates_are_two_persons(club: Body) -> None:
    person(club, "Minta", "Anna", born="2001-02-03")
    assert look(club, "Minta;Anna;2002-03-04;;;").lines[0].verdict == "new"


def test_a_number_is_known_however_it_is_written(club: Body) -> None:
    anna = person(club, "Minta", "Anna", egf="HU 12-34")
    preview = look(club, "Minta;Anna;;hu1234;2012;", "Próba;Béla;;12 34;;", "Kavics;Csaba;;1234;;", "Homok;Dóra;;-;;")
    assert [(line.verdict, line.by) for line in preview.lines] == [
        ("known", "number"), ("new", ""), ("faulty", ""), ("faulty", ""),
    ]  # fmt: skip
    assert preview.lines[0].added == ("member_years",)
    assert [fault.key for fault in preview.faults] == ["office.number-twice", "office.no-digit"]
    assert [each.value for each in anna.numbers.all()] == ["HU 12-34"]


def test_a_number_of_a_stranger_is_asked(club: Body) -> None:
    person(club, "Minta", "Anna", egf="12345678")
    line = look(club, "Próba;Béla;;12345678;;").lines[0]
    assert (line.verdict, len(line.candidates)) == ("doubtful", 1)


def test_two_numbers_of_two_cards_are_asked(club: Body) -> None:
    person(club, "Minta", "Anna", egf="1")
    person(club, "Minta", "Anna", fide="2")
    line = look(club, "Minta;Anna;1;2", heads="Vezetéknév;Utónév;EGF-szám;FIDE-szám").lines[0]
    assert (line.verdict, len(line.candidates)) == ("doubtful", 2)


def test_the_uid_of_an_export_is_proof_even_after_a_merge(club: Body) -> None:
    kept, merged = person(club, "Minta", "Anna"), person(club, "Minta", "Annamária")
    merge_people(operator(), kept, merged)
    preview = look(club, f"{merged.uid};Minta;Annamária", heads="Azonosító;Vezetéknév;Utónév")
    assert (preview.lines[0].verdict, preview.lines[0].by, preview.lines[0].person) == ("known", "uid", kept)


def test_every_fault_has_its_line_and_column(club: Body) -> None:
    heads = "Vezetéknév;Utónév;Nem;Ország;Született;EGF-szám;Tagság éve;E-mail-cím;Cipőméret"
    preview = look(
        club,
        ";Anna;;;;;;;",
        "Minta;Béla;F;HU;2012.03.11;;12;kavics;",
        "Minta;Csaba;;;31.02.2001;1;;;",
        "Minta;Dóra;;;;1;2012;;",
        "Min\u202eta;Emil;;;;;;;",
        f"{'ű' * 101};Ferenc;;;;{'9' * 41};2011-2012;;41;fölös",
        heads=heads,
    )
    assert [(fault.key.removeprefix("office."), fault.place) for fault in preview.faults] == [
        ("missing", "2:Vezetéknév"),
        ("unknown-choice", "3:Nem"),
        ("no-country", "3:Ország"),
        ("not-born-yet", "3:Született"),
        ("no-year", "3:Tagság éve"),
        ("no-email", "3:E-mail-cím"),
        ("no-day", "4:Született"),
        ("number-twice", "5:EGF-szám"),
        ("unprintable", "6:Vezetéknév"),
        ("cells-too-many", "7"),
        ("too-long", "7:Vezetéknév"),
        ("too-long", "7:EGF-szám"),
        ("no-year", "7:Tagság éve"),
    ]
    assert preview.faults[1].fields["column"] == "C"
    assert preview.left_out == ("Cipőméret",)
    for language in LANGUAGES:
        assert all(word_fault(fault, language) for fault in preview.faults)


def test_the_same_person_twice_in_one_sheet(club: Body) -> None:
    person(club, "Minta", "Anna", egf="1")
    preview = look(
        club,
        "Próba;Béla;2001-02-03;;;",
        "Próba;Béla;2001-02-03;;;",
        "Minta;Anna;;1;;",
        "Minta;Anna;2000-01-01;1;;",
        "Kavics;Csaba;;;;",
        "Kavics;Csaba;;;;",
        "Kavics;Csaba;1990-01-01;;;",
    )
    assert [(line.verdict, line.same_as) for line in preview.lines] == [
        ("new", 0),
        ("faulty", 0),
        ("known", 0),
        ("faulty", 4),
        ("new", 0),
        ("doubtful", 6),
        ("doubtful", 6),
    ]


def test_a_sheet_without_a_needed_column_is_refused_in_one_line(club: Body) -> None:
    with pytest.raises(InvalidInput) as error:
        look(club, "Anna;2012", heads="Utónév;Tagság éve")
    assert faults(error.value) == [("no-column", "1")]
    assert "Vezetéknév" in word_fault(error.value.faults[0], "hu")
    with pytest.raises(InvalidInput) as error:
        look(club, "Minta;Minta", heads="Vezetéknév;Családnév")
    assert faults(error.value) == [("column-twice", "1:Családnév")]
    with pytest.raises(InvalidInput) as error:
        look(club)
    assert faults(error.value) == [("no-rows", "1")]


def test_an_old_encoding_is_told(club: Body) -> None:
    sent = File("tagok.csv", f"{HEADS}\nMinta;Őrs;;;;\n".encode("windows-1250"))
    preview = preview_members(operator(), club, sent, TODAY)
    assert (preview.told_encoding, preview.lines[0].facts["given"]) == ("windows-1250", "Őrs")
    assert look(club, "Minta;Őrs;;;;").told_encoding == ""


@pytest.mark.parametrize(
    "day", ["2001-02-03", "2001.02.03.", "2001. 02. 03.", "2001. 2. 3.", "3.2.2001", "03. 02. 2001"]
)
def test_days_as_our_lands_write_them(club: Body, day: str) -> None:
    assert look(club, f"Minta;Anna;{day};;;").lines[0].facts["born"] == date(2001, 2, 3)


@pytest.mark.parametrize("day", ["03/02/2001", "01.02.03", "2001", "36925"])
def test_days_that_could_be_others_are_refused(club: Body, day: str) -> None:
    assert look(club, f"Minta;Anna;{day};;;").lines[0].verdict == "faulty"


def test_who_may_not_see_a_birth_date_learns_nothing_of_it(club: Body, other: Body) -> None:
    person(other, "Minta", "Anna", born="2001-02-03")
    registrar = registrar_of(club)
    for born in ("2001-02-03", "1999-09-09"):
        preview = preview_members(registrar, club, file(f"Minta;Anna;{born};;;"), TODAY)
        assert preview.lines[0].verdict == "doubtful"


def registrar_of(body: Body) -> Actor:
    account = Account.objects.create_user(f"registrar-{body.pk}@example.org")
    grant_role(operator(), account, {"role": "registrar", "body": body.uid})
    return actor_of(account, TODAY)


# ---------------------------------------------------------------- taking in


def test_members_are_taken_in_with_everything(club: Body) -> None:
    made = take(club, file("Minta;Őrs;2001-02-03;12345678;2011, 2012;orsi@example.org", "Próba;Béla;;;;"))
    minta = Person.objects.get(family="Minta")
    assert (minta.keeper, minta.birth_date.born, minta.contact.email) == (club, date(2001, 2, 3), "orsi@example.org")
    assert list(minta.numbers.values_list("scheme", "value")) == [("egf", "12345678")]
    assert list(minta.memberships.values_list("body", "kind", "year")) == [
        (club.pk, "member", 2011),
        (club.pk, "member", 2012),
    ]
    assert set(SearchWord.objects.filter(person=minta).values_list("word", flat=True)) == {"minta", "ors", "=12345678"}
    assert minta.name_sort_hu
    assert (made.kind, made.file_name, len(made.made["people"])) == ("members", "tagok.csv", 2)
    assert "Minta" not in str(made.made)
    verbs = list(
        Detail.objects.filter(record__subject=str(minta.uid)).order_by("pk").values_list("record__verb", flat=True)
    )
    assert verbs == ["register", "give-number", "keep-birth-date", "keep-contact", "enrol", "enrol"]
    assert links() == []


def test_a_workbook_is_taken_in(club: Body) -> None:
    book = Workbook()
    page = book.worksheets[0]
    for row in (
        ["Perekonnanimi", "Eesnimi", "Sünniaeg", "Sugu", "Liikmelisus"],
        ["Näidis", "Õie", date(2001, 2, 3), "N", 2012],
    ):
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    take(club, File("liikmed.xlsx", out.getvalue()))
    made = Person.objects.get()
    assert (made.family, made.given, made.sex, made.birth_date.born) == ("Näidis", "Õie", "f", date(2001, 2, 3))
    assert list(made.memberships.values_list("year", flat=True)) == [2012]


@pytest.mark.parametrize("heads", ["Family name,Given name,Sex", "Vezetéknév;Utónév;Nem", "Perekonnanimi;Eesnimi;Sugu"])
def test_heads_in_three_languages(club: Body, heads: str) -> None:
    word = {"Sex": "female", "Nem": "nő", "Sugu": "naine"}[heads.replace(";", ",").split(",")[-1]]
    separator = "," if "," in heads else ";"
    take(club, file(separator.join(("Minta", "Anna", word)), heads=heads))
    assert Person.objects.values_list("family", "given", "sex").get() == ("Minta", "Anna", "f")


def test_a_known_card_takes_what_it_lacks_and_keeps_what_it_says(club: Body) -> None:
    anna = person(club, "Minta", "Anna", egf="1", born="2001-02-03")
    sent = file("Minta;Annamária;2001-02-04;1;2012;anna@example.org")
    doubtful = preview_members(operator(), club, sent, TODAY).lines[0]
    assert doubtful.verdict == "doubtful"  # the number says one thing, the birth date another
    take(club, sent, {2: str(anna.uid)})
    anna.refresh_from_db()
    assert (anna.given, anna.birth_date.born, anna.contact.email) == ("Anna", date(2001, 2, 3), "anna@example.org")
    line = look(club, "Minta;Annamária;;1;2012;más@example.org").lines[0]
    assert (line.verdict, line.added, line.kept) == ("known", (), ("email", "given"))


def test_what_the_actor_may_not_add_is_withheld(club: Body, other: Body) -> None:
    anna = person(other, "Minta", "Anna", egf="1")
    registrar = registrar_of(club)
    sent = file("Minta;Anna;2001-02-03;1;2;2012", heads="Vezetéknév;Utónév;Született;EGF-szám;FIDE-szám;Tagság éve")
    line = preview_members(registrar, club, sent, TODAY).lines[0]
    assert (line.verdict, line.added, line.withheld) == ("known", ("member_years",), ("born", "fide"))
    take(club, sent, actor=registrar)
    assert list(anna.memberships.values_list("body", flat=True)) == [club.pk]
    assert anna.numbers.count() == 1


def test_rights_are_asked(club: Body, other: Body) -> None:
    sent = file("Minta;Anna;;;;")
    for actor in (registrar_of(other), actor_of(None, TODAY)):
        with pytest.raises(Forbidden):
            preview_members(actor, club, sent, TODAY)
        with pytest.raises(Forbidden):
            take(club, sent, actor=actor)
    made = take(club, sent, actor=registrar_of(club))
    with pytest.raises(Forbidden):
        undo_import(actor_of(Account.objects.get(email=f"registrar-{other.pk}@example.org"), TODAY), made)


def test_faults_and_open_doubts_are_refused_together(club: Body) -> None:
    person(club, "Minta", "Anna")
    before = facts()
    sent = file("Minta;Anna;;;;", ";Béla;;;;", "Próba;Csaba;;;;")
    with pytest.raises(InvalidInput) as error:
        take(club, sent, {9: "new"})
    assert faults(error.value) == [("no-such-line", "9"), ("undecided", "2"), ("missing", "3:Vezetéknév")]
    assert facts() == before


def test_decisions(club: Body) -> None:
    anna = person(club, "Minta", "Anna")
    sent = file("Minta;Anna;;;2012;", ";Béla;;;;", "Minta;Anna;;;;", "Próba;Csaba;;;;")
    take(club, sent, {2: str(anna.uid), 3: "skip", 4: "new"})
    assert Person.objects.filter(family="Minta").count() == 2
    assert Person.objects.count() == 3
    assert anna.memberships.count() == 1


@pytest.mark.parametrize(
    ("decision", "key"),
    [("nobody", "no-person"), ("00000000-0000-4000-8000-000000000000", "no-person"), ("erased", "card-closed")],
)
def test_a_decision_for_nobody_is_refused(club: Body, decision: str, key: str) -> None:
    if decision == "erased":
        decision = str(erase_person(operator(), person(club, "Próba")).uid)
    with pytest.raises(InvalidInput) as error:
        take(club, file("Minta;Anna;;;;"), {2: decision})
    assert [name for name, _ in faults(error.value)] == [key]


def test_a_decision_cannot_take_a_number_from_somebody(club: Body) -> None:
    person(club, "Minta", "Anna", egf="1")
    bela = person(club, "Próba", "Béla")
    for decision in ("new", str(bela.uid)):
        with pytest.raises(InvalidInput) as error:
            take(club, file("Próba;Béla;;1;;"), {2: decision})
        assert faults(error.value) == [("number-taken", "2")]


def test_two_lines_cannot_be_decided_to_be_one_person(club: Body) -> None:
    anna = person(club, "Minta", "Anna")
    with pytest.raises(InvalidInput) as error:
        take(club, file("Minta;Anna;;;;", "Minta;Panna;;;;"), {2: str(anna.uid), 3: str(anna.uid)})
    assert faults(error.value) == [("person-twice", "3")]


@pytest.mark.parametrize("text", ["", "7", "=new", "7=", "x=new", "-7=new", "7" * 10 + "=new"])
def test_a_decision_is_written_one_way(text: str) -> None:
    assert read_decision("7=skip") == (7, "skip")
    with pytest.raises(InvalidInput):
        read_decision(text)


def test_another_file_than_the_one_that_was_seen_is_refused(club: Body) -> None:
    seen = file("Minta;Anna;;;;")
    with pytest.raises(Conflict) as error:
        import_members(operator(), club, file("Próba;Béla;;;;"), Agreed(seen.digest, {}), TODAY)
    assert faults(error.value) == [("other-file", "")]
    assert Person.objects.count() == 0


def test_of_two_officers_with_one_file_the_second_is_told(club: Body, other: Body) -> None:
    sent = file("Minta;Anna;2001-02-03;1;;", "Próba;Béla;;;;")
    previews = [preview_members(operator(), club, sent, TODAY) for _ in range(2)]
    first = take(club, sent)
    assert all(preview.is_ready for preview in previews)
    with pytest.raises(Conflict) as error:
        import_members(operator(), club, sent, Agreed(previews[1].digest, {}), TODAY)
    assert faults(error.value) == [("imported-already", "")]
    assert error.value.fields["uid"] == str(first.uid)
    with pytest.raises(InvalidInput) as doubt:  # in another body the same names are asked, never doubled
        take(other, sent)
    assert faults(doubt.value) == [("undecided", "3")]
    assert Person.objects.count() == 2


def test_a_closed_body_takes_nobody_in(club: Body) -> None:
    Body.objects.update(closed_on=TODAY)
    with pytest.raises(InvalidInput):
        take(club, file("Minta;Anna;;;;"))


@pytest.mark.parametrize("broken", ["_changes", "write_all", "keep_import"])
def test_what_breaks_in_the_middle_leaves_nothing(club: Body, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    person(club, "Minta", "Anna", egf="1")
    before, chains = facts(), list(Chain.objects.values_list("name", "length", "head"))

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"fokozat.office.actions.import_members.{broken}", fail)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        take(club, file("Minta;Anna;2001-01-01;1;2012;a@example.org", "Próba;Béla;2001-02-03;2;2012;b@example.org"))
    assert facts() == before
    assert list(Chain.objects.values_list("name", "length", "head")) == chains
    assert Import.objects.count() == 0


def test_who_changed_the_register_meanwhile_is_told(club: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken_meanwhile(_cards: list[Person]) -> dict[int, Person]:
        anna = Person.objects.create(family="Kavics", keeper=club)
        Membership.objects.create(person=anna, body=club, kind="member", year=2012)
        Number.objects.bulk_create([Number(person=anna, scheme="egf", value="1")])
        return {}

    def unseen(*_: object) -> None:
        """As if the number had come between the look and the writing."""

    monkeypatch.setattr("fokozat.office.actions.import_members.hold_cards", taken_meanwhile)
    monkeypatch.setattr("fokozat.office.actions.import_members._refuse_taken_numbers", unseen)
    with pytest.raises(Conflict) as error:
        take(club, file("Minta;Anna;;1;;"))
    assert faults(error.value) == [("register-changed", "")]
    assert Person.objects.count() == 0


# ---------------------------------------------------------------- undoing


def test_undoing_leaves_everything_as_it_was(club: Body) -> None:
    person(club, "Minta", "Anna", egf="1")
    before = facts()
    made = take(club, file("Minta;Anna;2001-01-01;1;2012;a@example.org", "Próba;Béla;2001-02-03;2;2012;b@example.org"))
    assert facts() != before
    undone = undo_import(operator(), made)
    assert undone.undone_at
    assert facts() == before
    assert links() == []
    assert "Próba" not in str(list(Detail.objects.values_list("before", "after")))
    with pytest.raises(Conflict) as error:
        undo_import(operator(), made)
    assert faults(error.value) == [("import-undone-already", "")]
    take(club, file("Minta;Anna;2001-01-01;1;2012;a@example.org", "Próba;Béla;2001-02-03;2;2012;b@example.org"))


def change(club: Body, card: Person) -> None:
    change_person(operator(), card, card.version, {"given": "Beáta"})


def merge(club: Body, card: Person) -> None:
    merge_people(operator(), person(club, "Kavics"), card)


def join(club: Body, card: Person) -> None:
    enrol(operator(), card, {"body": club.uid, "year": 2013})


def number(club: Body, card: Person) -> None:
    give_number(operator(), card, {"scheme": "fide", "value": "77"})


def erase(club: Body, card: Person) -> None:
    erase_person(operator(), card)


@pytest.mark.parametrize("act", [change, merge, join, number, erase])
def test_nothing_is_undone_once_something_stands_on_it(club: Body, act: Any) -> None:
    made = take(club, file("Próba;Béla;2001-02-03;2;2012;", "Minta;Anna;;;2012;"))
    act(club, Person.objects.get(family="Próba"))
    after = facts()
    with pytest.raises(Conflict) as error:
        undo_import(operator(), made)
    assert [name for name, _ in faults(error.value)] == ["import-stood-on"]
    assert error.value.fields["count"] == 1
    assert facts() == after


def test_a_card_that_was_there_may_live_on(club: Body) -> None:
    anna = person(club, "Minta", "Anna", egf="1")
    made = take(club, file("Minta;Anna;;1;2012;a@example.org"))
    change(club, anna)
    join(club, anna)
    undo_import(operator(), made)
    assert list(Membership.objects.values_list("year", flat=True)) == [2013]
    assert not hasattr(Person.objects.get(), "contact")


def test_an_import_that_is_none_is_not_found() -> None:
    for uid in ("", "nothing", None, "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(NotFound):
            import_keeping.find_import(uid)


def test_five_thousand_rows_take_seconds(club: Body) -> None:
    lines = [
        f"Minta{at};Anna{at % 50};{1950 + at % 60}-02-03;{10_000_000 + at};2011 2012;a{at}@example.org"
        for at in range(5000)
    ]
    sent, start = file(*lines), process_time()
    preview = preview_members(operator(), club, sent, TODAY)
    looked, start = process_time() - start, process_time()
    made = take(club, sent)
    taken, start = process_time() - start, process_time()
    undo_import(operator(), made)
    undone = process_time() - start
    assert preview.counts["new"] == 5000
    assert Person.objects.count() == 0
    assert looked < 10
    assert taken < 30
    assert undone < 30
