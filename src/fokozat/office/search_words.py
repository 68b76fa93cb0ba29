"""Keeps the words by which a card is found, so that a search is a look into one table on every database.

Every action that changes a name or a number calls `keep_search_words` in its own transaction.
"""

from collections.abc import Iterable

from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import plain_number, search_key
from fokozat.office.models import Person
from fokozat.office.models.people import SearchWord

NUMBER = "="  # stands in no search key, so a number is only found whole
_LONGEST = 200


def keep_search_words(person: Person) -> None:
    """Make the words of a card anew; one that was merged or erased is found no more."""
    SearchWord.objects.filter(person=person).delete()
    if not (person.merged_into_id or person.erased_at):
        SearchWord.objects.bulk_create(search_words(person, person.numbers.values_list("value", flat=True)))


def search_words(person: Person, numbers: Iterable[str]) -> list[SearchWord]:
    """The words of the name, of former names, and the numbers; not saved yet."""
    words = {word[:_LONGEST] for word in search_key(person.searched_name).split()} | set(map(number_word, numbers))
    order = {name: getattr(person, name) for name in (f"name_sort_{language}" for language in LANGUAGES)}
    return [SearchWord(person=person, keeper_id=person.keeper_id, word=word, **order) for word in sorted(words)]


def number_word(value: str) -> str:
    """A number as it is looked up."""
    return (NUMBER + plain_number(value))[:_LONGEST]
