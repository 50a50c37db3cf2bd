"""An undo and a redo say what they take back."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError


def refuse_to_forget(apps: Any, schema_editor: Any) -> None:
    """Nothing else says which revision an undo took back, so an undo of it would never come again."""
    revisions = apps.get_model("designs", "Revision").objects.using(schema_editor.connection.alias)
    number = revisions.exclude(way="").count()
    if number:
        raise IrreversibleError(
            f"Versions before 0003_taking_back can't store what an undo reversed. Undos in the history: {number}."
        )


class Migration(migrations.Migration):
    dependencies = [("designs", "0002_searched_words")]

    operations = [
        migrations.AddField("revision", "way", models.CharField(blank=True, default="", max_length=4)),
        migrations.AddField("revision", "reverts", models.PositiveIntegerField(blank=True, null=True)),
        migrations.RunPython(migrations.RunPython.noop, refuse_to_forget),  # the last here is the first back
    ]
