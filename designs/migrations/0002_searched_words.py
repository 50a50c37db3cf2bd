"""Columns to search in; the designs that are there already get theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    for design in (
        apps.get_model("designs", "Design")
        .objects.using(schema_editor.connection.alias)
        .iterator(chunk_size=50)
    ):
        raw = json.loads(design.text)
        design.words = "\n".join(dict.fromkeys(text.casefold() for text in _texts(raw)))
        named = [tag for tag in dict.fromkeys(" ".join(tag.split()) for tag in raw.get("tags", ())) if tag]
        design.tags = "\n".join(("", *named, "")) if named else ""
        design.save(update_fields=("words", "tags"))


def _texts(node: dict[str, Any]) -> Iterator[str]:
    yield from (node[key] for key in ("name", "description") if key in node)
    yield from node.get("tags", ())
    for key in ("entities", "relationships", "operations", "fields"):
        for member in node.get(key, ()):
            yield from _texts(member)


class Migration(migrations.Migration):
    dependencies = [("designs", "0001_designs")]

    operations = [
        migrations.AddField("design", "tags", models.TextField(default="", editable=False)),
        migrations.AddField("design", "words", models.TextField(default="", editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
