"""Restoring a backup: all of it or nothing, and never without a copy of what was there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.core.management.sql import emit_post_migrate_signal
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from . import tables
from .archive import Manifest, checked, counted, rows_in, table_of
from .making import write_rows

HOLDING = {tables.DESIGNS: "design", "auth.user": "account"}
"""Whose rows make a database one that nobody replaces by mistake."""


class Refused(Exception):
    """A restore that was not begun, or was taken back whole, in words for the person who asked for it."""


@dataclass(frozen=True)
class Restored:
    """manifest: of the backup. copy: the file that holds what was there before, if anything was."""

    manifest: Manifest
    copy: Path | None


def restore(path: Path, copy_at: Callable[[], Path] | None, alias: str = DEFAULT_DB_ALIAS) -> Restored:
    """Put a backup in the place of what a database holds, in one transaction.

    copy_at: where a copy of what is there goes, None to refuse a database that holds anything. Raise
    Damaged, Refused, OSError or a database error; then the database is as it was.
    """
    manifest = checked(path)
    keys = _migrations(path, manifest)
    with _unchecked(alias), transaction.atomic(using=alias):
        there = tables.models_at(tables.applied(alias))
        _lock(there, alias)
        copy = _copied(there, copy_at, alias)
        tables.drop(there, alias)
        _load(path, manifest, keys, alias)
        _migrate(_leaves(), alias)
        emit_post_migrate_signal(verbosity=0, interactive=False, db=alias)
        connections[alias].check_constraints()
    return Restored(manifest, copy)


def _migrations(path: Path, manifest: Manifest) -> list[tables.Key]:
    """Return the migrations of a backup. Raise Refused where this program lacks one."""
    keys = [(app, name) for app, names in manifest.migrations.items() for name in names]
    unknown = [key for key in keys if key not in MigrationLoader(None).graph.nodes]
    if unknown:
        raise Refused(
            f"{path} was made by Nestlink {manifest.nestlink}, which is newer than this one"
            f" ({'.'.join(unknown[0])} is unknown here). Install that version, then restore."
        )
    return keys


@contextmanager
def _unchecked(alias: str) -> Iterator[None]:
    """SQLite rebuilds tables only with foreign keys unchecked, and can say so outside of transactions alone."""
    connection = connections[alias]
    connection.disable_constraint_checking()
    try:
        yield
    finally:
        connection.enable_constraint_checking()


def _lock(there: StateApps, alias: str) -> None:
    """Keep writers away. SQLite's transactions do so from their start."""
    connection = connections[alias]
    if connection.vendor != "postgresql" or not tables.managed(there):
        return
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in tables.managed(there))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '20s'")
        cursor.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")


def _copied(there: StateApps, copy_at: Callable[[], Path] | None, alias: str) -> Path | None:
    """Copy what a database holds. Raise Refused where it holds something and no copy is asked for."""
    models = {tables.label(model): model for model in tables.kept(there)}
    held = {
        noun: models[name]._base_manager.using(alias).count()
        for name, noun in HOLDING.items()
        if name in models
    }
    if not any(held.values()):
        return None
    if copy_at is None:
        said = " and ".join(counted(number, noun) for noun, number in held.items() if number)
        raise Refused(f"The database contains {said}. Add --replace to replace it; a copy is made first.")
    path = copy_at()
    write_rows(path, alias)
    return path


def _load(path: Path, manifest: Manifest, keys: list[tables.Key], alias: str) -> None:
    """Build the tables as they were when the backup was made, and fill them. Raise Refused."""
    _migrate(keys, alias)
    apps = tables.models_at(tables.applied(alias))
    models = {tables.label(model): model for model in tables.kept(apps)}
    shape = {name: tables.columns(model) for name, model in models.items()}
    if tables.applied(alias) != sorted(keys) or shape != {
        name: table.columns for name, table in manifest.tables.items()
    }:
        raise Refused(f"{path} has tables that don't match its own migrations. Use another copy.")
    for name, model in models.items():
        tables.put(model, alias, rows_in(path, name))
    connections[alias].check_constraints()
    tables.count_on(apps, alias)
    there = {name: table_of(shape[name], tables.rows(model, alias)) for name, model in models.items()}
    if there != manifest.tables or tables.designs(apps, alias) != manifest.designs:
        raise Refused(f"The rows of {path} weren't restored correctly. Nothing was changed.")


def _migrate(keys: list[tables.Key], alias: str) -> None:
    executor = MigrationExecutor(connections[alias])
    nodes = executor.loader.graph.node_map
    ends = [
        key
        for key in keys
        if not {child.key for child in nodes[key].children if child.key[0] == key[0]} & set(keys)
    ]
    executor.migrate(ends)


def _leaves() -> list[tables.Key]:
    return list(MigrationLoader(None).graph.leaf_nodes())
