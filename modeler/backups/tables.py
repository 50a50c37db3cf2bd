"""The rows of a database as JSON values, by the models that its own migrations describe."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps

PASSING = frozenset({"sessions", "sign_in"})
"""Apps whose rows sign somebody in or count the failures of the last minutes: no backup holds them."""

COMPUTED = frozenset({"designs.outcome"})
"""Models whose rows are made again as they are needed, from rows that a backup holds."""

DESIGNS = "designs.design"
_AT_ONCE = 200

Key = tuple[str, str]
Model = Any  # of an old state: made while the program runs


def applied(alias: str) -> list[Key]:
    """Return the migrations that a database records, sorted."""
    return sorted(MigrationRecorder(connections[alias]).applied_migrations())


def models_at(keys: Iterable[Key]) -> StateApps:
    """Return the models as these migrations leave them. Those that this program lacks are passed over."""
    loader = MigrationLoader(None)
    return loader.project_state([key for key in keys if key in loader.graph.nodes]).apps


def managed(apps: StateApps) -> list[Model]:
    """Return every model that has a table of ours, sorted by label."""
    models = (model for model in apps.get_models(include_auto_created=True) if model._meta.managed)
    return sorted((model for model in models if not model._meta.proxy), key=label)


def kept(apps: StateApps) -> list[Model]:
    """Return the models whose rows a backup holds, sorted by label."""
    models = (model for model in managed(apps) if model._meta.app_label not in PASSING)
    return [model for model in models if label(model) not in COMPUTED]


def label(model: Model) -> str:
    return str(model._meta.label_lower)


def columns(model: Model) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def rows(model: Model, alias: str) -> Iterator[list[Any]]:
    """Yield the rows in the order of their keys, each a list of JSON values in the order of `columns`."""
    fields = model._meta.concrete_fields
    values = model._base_manager.using(alias).order_by("pk").values_list(*columns(model))
    for row in values.iterator(chunk_size=_AT_ONCE):
        yield [_written(field, value) for field, value in zip(fields, row, strict=True)]


def _written(field: Any, value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value
    return field.value_to_string(field.model(**{field.attname: value}))


def put(model: Model, alias: str, new_rows: Iterable[list[Any]]) -> None:
    """Insert rows as `rows` gives them, with their keys. Nothing is filled in, such as the time of a change."""
    connection, fields = connections[alias], model._meta.concrete_fields
    quote = connection.ops.quote_name
    names, marks = ", ".join(quote(field.column) for field in fields), ", ".join("%s" for _ in fields)
    insert = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({marks})"  # noqa: S608  (our own names)
    left = iter(new_rows)
    with connection.cursor() as cursor:
        while batch := list(islice(left, _AT_ONCE)):
            values = ([_read(*pair, connection) for pair in zip(fields, row, strict=True)] for row in batch)
            cursor.executemany(insert, list(values))


def _read(field: Any, value: Any, connection: Any) -> Any:
    return field.get_db_prep_save(field.to_python(value), connection)


def count_on(apps: StateApps, alias: str) -> None:
    """Let each table's next key follow the highest that was put in."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), managed(apps)):
            cursor.execute(statement)


def drop(apps: StateApps, alias: str) -> None:
    """Drop every table of ours; others in the same database stay. On SQLite with foreign keys unchecked."""
    connection = connections[alias]
    there = set(connection.introspection.table_names())
    names = [model._meta.db_table for model in managed(apps)] + [MigrationRecorder.Migration._meta.db_table]
    quoted = [connection.ops.quote_name(name) for name in names if name in there]
    # Together where tables refer to one another, one by one where only that can be said.
    together = [", ".join(quoted)] if connection.vendor == "postgresql" and quoted else quoted
    with connection.cursor() as cursor:
        for dropped in together:
            cursor.execute(f"DROP TABLE {dropped}")


def designs(apps: StateApps, alias: str) -> dict[str, str]:
    """Return the SHA-256 of each design's text, by its slug."""
    models = [model for model in kept(apps) if label(model) == DESIGNS]
    pairs = (
        models[0]._base_manager.using(alias).order_by("slug").values_list("slug", "text") if models else ()
    )
    return {slug: hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for slug, text in pairs}
