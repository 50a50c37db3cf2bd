"""The link by which anyone views a design, until its owner stops sharing it."""

from __future__ import annotations

from django.db import migrations, models


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
    ]
