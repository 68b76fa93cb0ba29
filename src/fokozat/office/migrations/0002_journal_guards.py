"""The journal becomes append-only in the database itself."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from fokozat.office import guards


def put_up(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    guards.put_up(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("office", "0001_facts")]

    operations = [migrations.RunPython(put_up, migrations.RunPython.noop)]
