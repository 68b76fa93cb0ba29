from django.core.management import call_command
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def make_memory(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The table of Django's cache: what all workers remember together (site/settings.py)."""
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


def drop_memory(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute("DROP TABLE memory")


class Migration(migrations.Migration):
    dependencies = [("office", "0011_long_work")]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("begins", models.PositiveBigIntegerField()),
                ("taken", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("key", "begins"), name="one_tally_a_stretch")],
                "indexes": [models.Index(fields=["begins"], name="tally_begins")],
            },
        ),
        migrations.RunPython(make_memory, drop_memory),
    ]
