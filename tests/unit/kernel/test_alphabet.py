"""Names in the order of three alphabets, and found without their marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import search_key, sort_key

# Each line is in the order of its language's dictionaries.
IN_ORDER = {
    "hu": [
        "Adorján Ágnes", "Cukor Cecil", "Czakó Dezső", "Csaba Csilla", "Dudás Dóra", "Dzeta Dzsenifer", "Dzsida Elek",
        "Gömb Gizi", "Gyarmat Gyula", "Kasza Kata", "Kassza Kata", "Lakatos Lajos", "Lyuk Léna",
        "Nagy Nóra", "Nyár Nándor", "Oláh Olga", "Ózon Olga", "Ökör Örs", "Őrsi Ödön", "Sárkány Sára", "Szabó Soma",
        "Takács Tas", "Tyúk Tas", "Ujj Ubul", "Üveg Ubul", "Zápor Zita", "Zsák Zita",
    ],
    "et": [
        "Aru Aino", "Oja Olev", "Sepp Siim", "Šavli Siim", "Zoova Zara", "Žukov Zara", "Tamm Tiit", "Uus Uku",
        "Vaher Vello", "Wiik Wanda", "Õun Õie", "Ärm Äli", "Öpik Örn", "Ülle Ürm", "Xen Xenia", "Yvik Yrjo",
    ],
    "en": ["Ábel Adam", "Abelard Ann", "Čapek Carl", "Cox Carl", "Őrsi Otto", "Orson Otto", "Zed Zoe", "Жуков Яков"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_the_order_of_the_alphabet(language: str) -> None:
    assert sorted(set(IN_ORDER[language]), key=lambda name: sort_key(name, language)) == IN_ORDER[language]


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        ("Ábel", "Ádám", "hu"),
        ("Abel", "Ábel", "hu"),  # only the mark differs: the bare one first
        ("Orsi", "Őrsi", "hu"),  # o before ö, whatever follows
        ("Ozsvárt", "Öb", "hu"),
        ("Kis Zoltán", "Kiss Adél", "hu"),  # the shorter family name first
        ("Mészáros", "Mészöly", "hu"),
        ("Õun", "Äks", "et"),
        ("Žukov", "Tamm", "et"),
        ("Oja", "Õun", "et"),
        ("Team 2", "Team A", "en"),
        ("Team 1", "Team 2", "en"),
    ],
)
def test_before_and_after(before: str, after: str, language: str) -> None:
    assert sort_key(before, language) < sort_key(after, language)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Őrsi Ödön", "orsi"), ("ÁRVÍZTŰRŐ", "arvizturo"), ("Õun-Šein", "oun sein"), ("Łuk Øre", "luk ore"),
        ("O'Minta", "o minta"), ("Straße", "strasse"), ("  Két   Szóköz ", "ket szokoz"), ("Ｗide", "wide"),
    ],
)  # fmt: skip
def test_found_without_marks(name: str, typed: str) -> None:
    assert search_key(typed) in search_key(name)


@given(st.text(max_size=30), st.sampled_from(LANGUAGES))
def test_sort_keys_are_small_letters(text: str, language: str) -> None:
    assert all("a" <= letter <= "z" for letter in sort_key(text, language))


@given(st.text("aáeéoóöőuúüűcdgylnstz ÁŐŰŠŽÕÄ", max_size=20), st.sampled_from(LANGUAGES))
def test_case_does_not_matter(text: str, language: str) -> None:
    assert sort_key(text.upper(), language) == sort_key(text.lower(), language)
    assert search_key(text.upper()) == search_key(text.lower())


@given(st.text(max_size=30))
def test_a_search_key_stays_what_it_is(text: str) -> None:
    assert search_key(search_key(text)) == search_key(text)
