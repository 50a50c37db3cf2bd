"""The link by which anyone views a design, until its owner stops sharing it."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError


def refuse_to_forget(apps: Any, schema_editor: Any) -> None:
    """Nothing else holds the links that people were sent."""
    designs = apps.get_model("designs", "Design").objects.using(schema_editor.connection.alias)
    number = designs.exclude(share_key="").count()
    if number:
        raise IrreversibleError(
            f"Versions before 0006_share_links can't store share links. Shared designs: {number}."
        )


class Migration(migrations.Migration):
    dependencies = [("designs", "0005_outcomes")]

    operations = [
        migrations.AddField(
            model_name="design",
            name="share_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=40),
        ),
        migrations.AddConstraint(
            model_name="design",
            constraint=models.UniqueConstraint(
                condition=models.Q(("share_key", ""), _negated=True), fields=("share_key",), name="share_key"
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_to_forget),  # the last here is the first back
    ]
