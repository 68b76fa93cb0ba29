"""Words by which people are found, and keys that are compared letter by letter whatever the database's own order."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from fokozat.kernel.alphabet import search_key

SORT = ("name_sort_en", "name_sort_hu", "name_sort_et")
KEYS = {
    "office_person": (*SORT, "name_search", "name_key"),
    "office_body": (*SORT, "name_search"),
    "office_searchword": (*SORT, "word"),
}
BATCH = 2000


def order_by_letters(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Hungarian PostgreSQL would take `cs` for one letter, Estonian put z before t: keys are no words of any language."""
    if schema_editor.connection.vendor != "postgresql":
        return  # SQLite compares byte by byte
    for table, columns in KEYS.items():
        kinds = {"name_search": 500, "name_key": 300, "word": 200}
        changes = (f'ALTER COLUMN {name} TYPE varchar({kinds.get(name, 1000)}) COLLATE "C"' for name in columns)
        schema_editor.execute(f"ALTER TABLE {table} {', '.join(changes)}")


def fill(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    people, words = apps.get_model("office", "Person").objects, apps.get_model("office", "SearchWord")
    rows = []
    for person in people.filter(merged_into=None, erased_at=None).prefetch_related("numbers").iterator(BATCH):
        numbers = {"=" + "".join(search_key(number.value).split()) for number in person.numbers.all()}
        found = {word[:200] for word in person.name_search.split()} | numbers
        order = {name: getattr(person, name) for name in SORT}
        rows += [words(person=person, keeper_id=person.keeper_id, word=word, **order) for word in sorted(found)]
    words.objects.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("office", "0002_journal_guards")]

    operations = [
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=200)),
                ("name_sort_en", models.CharField(max_length=1000)),
                ("name_sort_hu", models.CharField(max_length=1000)),
                ("name_sort_et", models.CharField(max_length=1000)),
                (
                    "keeper",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.PROTECT,
                        related_name="+",
                        to="office.body",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.CASCADE,
                        related_name="search_words",
                        to="office.person",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["word", "person"], name="search_word")],
                "constraints": [models.UniqueConstraint(fields=("person", "word"), name="one_word_a_card")],
            },
        ),
        migrations.AlterField("body", "name_search", models.CharField(editable=False, max_length=500)),
        migrations.AlterField("person", "name_search", models.CharField(editable=False, max_length=500)),
        migrations.RunPython(order_by_letters, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
