"""The revision at which a design was last published: what others may see of its history starts there."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

_PUBLISHED = "Published to the library"


def fill(apps: Any, schema_editor: Any) -> None:
    """Find the last revision that published each design; a design without one was created in the library.

    Somebody may have given another revision the same words. The history that others see then starts
    later than it could, never earlier.
    """
    revisions = apps.get_model("designs", "Revision").objects.filter(words=_PUBLISHED)
    rows = apps.get_model("designs", "Design").objects.filter(in_library=True)
    for design in rows.only("pk").order_by("pk").iterator(chunk_size=500):
        last = revisions.filter(design=design).aggregate(number=models.Max("number"))["number"]
        rows.filter(pk=design.pk).update(public_from=last or 1)


class Migration(migrations.Migration):
    dependencies = [("designs", "0003_taking_back")]

    operations = [
        migrations.AddField("design", "public_from", models.PositiveIntegerField(editable=False, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
