from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0009_body_look")]

    operations = [
        migrations.CreateModel(
            name="Topic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100, unique=True)),
                ("version", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
