"""Django's `migrate`, with a copy of the database before it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import Error, connections
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor

from modeler import backups
from modeler.backups import naming

KEPT = 3
_ONLY_LOOKS = ("plan", "check_unapplied", "fake", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        alias = options["database"]
        if not any(options[name] for name in _ONLY_LOOKS) and _changes(alias, options["app_label"]):
            self._copy(alias)
        try:
            super().handle(*args, **options)
        except IrreversibleError as error:
            raise CommandError(f"{error} Nothing was lost. To go back anyway, restore a backup.") from error

    def _copy(self, alias: str) -> None:
        try:
            folder = naming.own_folder()
            path = naming.dated(folder, naming.BEFORE_MIGRATION)
            backups.back_up(path, alias)
            naming.forget_old(folder, naming.BEFORE_MIGRATION, KEPT)
        except (backups.NotMade, Error, OSError) as error:
            raise CommandError(
                f"The database wasn't migrated, because it couldn't be copied first: {error}. Free up space for"
                " the folder backups, then start again."
            ) from error
        self.stdout.write(f"Copied the database to {path} before migrating it.")


def _changes(alias: str, asked: str | None) -> bool:
    """Return whether tables that are there would be changed. asked: the app that somebody wants to migrate."""
    executor = MigrationExecutor(connections[alias])
    if not executor.loader.applied_migrations:
        return False
    return bool(asked or executor.migration_plan(executor.loader.graph.leaf_nodes()))
