"""Lists and searches: every page in the order of the language, the same on both databases."""

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from fokozat.kernel import LANGUAGES
from fokozat.kernel.errors import InvalidInput, NotFound
from fokozat.office.actions.change_person import change_person
from fokozat.office.actions.close_body import close_body
from fokozat.office.actions.enrol import enrol
from fokozat.office.actions.erase_person import erase_person
from fokozat.office.actions.found_body import found_body
from fokozat.office.actions.give_number import give_number
from fokozat.office.actions.merge_people import merge_people, undo_merge
from fokozat.office.models import Body, Person
from fokozat.office.models.people import SearchWord
from fokozat.office.queries import Sought, bodies, count_bodies, count_people, people
from fokozat.office.rights import operator
from tests.doors.office.conftest import TODAY, NewPerson

pytestmark = pytest.mark.django_db

# Ordinary names, each line in the order of its language's dictionaries.
IN_ORDER = {
    "hu": [
        "Adorján", "Ágoston", "Bakó", "Cukor", "Czakó", "Csaba", "Csoma", "Dudás", "Ecsedi", "Édes", "Gömb", "Gyarmat",
        "Halász", "Lakatos", "Lukács", "Lyuk", "Nagy", "Nyár", "Oláh", "Orsi", "Ózon", "Ökör", "Őrsi", "Sárkány",
        "Somogyi", "Szabó", "Takács", "Tyúk", "Ujj", "Üveg", "Vadász", "Zápor", "Zsák",
    ],
    "et": [
        "Aru", "Kask", "Oja", "Põder", "Pärn", "Saar", "Sepp", "Šavli", "Zoova", "Žukov", "Tamm", "Uus", "Vaher",
        "Õun", "Ärm", "Öpik", "Ülle",
    ],
    "en": ["Adams", "Ágoston", "Baker", "Cox", "Cukor", "Czakó", "Edwards", "Orsi", "Őrsi", "Ózon", "Taylor", "Žukov"],
}  # fmt: skip


def found(search: str, **more: Any) -> list[str]:
    """The names that a search finds, and that its count agrees."""
    sought = Sought(search=search, **more)
    rows = people(sought).rows
    assert count_people(sought) == len(rows)
    return [person.shown_name for person in rows]


def all_pages(**sought: Any) -> list[str]:
    """Page after page to the end."""
    names, after = [], None
    while True:
        page = people(Sought(after=after, **sought))
        names += [person.shown_name for person in page.rows]
        after = page.next
        if after is None:
            return names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_the_order_of_the_language(language: str, new_person: NewPerson, society: Body) -> None:
    wanted = IN_ORDER[language]
    for name in random.Random(7).sample(wanted, len(wanted)):
        new_person(name)
    for limit in (1, 3, len(wanted), 500):
        assert all_pages(language=language, limit=limit) == wanted
        assert all_pages(language=language, limit=limit, body=society) == wanted
    assert count_people(Sought(language=language)) == len(wanted)


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("language", ["hu", "et"])
def test_as_postgresqls_own_alphabet_orders_ordinary_names(language: str, new_person: NewPerson) -> None:
    collation = {"hu": "hu-HU-x-icu", "et": "et-EE-x-icu"}[language]
    for name in IN_ORDER[language]:
        new_person(name)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT family FROM office_person ORDER BY family COLLATE "{collation}"')
        assert [name for (name,) in cursor.fetchall()] == all_pages(language=language) == IN_ORDER[language]


