import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0008_notices")]

    operations = [
        migrations.AddField(model_name="body", name="logo", field=models.JSONField(blank=True, default=dict)),
        migrations.AlterField(model_name="body", name="colours", field=models.JSONField(blank=True, default=dict)),
        migrations.CreateModel(
            name="Logo",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=32)),
                ("png", models.BinaryField()),
                (
                    "body",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drawn_logo", to="office.body"
                    ),
                ),
            ],
        ),
    ]
