"""Made-up people and a made-up journal of any size, put into a database that is thrown away afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fokozat.office.models import Body
    from fokozat.office.models.journal import Chain

SEED = 20120310
BATCH = 5000
_STARTS: tuple[str, ...] = (*"bcdfghjklmnprstvzáéőõä", "cs", "gy", "ly", "ny", "sz", "ty", "zs")
_MIDDLES: tuple[str, ...] = tuple("aáeéioóöőuúüű")
_ENDS: tuple[str, ...] = (*"rlnkstmg", "sz", "gy", "cs", "ndi", "rka", "los", "szár", "nte", "bó")


@contextmanager
def scratch_database(folder: str) -> Iterator[str]:
    """An empty database beside the configured one, gone at the end; says which kind it is."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fokozat.site.settings")
    os.environ.setdefault("FOKOZAT_HOME", folder)
    import django
    from django.db import connection

    django.setup()
    connection.settings_dict["TEST"]["NAME"] = None if connection.vendor == "postgresql" else f"{folder}/bench.sqlite3"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield connection.vendor
    finally:
        connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)


def names(count: int) -> Iterator[tuple[str, str]]:
    """Family and given names; as among people, few names are borne by many."""
    dice = Random(SEED)
    family, given = _pool(dice, 3000, 3), _pool(dice, 300, 2)
    for _ in range(count):
        yield _often_early(dice, family), _often_early(dice, given)


def fill_people(count: int) -> "Body":
    """A body with so many people, each with a number of its own."""
    from fokozat.office.models import Body, Number, Person
    from fokozat.office.models.people import SearchWord
    from fokozat.office.search_words import search_words

    body = Body(kind="federation", name="Minta Szövetség")
    body.fill_keys()
    body.save()
    cards = []
    for family, given in names(count):
        cards.append(Person(family=family, given=given, keeper=body))
        cards[-1].fill_keys()
    Person.objects.bulk_create(cards, batch_size=BATCH)
    numbers = [Number(person=card, scheme="komir", value=f"K{at:06}") for at, card in enumerate(cards)]
    Number.objects.bulk_create(numbers, batch_size=BATCH)
    pairs = zip(cards, numbers, strict=True)
    words = [word for card, number in pairs for word in search_words(card, [number.value])]
    SearchWord.objects.bulk_create(words, batch_size=BATCH)
    _analyze()
    return body


def fill_journal(count: int, name: str = "people") -> "Chain":
    """A chain of so many records that holds, each with its detail."""
    from fokozat.office.journal import Change, sealed
    from fokozat.office.models import Record
    from fokozat.office.models.journal import Chain, Detail

    chain = Chain.objects.create(name=name)
    start = datetime(2012, 3, 10, tzinfo=UTC)
    for first in range(0, count, BATCH):
        pairs: list[tuple[Record, Detail]] = []
        for at in range(first, min(first + BATCH, count)):
            change = Change("change", "person", f"made-up-{at}", {"family": "Minta"}, {"family": f"Próba {at}"})
            pairs.append(sealed(chain, "operator", change, start + timedelta(seconds=at)))
        Record.objects.bulk_create([record for record, _ in pairs])
        Detail.objects.bulk_create([detail for _, detail in pairs])
    chain.save()
    _analyze()
    return chain


def _analyze() -> None:
    """What a server does by itself within a minute."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _pool(dice: Random, size: int, syllables: int) -> list[str]:
    made = dict.fromkeys(_word(dice, syllables) for _ in range(3 * size))
    return list(made)[:size]


def _word(dice: Random, syllables: int) -> str:
    parts = (dice.choice(_STARTS) + dice.choice(_MIDDLES) for _ in range(dice.randint(1, syllables)))
    return ("".join(parts) + dice.choice(_ENDS)).capitalize()


def _often_early(dice: Random, pool: list[str]) -> str:
    """The first names of the pool more often than the last."""
    return pool[int(len(pool) * dice.random() ** 3)]
