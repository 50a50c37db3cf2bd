"""Revisions are called versions in the admin."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("designs", "0006_share_links")]

    operations = [
        migrations.AlterModelOptions(
            name="revision", options={"ordering": ("design", "-number"), "verbose_name": "version"}
        )
    ]
