from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0007_closed_cards")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="refused_notices",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
