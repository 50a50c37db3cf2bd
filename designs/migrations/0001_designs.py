"""The tables of the store."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Design",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("description", models.TextField(blank=True)),
                ("database", models.CharField(max_length=63)),
                ("text", models.TextField(editable=False)),
                ("more", models.TextField(editable=False)),
                ("revision", models.PositiveIntegerField(default=1, editable=False)),
                ("in_library", models.BooleanField(default=False)),
                ("featured", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="designs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("name", "id"),
            },
        ),
        migrations.CreateModel(
            name="Entity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(editable=False, max_length=32)),
                ("position", models.PositiveIntegerField(editable=False)),
                ("name", models.TextField()),
                ("more", models.TextField(editable=False)),
                ("made_ids", models.TextField(default="[]", editable=False)),
                ("kind", models.CharField(blank=True, max_length=20, null=True)),
                ("count", models.FloatField(blank=True, null=True)),
                ("fields", models.TextField(blank=True, null=True)),
                (
                    "design",
                    models.ForeignKey(
                        editable=False, on_delete=django.db.models.deletion.CASCADE, to="designs.design"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entities",
                "ordering": ("design", "position"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Operation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(editable=False, max_length=32)),
                ("position", models.PositiveIntegerField(editable=False)),
                ("name", models.TextField()),
                ("more", models.TextField(editable=False)),
                ("made_ids", models.TextField(default="[]", editable=False)),
                ("kind", models.CharField(max_length=10)),
                ("per_day", models.FloatField(blank=True, null=True)),
                ("priority", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "design",
                    models.ForeignKey(
                        editable=False, on_delete=django.db.models.deletion.CASCADE, to="designs.design"
                    ),
                ),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="operations",
                        to="designs.entity",
                    ),
                ),
            ],
            options={
                "ordering": ("design", "position"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Relationship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(editable=False, max_length=32)),
                ("position", models.PositiveIntegerField(editable=False)),
                ("name", models.TextField()),
                ("more", models.TextField(editable=False)),
                ("made_ids", models.TextField(default="[]", editable=False)),
                ("kind", models.CharField(max_length=20)),
                ("strategy", models.CharField(blank=True, max_length=40, null=True)),
                ("from_min", models.FloatField(blank=True, null=True)),
                ("from_average", models.FloatField(blank=True, null=True)),
                ("from_p95", models.FloatField(blank=True, null=True)),
                ("from_max", models.FloatField(blank=True, null=True)),
                ("from_growth", models.CharField(blank=True, max_length=12, null=True)),
                ("to_min", models.FloatField(blank=True, null=True)),
                ("to_average", models.FloatField(blank=True, null=True)),
                ("to_p95", models.FloatField(blank=True, null=True)),
                ("to_max", models.FloatField(blank=True, null=True)),
                ("to_growth", models.CharField(blank=True, max_length=12, null=True)),
                ("accessed_together", models.FloatField(blank=True, null=True)),
                ("independent_access", models.FloatField(blank=True, null=True)),
                (
                    "design",
                    models.ForeignKey(
                        editable=False, on_delete=django.db.models.deletion.CASCADE, to="designs.design"
                    ),
                ),
                (
                    "from_entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="starts",
                        to="designs.entity",
                    ),
                ),
                (
                    "to_entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="arrives",
                        to="designs.entity",
                    ),
                ),
            ],
            options={
                "ordering": ("design", "position"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("op_id", models.CharField(max_length=64)),
                ("actor_name", models.CharField(blank=True, max_length=150)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("words", models.TextField()),
                ("edits", models.TextField()),
                ("undo", models.TextField()),
                ("text", models.TextField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "design",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="designs.design",
                    ),
                ),
            ],
            options={
                "ordering": ("design", "-number"),
            },
        ),
        migrations.AddConstraint(
            model_name="entity",
            constraint=models.UniqueConstraint(fields=("design", "key"), name="entity_key"),
        ),
        migrations.AddConstraint(
            model_name="operation",
            constraint=models.UniqueConstraint(fields=("design", "key"), name="operation_key"),
        ),
        migrations.AddConstraint(
            model_name="relationship",
            constraint=models.UniqueConstraint(fields=("design", "key"), name="relationship_key"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("design", "number"), name="revision_number"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("design", "op_id"), name="revision_op_id"),
        ),
    ]
