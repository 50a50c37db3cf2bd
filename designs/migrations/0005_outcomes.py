"""What designs were compiled to, for lists. It starts empty and fills as designs are opened."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("designs", "0004_public_history")]

    operations = [
        migrations.CreateModel(
            name="Outcome",
            fields=[
                (
                    "design",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="outcome",
                        serialize=False,
                        to="designs.design",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("version", models.CharField(default="", max_length=40)),
                ("made_at", models.DateTimeField(null=True)),
                ("faults", models.PositiveIntegerField(default=0)),
                ("errors", models.PositiveIntegerField(default=0)),
                ("warnings", models.PositiveIntegerField(default=0)),
                ("remarks", models.PositiveIntegerField(default=0)),
                ("collections", models.PositiveIntegerField(default=0)),
                ("decisions", models.PositiveIntegerField(default=0)),
                ("names", models.TextField(default="")),
                ("light", models.TextField(default="")),
                ("dark", models.TextField(default="")),
                ("begun_at", models.DateTimeField(null=True)),
                ("begun_revision", models.PositiveIntegerField(default=0)),
                ("begun_version", models.CharField(default="", max_length=40)),
            ],
            options={
                "indexes": [models.Index(fields=["errors", "warnings"], name="outcome_gravity")],
            },
        ),
    ]
