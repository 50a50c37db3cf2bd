"""An undo and a redo say what they take back."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("designs", "0002_searched_words")]

    operations = [
        migrations.AddField("revision", "way", models.CharField(blank=True, default="", max_length=4)),
        migrations.AddField("revision", "reverts", models.PositiveIntegerField(blank=True, null=True)),
    ]
