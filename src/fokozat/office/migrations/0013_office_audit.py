"""Numbers as they are compared, and birth dates that are looked up by the day."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import fokozat.office.models.people
from fokozat.kernel.alphabet import plain_number

BATCH = 2000


def fill(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    numbers = apps.get_model("office", "Number").objects
    first = 0
    while rows := list(numbers.filter(pk__gt=first).order_by("pk")[:BATCH]):
        for row in rows:
            row.plain = plain_number(row.value)[:80]
        numbers.bulk_update(rows, ("plain",))
        first = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("office", "0012_server")]

    operations = [
        migrations.AddField(
            "number",
            "plain",
            fokozat.office.models.people.PlainNumber(default="", editable=False, max_length=80),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex("number", models.Index(fields=["scheme", "plain"], name="number_plain")),
        migrations.AddIndex("birthdate", models.Index(fields=["born"], name="birth_date_born")),
    ]