@pytest.mark.only_on("postgresql")
def test_keys_are_compared_letter_by_letter_in_every_database(db: None) -> None:
    """In a Hungarian or Estonian database the keys would otherwise be put in order a second time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, collation_name FROM information_schema.columns WHERE table_name IN "
            "('office_person', 'office_body', 'office_searchword') AND (column_name LIKE 'name\\_s%' "
            "OR column_name IN ('name_key', 'word'))"
        )
        rows = cursor.fetchall()
    assert len(rows) == 13
    assert {collation for _, _, collation in rows} == {"C"}


def test_searching_by_words(new_person: NewPerson) -> None:
    new_person("Őrsi Ödön")
    new_person("Orsós Anna Mária")
    new_person("O’Minta Zsófia", order="given-first")
    assert found("orsi") == ["Őrsi Ödön"]
    assert found("ÖRS") == ["Őrsi Ödön", "Orsós Anna Mária"]
    assert found("odon ors") == ["Őrsi Ödön"]
    assert found("anna or m") == ["Orsós Anna Mária"]
    assert found("o'minta") == ["Zsófia O’Minta"]
    assert found("rsi") == []  # a word is found from its beginning
    assert found("orsi anna") == []
    assert found("") == found("  ") == found("!?") == ["Zsófia O’Minta", "Őrsi Ödön", "Orsós Anna Mária"]


@pytest.mark.parametrize(
    "typed", ["'; DROP TABLE office_person;--", "\0", "%", "_", "\\", "😀", "x" * 5000, "a " * 3000], ids=repr
)
def test_strange_searches_find_nothing_and_harm_nothing(typed: str, person: Person) -> None:
    assert found(typed) in ([], ["Minta Mária"])
    assert [body.name for body in bodies(Sought(search=typed)).rows] in ([], ["Kavics Kör", "Minta Szövetség"])


def test_searching_by_number(new_person: NewPerson) -> None:
    one, other = new_person("Minta Egy"), new_person("Minta 12")
    give_number(operator(), one, {"scheme": "komir", "value": "HU 12-34"})
    give_number(operator(), other, {"scheme": "egf", "value": "123"})
    assert found("hu12-34") == found("HU1234") == ["Minta Egy"]
    assert found("hu12") == []  # a number is found whole
    assert found("123") == ["Minta 12"]
    assert found("12") == ["Minta 12"]  # here it begins a word of the name
    assert found("minta 123") == ["Minta 12"]


def test_former_names_and_closed_cards(new_person: NewPerson) -> None:
    bride, other = new_person("Minta Mária"), new_person("Próba Pál")
    change_person(operator(), bride, 1, {"family": "Kő", "former_name": True})
    assert found("minta") == ["Kő Mária"]
    merge = merge_people(operator(), bride, other)
    assert found("proba") == ["Kő Mária"]
    assert found("pal minta") == ["Kő Mária"]
    undo_merge(operator(), merge)
    assert found("proba") == ["Próba Pál"]
    erase_person(operator(), bride)
    assert found("minta") == found("n") == []
    assert all_pages() == ["Próba Pál"]
    assert not SearchWord.objects.filter(person=bride).exists()


def test_one_card_stands_once_whatever_matches(new_person: NewPerson) -> None:
    for at in range(8):
        new_person(f"Ma{chr(97 + at)} Maria Magda Manci Marcsi Mari")
    for limit in (1, 2, 3, 8, 50):
        assert len(all_pages(search="ma", limit=limit)) == 8
    assert all_pages(search="ma", limit=3) == sorted(all_pages(search="ma"))


def test_pages_of_a_search(new_person: NewPerson) -> None:
    for at in range(12):
        new_person(f"Minta {chr(97 + at) * 2}")
        new_person("Próba Pál")
    assert all_pages(search="mint", limit=5) == all_pages(search="mint")
    assert len(all_pages(search="proba", limit=5)) == 12
    page = people(Sought(search="mint", limit=5))
    new_person("Minta aaa")  # a new card on an earlier page moves nothing
    assert [each.given for each in people(Sought(search="mint", limit=2, after=page.next)).rows] == ["ff", "gg"]


@pytest.mark.parametrize("after", ["7", "\0", "00000000-0000-4000-8000-000000000000", 12, ["x"]])
def test_a_page_that_is_not_there(after: object, person: Person) -> None:
    for search in ("", "minta"):
        with pytest.raises(NotFound) as told:
            people(Sought(search=search, after=after))
        assert (told.value.key, told.value.place) == ("office.no-page", "after")


def test_the_letters_of_an_alphabet(new_person: NewPerson) -> None:
    for name in ("Cukor", "Czakó", "Csaba", "Ökör", "Őrsi", "Ózon", "Żur", "Zsák", "7 Törpe"):
        new_person(name)
    letters = {"C": ["Cukor", "Czakó"], "cs": ["Csaba"], "Ö": ["Ökör", "Őrsi"], "O": ["Ózon"], "Z": ["Żur"]}
    for letter, wanted in letters.items():
        assert all_pages(letter=letter, language="hu") == wanted
    assert all_pages(letter="O", language="en") == ["Ökör", "Őrsi", "Ózon"]
    assert all_pages(letter="c", language="en", search="cs") == ["Csaba"]
    for letter in ("Cs", "é", "??"):
        with pytest.raises(InvalidInput) as told:
            people(Sought(letter=letter, language="en"))
        assert told.value.place == "letter"


def test_of_a_body_and_all_in_it(new_person: NewPerson, federation: Body, society: Body, beside: Body) -> None:
    new_person("Minta Egy")
    guest = new_person("Minta Két", beside)
    new_person("Minta Há", federation)
    assert all_pages(body=society) == ["Minta Egy"]
    enrol(operator(), guest, {"body": str(society.uid), "year": 2012})
    assert all_pages(body=society) == found("minta", body=society) == ["Minta Egy", "Minta Két"]
    assert all_pages(body=federation) == found("minta", body=federation) == ["Minta Egy", "Minta Há", "Minta Két"]
    assert count_people(Sought(body=society)) == 2


def test_of_a_great_body_a_list_is_the_same(
    new_person: NewPerson, society: Body, beside: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(6):
        enrol(operator(), new_person(f"Minta {at}", beside), {"body": str(society.uid), "year": 2012})
    new_person("Próba Pál", beside)
    before = all_pages(body=society)
    monkeypatch.setattr("fokozat.office.queries.FEW", 2)
    assert all_pages(body=society) == before == [f"Minta {at}" for at in range(6)]


def test_bodies(federation: Body, society: Body, beside: Body) -> None:
    club = found_body(operator(), {"name": "Őrs Klub", "short_name": "ŐK", "place": "Kőfalva", "parent": society.uid})
    close_body(operator(), club, 1, TODAY)

    def names(**sought: Any) -> list[str]:
        rows = bodies(Sought(language="hu", **sought)).rows
        assert count_bodies(Sought(language="hu", **sought)) == len(rows)
        return [body.name for body in rows]

    assert names() == ["Fonal Kör", "Kavics Kör", "Minta Szövetség", "Őrs Klub"]
    assert names(search="kor") == ["Fonal Kör", "Kavics Kör"]
    assert names(search="ok") == names(search="kof ors") == names(letter="ö") == ["Őrs Klub"]
    assert names(body=society) == ["Őrs Klub"]
    assert names(body=federation) == ["Fonal Kör", "Kavics Kör", "Őrs Klub"]
    assert names(body=federation, search="kavics") == ["Kavics Kör"]
    first = bodies(Sought(limit=2, language="hu"))
    assert first.next == str(society.uid)
    assert bodies(Sought(limit=2, language="hu", after=first.next)).rows == (federation, club)


def test_a_search_asks_the_database_a_few_times_only(new_person: NewPerson, django_assert_max_num_queries: Any) -> None:
    for at in range(20):
        new_person(f"Minta {at}")
    with django_assert_max_num_queries(2):
        assert all(person.keeper.name for person in people(Sought(search="minta")).rows)
    with django_assert_max_num_queries(1):
        assert all(person.keeper.name for person in people(Sought()).rows)


@pytest.mark.parametrize("down", [False, True], ids=["up", "down"])
def test_a_page_walks_the_index_of_the_names_from_either_end(new_person: NewPerson, down: bool) -> None:
    """However many there are: the database never puts all of them in order first."""
    last = [new_person(name) for name in IN_ORDER["hu"]][7]
    with CaptureQueriesContext(connection) as asked:
        people(Sought(language="hu", after=last.uid, down=down, limit=5))
    query = asked[-1]["sql"]
    assert "ORDER BY" in query
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE office_person")
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute(f"EXPLAIN {query}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert "person_sort_hu" in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan.replace("person_sort", "")
